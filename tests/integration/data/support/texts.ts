import type { OpenedStore } from '../../../../electron/data/connection-store.ts'

const at = '2026-03-01T09:00:00.000Z'

/** A document's file with the digest of its number. */
export const heldRow = (id: string, digit = '0') => ({
  ...{ kind: 'document' as const, id, stored_name: `${id}-${digit}`, key: new Uint8Array(32), size: 100 },
  ...{ sha256: digit.repeat(64), media_type: 'application/pdf', caution: null, judge_version: 1, name: `${id}.pdf` },
  ...{ held_at: at, used_at: at, etag: null, record_updated_at: null },
})

type Read = {
  pages?: readonly string[]
  without_text?: readonly number[]
  cut?: string | null
  state?: 'text' | 'scans' | 'protected' | 'unreadable' | 'no-text-kind'
  why?: string | null
  digit?: string
  attempts?: number
}

/** Puts a document's file and what was read in it. */
export async function putText(store: OpenedStore, document_id: string, read: Read = {}) {
  const { pages = [], without_text = [], cut = null, state = 'text', why = null, digit = '0', attempts = 0 } = read
  await store.writeFileCache('files.putHeld', heldRow(document_id, digit))
  await store.writeFileCache('texts.put', {
    ...{ document_id, sha256: digit.repeat(64), isFirst: true, read_at: at, reader_version: 1 },
    pages: pages.map((text, index) => ({ page: index + 1, text })).filter(({ text }) => text !== ''),
    end: { state, why, page_count: pages.length, without_text, cut, attempts },
  })
}

/** Finds pages of all documents. */
export const searchTexts = (store: OpenedStore, text: string, filters = {}) =>
  store.read('texts.search', { text, filters, offset: 0, limit: 50 })
