import { type IntakeDuplicate, maxIntakeRows } from '../../shared/ipc/intake.ts'
import type { KeptRow } from './intake-row.ts'
import type { TrayOptions } from './tray-options.ts'

/** Files with exactly the same bytes outside the tray: pending uploads, and documents whose file is on this computer. */
export async function duplicatesElsewhere(
  { store, files }: TrayOptions,
  sha256: string,
  inTray: ReadonlySet<string>,
): Promise<IntakeDuplicate[]> {
  const waiting = (await files.staged.byDigest(sha256)).map(({ id }) => id).filter((id) => !inTray.has(id))
  const uploads = waiting.length === 0 ? [] : await store.read('outbox.unsent', {})
  const inOutbox = uploads
    .filter(({ file }) => file && waiting.includes(file.staged_id))
    .map(({ id, title }): IntakeDuplicate => ({ where: 'outbox', id, title }))
  const held = (await files.held.byDigest(sha256)).filter(({ kind }) => kind === 'document')
  const ids = held.map(({ id }) => id)
  const { records } =
    ids.length === 0 ? { records: [] } : await store.read('records.byIds', { resource: 'documents', ids })
  return [...inOutbox, ...records.map(({ id, title }): IntakeDuplicate => ({ where: 'document', id, title }))]
}

/** The tray's rows, each with its duplicates among the rows that were dropped before it. */
export function withDuplicates(rows: readonly KeptRow[]): Map<string, IntakeDuplicate[]> {
  const first = new Map<string, KeptRow>()
  const found = new Map<string, IntakeDuplicate[]>()
  for (const row of rows.slice(0, maxIntakeRows)) {
    const before = row.sha256 === null ? undefined : first.get(row.sha256)
    if (row.sha256 !== null && before === undefined) first.set(row.sha256, row)
    const inTray: IntakeDuplicate[] = before ? [{ where: 'tray', id: before.id, title: before.file_name }] : []
    found.set(row.id, [...inTray, ...row.duplicates])
  }
  return found
}
