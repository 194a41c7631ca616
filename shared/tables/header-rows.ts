import { isValue } from './amounts.ts'
import { type Answers, answerTo, beginning, capital, type Question, rowNumbers } from './doubts.ts'
import { meaningOf } from './holding-columns.ts'
import { filledIn, rowText, type SheetRow } from './split.ts'

/** The names of columns that a row may have: its texts on one line each. */
export const headersOf = (row: SheetRow): string[] => row.cells.map((cell) => cell.replace(/\s+/g, ' ').trim())

/** The number of cells up to the last one that is not blank. */
export const widthOf = (row: SheetRow): number => row.cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** True if at most a quarter of texts repeat others, as names of columns may. */
export const isDistinct = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.trim().toLowerCase())).size * 4 >= texts.length * 3

/** The most rows of names below the first one. */
const mostMoreNames = 2

/** The names of a table's columns, the rows below the header that name them as well, and what to ask about these rows. */
export type HeaderRows = { names: readonly string[]; more: SheetRow[]; question: Question | null }

/**
 * The names of the columns, with the rows right below the header that name them as well, such as First and Last below Name. That is
 * asked, since such words may be a record too, unless cells of the header are merged over columns that all have a name below them.
 */
export function headerRows(
  rows: readonly SheetRow[],
  at: number,
  { isKnownHeader, answers }: { isKnownHeader: (text: string) => boolean; answers: Answers },
): HeaderRows {
  const header = rows[at]
  if (header === undefined) return { names: [], more: [], question: null }
  const more: SheetRow[] = []
  let names = headersOf(header)
  for (const row of rows.slice(at + 1, at + 1 + mostMoreNames)) {
    const upper = more.at(-1) ?? header
    const filled = filledIn(row)
    const known = filled.filter(isKnownHeader).length
    const isNext = row.row === upper.row + 1 && widthOf(row) <= Math.max(header.cells.length, ...lastsOf(header))
    const isNames = known >= 2 && known * 2 > filled.length && !filled.some(isValue)
    if (!isNext || !isNames || rowText(row) === rowText(header)) break
    const joined = joinedNames(names, { upper, lower: row, isKnownHeader })
    if (!isDistinct(filled) && !isDistinct(joined.filter((name) => name !== ''))) break
    names = joined
    more.push(row)
  }
  const own = { names: headersOf(header), more: [], question: null }
  if (more.length === 0) return own
  if (more.length === 1 && areMergedAbove(header, more[0])) return { names, more, question: null }
  const numbers = more.map(({ row }) => row)
  const question: Question = {
    id: 'more-names',
    rows: numbers,
    column: null,
    text: `${capital(rowNumbers(numbers))} may name columns as well: ${more.map((row) => beginning(rowText(row))).join('; ')}.`,
    choices: [
      { value: 'names', label: `${more.length === 1 ? 'It names' : 'They name'} columns` },
      { value: 'records', label: more.length === 1 ? 'It is a record' : 'They are records' },
    ],
  }
  return answerTo(question, answers) === 'records' ? { ...own, question } : { names, more, question }
}

const lastsOf = ({ spans = [] }: SheetRow): number[] => spans.map(({ last }) => last + 1)

/** True if the header has merged cells, and each of their columns has a name in the row below. */
const areMergedAbove = ({ spans = [] }: SheetRow, lower: SheetRow | undefined): boolean =>
  spans.length > 0 &&
  spans.every(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => lower?.cells[first + at] ?? '').every(
      (cell) => cell.trim() !== '',
    ),
  )

type Joining = { upper: SheetRow; lower: SheetRow; isKnownHeader: (text: string) => boolean }

/** The names so far, each with the text below it. */
function joinedNames(names: readonly string[], { upper, lower, isKnownHeader }: Joining): string[] {
  const [heads, below] = [headersOf(upper), headersOf(lower)]
  const { spans = [] } = upper
  const times = (name: string) => below.filter((other) => other.toLowerCase() === name.toLowerCase()).length
  return Array.from({ length: Math.max(names.length, below.length) }, (_, at) => {
    const [head = '', name = ''] = [names[at], below[at]]
    if (head !== '' && name !== '') {
      const whole = nameUnder(head, name)
      if (isKnownHeader(whole)) return whole
      // A name above several columns is less specific than those below it: First and Last below Name, but Primary below Email.
      const isShared = heads[at + 1] === '' && (names[at + 1] ?? '') === ''
      return (isShared ? [head, name].findLast(isKnownHeader) : [head, name].find(isKnownHeader)) ?? whole
    }
    if (head !== '' || name === '') return head
    const span = spans.find(({ first, last }) => first <= at && at <= last)
    if (span) return nameUnder(heads[span.first] ?? '', name)
    if (spans.length > 0) return name
    // Text shows no merged cells: a name may belong to the columns on its right up to the next one, as far as they have names below.
    const from = heads.findLastIndex((other, column) => column < at && other !== '')
    if (from < 0 || below.slice(from, at).includes('')) return name
    const isClear = isKnownHeader(name) && times(name) === 1 && meaningOf(name).is !== 'value'
    return isClear ? name : nameUnder(heads[from] ?? '', name)
  })
}

/** Names above an identifier by which it identifies something else than the security. */
const otherOwner =
  /\b(?:account|acct|benchmark|ccy|client|currency|exchange|household|index|issuer|model|owner|parent|underlying)\b/i

/**
 * The name of a column below a name that may be merged over several columns: `Market Value` for Value below Market. An identifier of securities stays
 * recognizable whatever is above it, as `Symbol (Details)`.
 */
export function nameUnder(head: string, name: string): string {
  if (head === '' || name === '') return head + name
  return meaningOf(name).is === 'identifier' && !otherOwner.test(head) ? `${name} (${head})` : `${head} ${name}`
}
