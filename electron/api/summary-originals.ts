import type { Write } from '../../shared/ipc/outbox.ts'
import type { SummaryOriginal } from '../../shared/ipc/records.ts'
import { documentSummary } from '../../shared/service/document-summary.ts'
import type { ConnectionStore } from '../data/connection-store.ts'

type Keeper = Pick<ConnectionStore, 'keep'>
type Reader = Pick<ConnectionStore, 'read'>

const kept = documentSummary.pick({ display_name: true, summary: true, summary_format: true })

/**
 * Stores machine-written summaries before their first edit is saved here; later calls keep the stored original. Runs before the
 * save, because an original stored for an edit that then failed is still the unchanged text.
 */
export async function keepOriginals(store: Keeper, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    if (write.action !== 'update' || write.resource !== 'document-summaries') continue
    const base = documentSummary.safeParse(write.base)
    if (!base.success || base.data.entry_mode !== 'AI_AUTO') continue
    await store.keep('files.keepSummaryOriginal', { id: write.record_id, json: JSON.stringify(kept.parse(base.data)) })
  }
}

/** A summary as it was before its first edit here; null if no original was stored. */
export async function readOriginal(store: Reader, id: string): Promise<SummaryOriginal | null> {
  const found = await store.read('files.summaryOriginal', { id })
  if (!found) return null
  const { display_name, summary, summary_format } = kept.parse(JSON.parse(found.json))
  return { kept_at: found.kept_at, display_name, summary, summary_format: summary_format ?? null }
}
