import { inflateRawSync } from 'node:zlib'
import { AppError } from '../../../shared/domain/app-error.ts'
import { foldedWords } from '../../../shared/domain/fold.ts'
import { maskNumbers } from '../../../shared/domain/mask-numbers.ts'
import { type Mark, marksIn, type Phrase, phrasesOf } from '../../../shared/domain/text-query.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import { pagesPerFile, prepareScanOf } from '../mirror/page-texts.ts'
import { forgiving } from '../mirror/search-index.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { textFilterSql } from './texts.ts'

type InputOf<Name extends keyof ContractInputs['texts']> = Omit<ContractInputs['texts'][Name], 'connectionId'>
type OutputOf<Name extends keyof ContractOutputs['texts']> = ContractOutputs['texts'][Name]

/** Searches the pages of documents. */
export type TextSearcher = {
  search(input: InputOf<'search'>): OutputOf<'search'>
  pages(input: InputOf<'pages'>): OutputOf<'pages'>
  /** @throws AppError `texts/not-read` */
  page(input: InputOf<'page'>): OutputOf<'page'>
}

/** A document in which something was found, by its row: its best page, and how many others. */
type Found = { row: number; rank: Rank; page: number; pages: number }

/** How the words of a query are on a page, best first. */
type Rank = 0 | 1 | 2
const [inOrder, near, anywhere] = [0, 1, 2] as const

/** The most pages that are counted; and of those in which the words are in order, or near each other. */
const mostPages = 20_000
const mostBetter = 200
/** Pages that are looked through for words near each other: those read last. It takes some 10 ms for words that are on all of them. */
const mostNear = 3_000
/** With so many documents in which the words are in order, those in which they are only near each other are not looked for. */
const enough = 50
/** The most documents that are sorted by the time they were added; of more, those that were read last. */
const mostSorted = 500
/** The most pages of one document. */
const mostOfDocument = 500
/** Words between which at most so many others are count as near. */
const nearWords = 10

/** A {@link TextSearcher} on one connection; statements are prepared once. */
export function createTextSearcher(mirror: ReadableDatabase): TextSearcher {
  const matched = mirror
    .prepare<[string, number], number>(
      'SELECT rowid FROM page_text WHERE page_text MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()
  const matchedFrom = mirror
    .prepare<[string, number, number], number>(
      'SELECT rowid FROM page_text WHERE page_text MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck()
  const matchedIn = mirror
    .prepare<[string, number, number, number], number>(
      'SELECT rowid FROM page_text WHERE page_text MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid LIMIT ?',
    )
    .pluck()
  const unfinished = mirror.prepare<[], number>("SELECT row FROM file_text WHERE state = 'reading'").pluck()
  const added = mirror
    .prepare<[string], [row: number, at: string]>(
      `SELECT f.row, d.created_at FROM json_each(?) r JOIN file_text f ON f.row = r.value
       JOIN documents d ON d.id = f.document_id`,
    )
    .raw()
  const detail = mirror.prepare<[number], Detail>(detailSql)
  const source = mirror.prepare<[number], Uint8Array>('SELECT text FROM page_source WHERE number = ?').pluck()
  const scanOf = prepareScanOf(mirror)
  const fileOf = mirror.prepare<[string], { row: number; page_count: number }>(
    "SELECT row, page_count FROM file_text WHERE document_id = ? AND state = 'text'",
  )
  const nextWord = mirror.prepare<[string], string>('SELECT term FROM page_word WHERE term >= ? LIMIT 1').pluck()
  const isName = mirror.prepare<[string], number>('SELECT 1 FROM name_term WHERE term = ?').pluck()

  const textOf = (row: number, page: number): string => {
    const bytes = source.get(row * pagesPerFile + page)
    return bytes === undefined ? '' : inflateRawSync(bytes).toString()
  }

  const find = (phrases: readonly Phrase[], mayBeFound: (row: number) => boolean) => {
    const found = new Map<number, Found>()
    const note = (numbers: readonly number[], rank: Rank) => {
      for (const number of numbers) {
        const row = rowOf(number)
        const page = number % pagesPerFile
        const known = found.get(row)
        if (rank === anywhere) {
          if (known) known.pages += 1
          if (known) known.page = Math.min(known.page, page)
          else if (mayBeFound(row)) found.set(row, { row, rank, page, pages: 1 })
        } else if (known && (rank < known.rank || page < known.page)) Object.assign(known, { rank, page })
      }
    }
    const all = matched.all(matchOf(phrases), mostPages)
    note(all, anywhere)
    if (phrases.length > 1) {
      const ordered = matched.all(matchOf([inSequence(phrases)]), mostBetter)
      if (new Set(ordered.map(rowOf)).size < enough)
        note(matchedFrom.all(nearOf(phrases), all[mostNear] ?? 0, mostBetter), near)
      note(ordered, inOrder)
    }
    return { found, isMore: all.length === mostPages }
  }

  /** Best first, and the most recently added document first among equals. */
  const sorted = (found: readonly Found[]): Found[] => {
    const best = found.toSorted((a, b) => a.rank - b.rank || b.row - a.row)
    const first = best.slice(0, mostSorted)
    const addedAt = new Map(added.all(JSON.stringify(first.map(({ row }) => row))))
    const at = ({ row }: Found) => addedAt.get(row) ?? ''
    first.sort((a, b) => a.rank - b.rank || (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : b.row - a.row))
    return [...first, ...best.slice(mostSorted)]
  }

  /** The rows of the documents that a filter lets through; null for all. */
  const rowsOf = (filters: InputOf<'search'>['filters']): Set<number> | null => {
    const { sql, values } = textFilterSql(filters)
    if (sql === '') return null
    const all = `SELECT f.row FROM documents d JOIN file_text f ON f.document_id = d.id WHERE ${sql}`
    return new Set(mirror.prepare<[object], number>(all).pluck().all(values))
  }

  /** The query with each word that is on no page replaced by one that differs in a letter: first by a name, then by the commonest. */
  const corrected = (text: string, phrases: readonly Phrase[]): string | null => {
    const replacements = new Map<string, string>()
    for (const { words, isPrefix } of phrases) {
      words.forEach((word, at) => {
        const isBegun = isPrefix && at === words.length - 1
        const isOn = (one: string) => {
          const next = nextWord.get(one)
          return next === one || (isBegun && next?.startsWith(one) === true)
        }
        if (isOn(word)) return
        const [{ beginnings } = { beginnings: [] }] = forgiving([{ beginnings: [word] }], (one) => nextWord.get(one))
        const frequency = (one: string) =>
          matched.all(matchOf([{ words: [one], isPrefix: isBegun }]), mostBetter).length
        const [best] = beginnings
          .filter((one) => one !== word && isOn(one))
          .map((one) => ({ one, isName: isName.get(one) !== undefined, frequency: frequency(one) }))
          .sort((a, b) => Number(b.isName) - Number(a.isName) || b.frequency - a.frequency)
        if (best) replacements.set(word, best.one)
      })
    }
    if (replacements.size === 0) return null
    let better = ''
    let end = 0
    for (const { folded, start, endOf } of foldedWords(text)) {
      const other = replacements.get(folded)
      if (other === undefined) continue
      better += `${text.slice(end, start)}${other}`
      end = endOf(folded.length)
    }
    return `${better}${text.slice(end)}`
  }

  const hitOf = ({ row, page, pages }: Found, phrases: readonly Phrase[]): TextHit | null => {
    const known = detail.get(row)
    if (known === undefined) return null
    const { household_id, household_name, is_here, is_changed, year, ...rest } = known
    return {
      ...rest,
      ...{ household: { id: household_id, name: household_name }, is_here: is_here === 1 },
      ...{ is_changed: is_changed === 1, year: Number(year) },
      ...{ page, further: pages - 1, scan: scanOf(row, page), ...excerptOf(textOf(row, page), phrases) },
    }
  }

  return {
    search({ text, filters, offset, limit }) {
      const nothing = { hits: [], total_documents: 0, is_more: false, corrected: null }
      let phrases = phrasesOf(text)
      if (phrases.length === 0) return nothing
      const allowed = rowsOf(filters)
      const reading = new Set(unfinished.all())
      const mayBeFound = (row: number) => !reading.has(row) && (allowed === null || allowed.has(row))
      let outcome = find(phrases, mayBeFound)
      const other = outcome.found.size === 0 ? corrected(text, phrases) : null
      if (other !== null) {
        const better = phrasesOf(other)
        outcome = find(better, mayBeFound)
        if (outcome.found.size > 0) phrases = better
      }
      const window = sorted([...outcome.found.values()]).slice(offset, offset + limit)
      return {
        hits: window.map((one) => hitOf(one, phrases)).filter((hit) => hit !== null),
        total_documents: outcome.found.size,
        is_more: outcome.isMore,
        corrected: outcome.found.size > 0 ? other : null,
      }
    },
    pages({ document_id, text }) {
      const file = fileOf.get(document_id)
      const phrases = phrasesOf(text)
      if (file === undefined || phrases.length === 0) return { pages: [] }
      const first = file.row * pagesPerFile
      const numbers = matchedIn.all(matchOf(phrases), first, first + pagesPerFile, mostOfDocument)
      return {
        pages: numbers.map((number) => {
          const page = number - first
          return { page, scan: scanOf(file.row, page), ...excerptOf(textOf(file.row, page), phrases) }
        }),
      }
    },
    page({ document_id, page, text }) {
      const file = fileOf.get(document_id)
      if (file === undefined || page > file.page_count) throw notRead()
      const whole = textOf(file.row, page)
      return {
        text: whole,
        matches: marksIn(whole, phrasesOf(text)).map(({ from, to }): [number, number] => [from, to]),
        page_count: file.page_count,
        scan: scanOf(file.row, page),
      }
    },
  }
}

/** The row of the document that a page belongs to. */
const rowOf = (number: number) => Math.floor(number / pagesPerFile)

type Detail = Pick<TextHit, 'document_id' | 'name' | 'document_type' | 'owner' | 'page_count'> & {
  household_id: string
  household_name: string
  is_here: number
  is_changed: number
  year: string
}

/** The fields of a document that a hit shows. Parameter: the row of its text. */
const detailSql = `SELECT d.id AS document_id, d.title AS name, d.type AS document_type, d.household_id,
    coalesce(hh.title, 'Unknown household') AS household_name,
    (SELECT u.title FROM users u WHERE u.id = hh.owner_id) AS owner, f.page_count, substr(d.created_at, 1, 4) AS year,
    h.id IS NOT NULL AS is_here,
    coalesce(iif(h.id IS NULL, julianday(d.updated_at) > julianday(f.read_at), h.record_updated_at <> d.updated_at), 0) AS is_changed
  FROM file_text f JOIN documents d ON d.id = f.document_id LEFT JOIN households hh ON hh.id = d.household_id
    LEFT JOIN held_file h ON h.kind = 'document' AND h.id = d.id
  WHERE f.row = ?`

/** Folded words are letters and digits, so that nothing in an expression is an operator. */
const expressionOf = ({ words, isPrefix }: Phrase) => `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
const matchOf = (phrases: readonly Phrase[]) => phrases.map(expressionOf).join(' AND ')
const nearOf = (phrases: readonly Phrase[]) => `NEAR(${phrases.map(expressionOf).join(' ')}, ${nearWords})`
const inSequence = (phrases: readonly Phrase[]): Phrase => ({
  words: phrases.flatMap(({ words }) => words),
  isPrefix: phrases.at(-1)?.isPrefix ?? false,
})

/** The length of an excerpt, and of the part before its first match, in UTF-16 code units. */
const excerptLength = 240
const leadLength = 60

/** The part of a page in which most of the query is closest together, with numbers masked. */
function excerptOf(text: string, phrases: readonly Phrase[]): Pick<TextHit, 'excerpt' | 'excerpt_matches'> {
  const marks = marksIn(text, phrases)
  const first = bestOf(marks)
  const from = first === undefined ? 0 : afterSpace(text, Math.max(0, first.from - leadLength), first.from)
  const to = Math.max(first?.to ?? 0, beforeSpace(text, Math.min(text.length, from + excerptLength)))
  const start = from > 0 ? '… ' : ''
  const shift = start.length - from
  return {
    // Numbers are masked before the text is cut: a half of one is not recognized.
    excerpt: `${start}${maskNumbers(text).slice(from, to).replace(/\s/g, ' ')}${to < text.length ? ' …' : ''}`,
    excerpt_matches: marks
      .filter((mark) => mark.from >= from && mark.to <= to)
      .map((mark): [number, number] => [mark.from + shift, mark.to + shift]),
  }
}

/** The mark from which most phrases are within an excerpt, and are closest together. */
function bestOf(marks: readonly Mark[]): Mark | undefined {
  let best: { mark: Mark; phrases: number; span: number } | undefined
  marks.forEach((mark, at) => {
    const seen = new Set<number>()
    let span = 0
    for (let next = at; next < marks.length; next++) {
      const { to, phrase } = marks[next] as Mark
      if (to - mark.from > excerptLength - leadLength) break
      if (!seen.has(phrase)) span = to - mark.from
      seen.add(phrase)
    }
    if (best === undefined || seen.size > best.phrases || (seen.size === best.phrases && span < best.span))
      best = { mark, phrases: seen.size, span }
  })
  return best?.mark
}

function afterSpace(text: string, from: number, to: number): number {
  if (from === 0) return 0
  const space = text.slice(from, to).search(/\s/)
  return space < 0 ? to : from + space + 1
}

function beforeSpace(text: string, to: number): number {
  if (to === text.length) return to
  const spaces = [...text.slice(Math.max(0, to - leadLength), to).matchAll(/\s/g)]
  const last = spaces.at(-1)
  return last === undefined ? to : Math.max(0, to - leadLength) + last.index
}

const notRead = (): AppError =>
  new AppError('texts/not-read', {
    message: 'The text of this document is not on this computer.',
    nextStep: 'Open its file; its text can be searched once it was read.',
  })
