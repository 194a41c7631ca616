import { deflateRawSync } from 'node:zlib'
import { foldedWords } from '../../../shared/domain/fold.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import type { ReadableDatabase, WritableDatabase } from '../open-database.ts'

/**
 * A page that was read as a picture. `outcome` is `text`, `blank`, `no-words`, or why it cannot be read; only with `text` there is a text and
 * a confidence: the part of its words of which the engine is sure, in per cent.
 */
export type ScannedRow = { page: number; outcome: string; confidence: number | null; text: string }

/** The most pages of a file: page numbers fit into the last twelve bits of a row of the index. */
export const pagesPerFile = 4096

/** The confidence below which a scan is said to have many wrong words: from it on less than 1 % of the names were wrong, below it 5 % (decision 15). */
const leastSure = 99

/** Reads of a page in a file's row whether its text was read from a scan, and how well. */
export function prepareScanOf(mirror: ReadableDatabase): (row: number, page: number) => TextHit['scan'] {
  const scanned = mirror
    .prepare<[number], number | null>("SELECT confidence FROM page_scan WHERE number = ? AND outcome = 'text'")
    .pluck()
  return (row, page) => {
    const confidence = scanned.get(row * pagesPerFile + page)
    return confidence === undefined ? null : (confidence ?? 0) < leastSure ? 'unsure' : 'read'
  }
}

/** A page of a file; lines end with `\n`. */
type Page = { page: number; text: string }

/** `text` for a file with text; otherwise why it has none. */
export type TextState = 'text' | 'scans' | 'protected' | 'unreadable' | 'no-text-kind'

/**
 * A part of what was read in a file; a long one comes in several calls. Until the last of them nothing is found in it. Ignored unless the
 * document's file has this SHA-256.
 */
export type PutText = {
  document_id: string
  sha256: string
  pages: readonly Page[]
  /** The first part deletes what was read before. */
  isFirst: boolean
  /** Set with the last part. */
  end: {
    state: TextState
    why: string | null
    page_count: number
    without_text: readonly number[]
    cut: string | null
    attempts: number
  } | null
  /** ISO 8601. */
  read_at: string
  reader_version: number
}

/** Texts of pages that are pictures. Ignored unless the document's file has this SHA-256. */
export type PutScans = { document_id: string; sha256: string; pages: readonly ScannedRow[] }

/** Texts that may stay: with `keeps_text` also those without their files; of all documents, or only of those of some households. */
export type KeptTexts = { keeps_text: boolean; household_ids: readonly string[] | null }

/** The writes to the texts of documents, by name. */
export const textWrites = {
  'texts.put'(
    mirror: WritableDatabase,
    { document_id, sha256, pages, isFirst, end, read_at, reader_version }: PutText,
  ) {
    if (isFirst) {
      // A text that was kept stays if its file went while it was read again.
      mirror
        .prepare(
          `DELETE FROM file_text WHERE document_id = ?
           AND EXISTS (SELECT 1 FROM held_file WHERE kind = 'document' AND id = document_id AND sha256 = ?)`,
        )
        .run(document_id, sha256)
      mirror
        .prepare(
          `INSERT INTO file_text (document_id, sha256, state, page_count, without_text, read_at, reader_version, attempts, bytes)
           SELECT d.id, h.sha256, 'reading', 0, '[]', ?, ?, 0, 0
           FROM documents d JOIN held_file h ON h.kind = 'document' AND h.id = d.id WHERE d.id = ? AND h.sha256 = ?`,
        )
        .run(read_at, reader_version, document_id, sha256)
    }
    const row = mirror
      .prepare<[string, string], number>(
        "SELECT row FROM file_text WHERE document_id = ? AND sha256 = ? AND state = 'reading'",
      )
      .pluck()
      .get(document_id, sha256)
    if (row === undefined) return
    addPages(mirror, row, pages)
    if (end === null) return
    mirror
      .prepare(
        `UPDATE file_text SET state = ?, why = ?, page_count = ?, without_text = ?, to_scan = ?, cut = ?, attempts = ?
         WHERE row = ?`,
      )
      .run(
        ...[end.state, end.why, end.page_count, JSON.stringify(end.without_text), end.without_text.length, end.cut],
        ...[end.attempts, row],
      )
  },
  /** Adds what was read on scans; a page that is known, or that has text, is left as it is. */
  'texts.putScans'(mirror: WritableDatabase, { document_id, sha256, pages }: PutScans) {
    const file = scannedFile(mirror, document_id)
    if (file === undefined || file.sha256 !== sha256) return
    const without = new Set<number>(JSON.parse(file.without_text))
    const note = mirror.prepare('INSERT OR IGNORE INTO page_scan VALUES (?, ?, ?)')
    const added: Page[] = []
    let noted = 0
    for (const { page, outcome, confidence, text } of pages) {
      if (!without.has(page)) continue
      if (note.run(file.row * pagesPerFile + page, outcome, confidence).changes === 0) continue
      noted += 1
      if (outcome === 'text') added.push({ page, text })
      if (outcome === 'text' || outcome === 'blank') without.delete(page)
    }
    if (noted === 0) return
    addPages(mirror, file.row, added)
    const state = added.length > 0 || without.size === 0 ? 'text' : file.state
    mirror
      .prepare('UPDATE file_text SET state = ?, without_text = ?, to_scan = max(0, to_scan - ?) WHERE row = ?')
      .run(state, JSON.stringify([...without]), noted, file.row)
  },
  /** Deletes what was read on a document's scans: its pages are pictures again. */
  'texts.forgetScans'(mirror: WritableDatabase, { document_id }: { document_id: string }) {
    const file = scannedFile(mirror, document_id)
    if (file === undefined) return
    const [from, to] = [file.row * pagesPerFile, (file.row + 1) * pagesPerFile]
    const pages = mirror
      .prepare<[number, number], number>('SELECT number FROM page_scan WHERE number >= ? AND number < ?')
      .pluck()
      .all(from, to)
    for (const table of ['page_text WHERE rowid', 'page_source WHERE number', 'page_scan WHERE number'])
      mirror.prepare(`DELETE FROM ${table} IN (SELECT value FROM json_each(?))`).run(JSON.stringify(pages))
    const without = new Set<number>([...JSON.parse(file.without_text), ...pages.map((number) => number - from)])
    const { count, bytes } = mirror
      .prepare<[number, number], { count: number; bytes: number }>(
        'SELECT count(*) AS count, coalesce(sum(length(text)), 0) AS bytes FROM page_source WHERE number >= ? AND number < ?',
      )
      .get(from, to) ?? { count: 0, bytes: 0 }
    mirror
      .prepare('UPDATE file_text SET state = ?, without_text = ?, to_scan = ?, bytes = ? WHERE row = ?')
      .run(
        ...[count === 0 && without.size > 0 ? 'scans' : 'text', JSON.stringify([...without].sort((a, b) => a - b))],
        ...[without.size, bytes, file.row],
      )
  },
  /** Their text from scans is no longer in the ledger. */
  'texts.clearScansGone'(mirror: WritableDatabase, { document_ids }: { document_ids: readonly string[] }) {
    mirror
      .prepare('DELETE FROM scan_gone WHERE document_id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(document_ids))
  },
  /** Deletes the texts that may not stay. */
  'texts.keepOnly'(mirror: WritableDatabase, { keeps_text, household_ids }: KeptTexts) {
    mirror.prepare('UPDATE text_state SET keeps_text = ?').run(keeps_text ? 1 : 0)
    if (!keeps_text)
      mirror.exec(
        `INSERT OR IGNORE INTO scan_gone SELECT document_id FROM file_text
         WHERE document_id NOT IN (SELECT id FROM held_file WHERE kind = 'document')`,
      )
    mirror
      .prepare(
        `DELETE FROM file_text WHERE document_id NOT IN (SELECT id FROM documents)
           OR ((state <> 'text' OR NOT ?) AND document_id NOT IN (SELECT id FROM held_file WHERE kind = 'document'))`,
      )
      .run(keeps_text ? 1 : 0)
    if (household_ids === null) return
    mirror
      .prepare(
        `DELETE FROM file_text WHERE document_id NOT IN (
           SELECT id FROM documents WHERE household_id IN (SELECT value FROM json_each(?)))`,
      )
      .run(JSON.stringify(household_ids))
  },
  /** Deletes all texts, and the index with every word in it. */
  'texts.forgetAll'(mirror: WritableDatabase, _: Record<string, never>) {
    mirror.exec(
      "DELETE FROM file_text; DELETE FROM page_source; DELETE FROM page_scan; INSERT INTO page_text (page_text) VALUES ('delete-all');",
    )
  },
} as const

/** The row of a document whose text was read; undefined without one. */
function scannedFile(mirror: WritableDatabase, document_id: string) {
  return mirror
    .prepare<[string], { row: number; sha256: string; state: string; without_text: string }>(
      "SELECT row, sha256, state, without_text FROM file_text WHERE document_id = ? AND state IN ('text', 'scans')",
    )
    .get(document_id)
}

/** Adds the texts of pages to the index, and keeps them. */
function addPages(mirror: WritableDatabase, row: number, pages: readonly Page[]): void {
  const index = mirror.prepare('INSERT INTO page_text (rowid, text) VALUES (?, ?)')
  const source = mirror.prepare('INSERT INTO page_source (number, text) VALUES (?, ?)')
  let bytes = 0
  for (const { page, text } of pages) {
    const number = row * pagesPerFile + page
    const deflated = deflateRawSync(text)
    index.run(number, wordsOfPage(text))
    source.run(number, deflated)
    bytes += deflated.byteLength
  }
  mirror.prepare('UPDATE file_text SET bytes = bytes + ? WHERE row = ?').run(bytes, row)
}

/** A word that a line break divides: “trus-” and “tee”. */
const divided = /(\p{L}+)-\n(\p{Ll}+)/gu

/**
 * The folded words of a page in their order, so that phrases are found; then those that are also found by themselves: the parts of words with
 * apostrophes, and words that a line break divides.
 */
function wordsOfPage(text: string): string {
  const words: string[] = []
  const more: string[] = []
  for (const { folded, parts } of foldedWords(text)) {
    if (folded !== '') words.push(folded)
    for (const part of parts) if (part.folded !== '') more.push(part.folded)
  }
  for (const [, begun = '', rest = ''] of text.matchAll(divided))
    for (const { folded } of foldedWords(`${begun}${rest}`)) more.push(folded)
  return [...words, ...more].join(' ')
}
