import { deflateRawSync } from 'node:zlib'
import { foldedWords } from '../../../shared/domain/fold.ts'
import type { WritableDatabase } from '../open-database.ts'

/** The most pages of a file: page numbers fit into the last twelve bits of a row of the index. */
export const pagesPerFile = 4096

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

/** Texts that may stay: with `keeps_text` also those without their files; of all documents, or only of those of some households. */
export type KeptTexts = { keeps_text: boolean; household_ids: readonly string[] | null }

/** The writes to the texts of documents, by name. */
export const textWrites = {
  'texts.put'(
    mirror: WritableDatabase,
    { document_id, sha256, pages, isFirst, end, read_at, reader_version }: PutText,
  ) {
    if (isFirst) {
      mirror.prepare('DELETE FROM file_text WHERE document_id = ?').run(document_id)
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
    if (end === null) return
    mirror
      .prepare(
        'UPDATE file_text SET state = ?, why = ?, page_count = ?, without_text = ?, cut = ?, attempts = ? WHERE row = ?',
      )
      .run(end.state, end.why, end.page_count, JSON.stringify(end.without_text), end.cut, end.attempts, row)
  },
  /** Deletes the texts that may not stay. */
  'texts.keepOnly'(mirror: WritableDatabase, { keeps_text, household_ids }: KeptTexts) {
    mirror.prepare('UPDATE text_state SET keeps_text = ?').run(keeps_text ? 1 : 0)
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
      "DELETE FROM file_text; DELETE FROM page_source; INSERT INTO page_text (page_text) VALUES ('delete-all');",
    )
  },
} as const

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
