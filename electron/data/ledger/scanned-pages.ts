import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ScannedRow } from '../mirror/page-texts.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

type OfFile = { document_id: string; sha256: string }

/** Keeps what was read on pages of a document's file, unless they are never read; what was read in another file of it goes. */
export function putScannedPages(
  ledger: WritableDatabase,
  { document_id, sha256, pages }: OfFile & { pages: readonly ScannedRow[] },
): void {
  ledger.prepare('DELETE FROM scan_page WHERE document_id = ? AND sha256 <> ?').run(document_id, sha256)
  if (neverScanned({ ledger }).includes(document_id)) return
  const put = ledger.prepare('INSERT OR REPLACE INTO scan_page VALUES (?, ?, ?, ?, ?, ?)')
  for (const { page, outcome, confidence, text } of pages)
    put.run(document_id, page, sha256, outcome, confidence, deflateRawSync(text))
}

/** Deletes what was read on the scans of some documents; with null, of all, and of statements too. */
export function forgetScannedPages(
  ledger: WritableDatabase,
  { document_ids }: { document_ids: readonly string[] | null },
): void {
  if (document_ids === null) ledger.exec('DELETE FROM scan_page; DELETE FROM statement_scan')
  else
    ledger
      .prepare('DELETE FROM scan_page WHERE document_id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(document_ids))
}

/** Sets whether a document's pages are never read as scans; what was read on them goes. */
export function setNeverScanned(
  ledger: WritableDatabase,
  { document_id, never }: { document_id: string; never: boolean },
): void {
  if (never) {
    ledger.prepare('INSERT OR IGNORE INTO scan_never VALUES (?)').run(document_id)
    forgetScannedPages(ledger, { document_ids: [document_id] })
  } else ledger.prepare('DELETE FROM scan_never WHERE document_id = ?').run(document_id)
}

/** Ids of the documents whose pages are never read as scans. */
export function neverScanned({ ledger }: Pick<ReadableStores, 'ledger'>): string[] {
  return ledger.prepare<[], string>('SELECT document_id FROM scan_never').pluck().all()
}

/** Reads the stored text of a document's scanned pages, for one version of its file. */
export function readScannedPages(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { document_id, sha256 }: OfFile,
): { pages: ScannedRow[] } {
  const rows = ledger
    .prepare<[string, string], Omit<ScannedRow, 'text'> & { text: Uint8Array }>(
      'SELECT page, outcome, confidence, text FROM scan_page WHERE document_id = ? AND sha256 = ? ORDER BY page',
    )
    .all(document_id, sha256)
  return { pages: rows.map((row) => ({ ...row, text: inflateRawSync(row.text).toString() })) }
}
