import { isValue } from './amounts.ts'
import {
  type Answers,
  beginning,
  capital,
  type LeftOutRow,
  type Question,
  type RefusedRow,
  rowNumbers,
} from './doubts.ts'
import { headerRows, headersOf, isDistinct, widthOf } from './header-rows.ts'
import { filledIn, rowText, type Sheet, type SheetRow } from './split.ts'

/** A header with the rows under it. */
export type Table = {
  /** The texts above the header that belong to the table, such as an account's name. */
  titles: readonly string[]
  /** Row number of the header; null if the table has none. */
  headerRow: number | null
  /** Trimmed; empty for a column without a name. */
  headers: readonly string[]
  rows: readonly SheetRow[]
}

export type FoundTables = {
  tables: Table[]
  /** Titles, footers and repeated headers. */
  leftOut: LeftOutRow[]
  refused: RefusedRow[]
  questions: Question[]
}

export type FindTablesOptions = {
  /** True for a text that names a column in the kind of table that is looked for. */
  isKnownHeader: (text: string) => boolean
  /** True for a row that is left out whatever its cells are, such as a total; absent if there are none. */
  isAside?: (row: SheetRow) => boolean
  /** True for a row between records that is none, such as a title: its number of cells says nothing. */
  isBetween?: (row: SheetRow) => boolean
  /** The row that the advisor chose as the header; null for "no header"; absent to find it. */
  headerRow?: number | null
  answers: Answers
}

/**
 * Finds the tables in rows of cells: a file may have lines above its header, footers below, several tables one under another, or
 * sections whose first two cells name the section and the kind of row.
 */
export function findTables(sheet: Sheet, given: FindTablesOptions): FoundTables {
  const { rows } = sheet
  const options = { ...given, pieces: piecesIn(sheet) }
  const { headerRow } = options
  if (rows.length === 0) return { tables: [], leftOut: [], refused: [], questions: [] }
  if (headerRow === null) return withoutHeader(rows, options)
  if (headerRow !== undefined) {
    const at = rows.findIndex(({ row }) => row === headerRow)
    if (at >= 0) return divide(rows, withRepetitions(rows, at), [], options)
  }
  const sections = readSections(rows, options)
  if (sections) return sections
  const found = findHeaders(rows, options)
  if (found.length > 0) return divide(rows, found, [], options)
  const proposed = proposeHeader(rows)
  if (proposed === null) return withoutHeader(rows, options)
  return divide(rows, withRepetitions(rows, proposed), [headerQuestion(rows, proposed)], options)
}

/** A header and the rows below it that repeat it: an export may name the columns of each part. */
function withRepetitions(rows: readonly SheetRow[], header: number): number[] {
  const first = rows[header]
  if (first === undefined || filledIn(first).length < 2) return [header]
  const names = [namesIn(first)]
  return [...rows.keys()].filter((at) => at === header || (at > header && repeats(rows[at] ?? first, names)))
}

const namesIn = (row: SheetRow): ReadonlySet<string> =>
  new Set(headersOf(row).flatMap((name) => (name === '' ? [] : [name.toLowerCase()])))

/** True for a row of the names of a header, in whatever order and with a few others at most: its columns may be in another order. */
function repeats(row: SheetRow, headers: readonly ReadonlySet<string>[]): boolean {
  if (filledIn(row).some((cell) => isValue(cell) && !dayOrYear.test(cell.trim()))) return false
  const names = [...namesIn(row)]
  return headers.some((header) => {
    const known = names.filter((name) => header.has(name)).length
    return known >= 2 && known * 3 >= names.length * 2
  })
}

/** `pieces`: numbers of refused rows of one cell, which may be the rest of the row above them. */
type DividingOptions = FindTablesOptions & { pieces: ReadonlySet<number> }

const piecesIn = ({ refused, delimiter }: Sheet): ReadonlySet<number> =>
  new Set(refused.flatMap(({ row, text }) => (delimiter !== null && !text.includes(delimiter) ? [row] : [])))

function headerQuestion(rows: readonly SheetRow[], at: number): Question {
  const proposed = rows[at]
  return {
    id: 'header',
    rows: proposed ? [proposed.row] : [],
    column: null,
    text: 'Which row contains the names of the columns?',
    choices: [
      ...rows
        .slice(0, at + 5)
        .map((row) => ({ value: String(row.row), label: `Row ${row.row}: ${beginning(rowText(row))}` })),
      { value: 'none', label: 'None: the table has no such row' },
    ],
  }
}

/** Years and days may name columns; any other value makes a row a record. */
const dayOrYear = /^(?:(?:19|20)\d{2}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})$/

/** The most rows above a header that are looked at as its titles. */
const mostTitles = 60

/** The indexes of all rows that are headers by the names in them: the first, its repetitions, and those of further tables. */
function findHeaders(rows: readonly SheetRow[], { isKnownHeader }: FindTablesOptions): number[] {
  const found: number[] = []
  const headers: ReadonlySet<string>[] = []
  /** The most cells of a row above that has a value among them. */
  let widest = 0
  const hasNamesBelow = (below: readonly SheetRow[]) =>
    below.some((row) => {
      const filled = filledIn(row)
      return filled.filter(isKnownHeader).length >= 3 && !filled.some(isValue)
    })
  for (const [at, row] of rows.entries()) {
    const filled = filledIn(row)
    const widestAbove = widest
    if (filled.length > widest && filled.some(isValue)) widest = filled.length
    if (filled.some((cell) => isValue(cell) && !dayOrYear.test(cell)) || !isDistinct(filled)) continue
    const known = filled.filter(isKnownHeader).length
    const isFirst = found.length === 0
    // A record whose value cannot be read may consist of such words: a header has no records above it, or is apart from them.
    const isRepeated = !isFirst && repeats(row, headers)
    if (isFirst ? widestAbove >= filled.length : !isRepeated && !isApart(rows, at)) continue
    // A label and its text above the table, such as “Account name, Family trust”, are no names of columns.
    if (isFirst && filled.length === 2 && known < 2 && hasNamesBelow(rows.slice(at + 1, at + 1 + mostTitles))) continue
    // A record may consist of words that name columns as well, such as "Fund": a second header needs more of them.
    const needed = isFirst || isRepeated ? (filled.length <= 2 ? 1 : 2) : 3
    if (known < needed || known * (isFirst || isRepeated ? 3 : 2) < filled.length) continue
    if (filled.length <= 1 && !(isFirst && rows.every((other) => filledIn(other).length === 1))) continue
    found.push(at)
    headers.push(namesIn(row))
  }
  return found
}

/** True for a row below a blank line or a title. */
function isApart(rows: readonly SheetRow[], at: number): boolean {
  const [row, before] = [rows[at], rows[at - 1]]
  return row === undefined || before === undefined || row.row > before.row + 1 || filledIn(before).length === 1
}

/** The first row that is as wide as the others and has no values, if those below have any or it is the first of the file. */
function proposeHeader(rows: readonly SheetRow[]): number | null {
  const counts = rows.map((row) => filledIn(row).length)
  const common = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 1
  const at = rows.findIndex((row, index) => (counts[index] ?? 0) >= common && !filledIn(row).some(isValue))
  const row = rows[at]
  if (row === undefined || at === rows.length - 1) return null
  const below = rows.slice(at + 1)
  return below.some((other) => filledIn(other).some(isValue)) || at === 0 ? at : null
}

function withoutHeader(rows: readonly SheetRow[], options: DividingOptions): FoundTables {
  const found: FoundTables = { tables: [], leftOut: [], refused: [], questions: [] }
  const usual = usualCells(rows, Math.max(...rows.map(({ cells }) => cells.length)))
  const header: SheetRow = { row: 0, cells: Array.from({ length: usual }, () => '') }
  const table: Table = { titles: [], headerRow: null, headers: header.cells, rows: fitting(rows, header, found) }
  return { ...found, tables: [table], questions: unevenRows(table, options) }
}

/** Divides the rows at the headers; the rows above a header are its titles, those at the end of a table its footers. */
function divide(
  rows: readonly SheetRow[],
  headers: readonly number[],
  questions: Question[],
  options: DividingOptions,
): FoundTables {
  const found: FoundTables = { tables: [], leftOut: [], refused: [], questions }
  let titles = rows.slice(0, headers[0])
  for (const title of titles) leaveOut(found, title, 'It is above the names of the columns.')
  for (const [index, at] of headers.entries()) {
    const header = rows[at]
    if (header === undefined) continue
    const next = headers[index + 1]
    const { names, more, question } = headerRows(rows, at, options)
    if (question && !questions.some(({ id }) => id === question.id)) questions.push(question)
    for (const row of more) leaveOut(found, row, `It names columns together with row ${header.row}.`)
    const body = rows.slice(at + 1 + more.length, next)
    const end = next === undefined ? [] : titlesBelow(body, headers[0] !== 0, options)
    const inside = body.slice(0, body.length - end.length)
    const before = found.tables.at(-1)
    const isRepeated = before !== undefined && isSameHeader(before.headers, names)
    if (isRepeated) leaveOut(found, header, 'It repeats the names of the columns.')
    const { table, footers } = withoutFooters(inside, names)
    for (const row of footers) leaveOut(found, row, 'It is a line under the table.')
    const good = fitting(table, header, found)
    const ofTable = titles.map(rowText)
    if (isRepeated && ofTable.length === 0)
      found.tables[found.tables.length - 1] = { ...before, rows: [...before.rows, ...good] }
    else found.tables.push({ titles: ofTable, headerRow: header.row, headers: names, rows: good })
    for (const title of end) leaveOut(found, title, 'It is above the names of the columns.')
    titles = end
  }
  for (const table of found.tables) questions.push(...unevenRows(table, options))
  return found
}

/**
 * The rows of one text at the end of a table that are titles of the next one: they stand apart from the records, or the first table
 * has a title too. Right below a record they may be its rest.
 */
function titlesBelow(
  rows: readonly SheetRow[],
  hasTitles: boolean,
  { isAside = () => false }: FindTablesOptions,
): SheetRow[] {
  const titles = trailing(rows, (row) => filledIn(row).length === 1 && !filledIn(row).some(isValue) && !isAside(row))
  const [first] = titles
  const above = rows[rows.length - titles.length - 1]
  return hasTitles || first === undefined || above === undefined || first.row > above.row + 1 ? titles : []
}

const isSameHeader = (one: readonly string[], other: readonly string[]) =>
  one.join('\t').trim().toLowerCase() === other.join('\t').trim().toLowerCase()

function leaveOut(found: FoundTables, row: SheetRow, why: string): void {
  found.leftOut.push({ row: row.row, text: rowText(row), why })
}

const trailing = (rows: readonly SheetRow[], is: (row: SheetRow, before: SheetRow | undefined) => boolean) =>
  rows.slice(rows.findLastIndex((row, at) => !is(row, rows[at - 1])) + 1)

const footerWords =
  /^(?:(?:grand |sub-?)?totals?\b|count\b|(?:number of )?(?:records|rows|clients|contacts|people)\b|generated\b|as of\b|date downloaded\b|printed\b|exported\b|page \d|end of\b|report\b|source:|disclaimer|disclosures?\b|footnotes?\b|important (?:notices?|information|disclosures?)\b|confidential|copyright|©|\*|the data\b|brokerage\b)/i
/** A title above lines that are no records, such as Footnotes. */
const footerTitle =
  /^(?:foot)?notes?\s*:?$|^disc(?:laimers?|losures?)\s*:?$|^important (?:notices?|information|disclosures?)\s*:?$/i
/** A text longer than this (characters) is no single name or number. */
const longText = 100

/** Rows at the end that are no records: one cell in a table of three columns or more, or words of a footer. */
function withoutFooters(rows: readonly SheetRow[], headers: readonly string[]) {
  const named = headers.filter((header) => header !== '').length
  const isLine = (row: SheetRow) => row.cells.length === 1 && !isValue(rowText(row))
  const title =
    named < 2 ? -1 : rows.findIndex((row, at) => footerTitle.test(rowText(row)) && rows.slice(at).every(isLine))
  if (title >= 0) return { table: rows.slice(0, title), footers: rows.slice(title) }
  const footers = trailing(rows, (row, before) => {
    const filled = filledIn(row)
    const [only = ''] = filled
    // A footer may contain the delimiter.
    if (filled.length > 1)
      return (
        row.cells.length < headers.length &&
        footerWords.test(only.trim()) &&
        !/^(?:grand |sub-?)?totals?\b/i.test(only.trim()) &&
        before !== undefined &&
        (row.row > before.row + 1 || (filledIn(before).length === 1 && isFooter(before)))
      )
    if (isValue(only)) return false
    if (isFooter(row)) return named >= 2
    // A single cell right below a record may be its rest; one with empty cells beside it may be a record that is cut off.
    const isApart = before === undefined || row.row > before.row + 1
    return named >= 3 && isApart && (row.cells.length === 1 || row.cells.length >= headers.length)
  })
  return { table: rows.slice(0, rows.length - footers.length), footers }
}

/** The most frequent number of cells in rows, the header's own if several are as frequent. */
function usualCells(rows: readonly SheetRow[], header: number): number {
  const counts = new Map([[header, 1]])
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return counts.get(header) === most
    ? header
    : Math.max(...[...counts].flatMap(([n, count]) => (count === most ? n : [])))
}

/** Refuses rows with more cells than the others: their cells are in other columns than they seem. */
function fitting(rows: readonly SheetRow[], header: SheetRow, found: FoundTables): SheetRow[] {
  const most = Math.max(header.cells.length, usualCells(rows, header.cells.length))
  const areEnded = areEndedByDelimiter(rows, header.cells)
  return rows.filter((row) => {
    const isOver = row.cells.length > most && !(areEnded && isEnded(row, header.cells.length))
    const isWide = row.types === undefined ? isOver : false
    if (!isWide && widthOf(row) <= header.cells.length) return true
    found.refused.push({
      row: row.row,
      column: null,
      text: rowText(row),
      cause: `The row has ${row.cells.length} cells, and the header names ${header.cells.length}.`,
      next_step: 'Put a cell that contains the delimiter in quotation marks, or check the delimiter.',
    })
    return false
  })
}

/**
 * Rows with fewer cells than the header may be pieces of a broken row, or lack a cell in the middle; rows with more may have a cell
 * too many in the middle.
 */
function unevenRows(
  { rows, headers }: Table,
  { isAside = () => false, isBetween = () => false, pieces }: DividingOptions,
): Question[] {
  const named = headers.findLastIndex((header) => header !== '') + 1
  const usual = Math.max(named, usualCells(rows, headers.length))
  const areEnded = areEndedByDelimiter(rows, headers)
  const isOf = (row: SheetRow, isUneven: (cells: readonly string[]) => boolean) =>
    row.types === undefined && isUneven(row.cells) && !isAside(row) && !isBetween(row)
  const isNarrow = (row: SheetRow) =>
    isOf(row, (cells) => {
      // A program that leaves out empty cells at the end of a row leaves none there.
      if (cells.at(-1)?.trim() === '') return cells.length < usual || cells.length < headers.length
      // Rows that end with a delimiter are one cell wider than the header; one without it is whole.
      return cells.length < usual && !(areEnded && cells.length === headers.length)
    })
  const isWide = (row: SheetRow) =>
    isOf(row, (cells) => cells.length > headers.length && !(areEnded && isEnded(row, headers.length)))
  // A break inside the last cell leaves a row that looks whole, and its rest as a row of one cell.
  const isBroken = (row: SheetRow, at: number) => {
    const [before, next] = [rows[at - 1], rows[at + 1]]
    // Behind an opening quotation mark the cell goes on in the next row.
    const isOpen = (row: SheetRow) => (row.cells[0] ?? '').split('"').length % 2 === 0
    const isPiece = (row: SheetRow | undefined, open: boolean) =>
      row !== undefined && isNarrow(row) && row.cells.length === 1 && isOpen(row) === open
    const isRest = isPiece(before, true) || (isPiece(before, false) && isOpen(row))
    return isPiece(next, false) || isRest || pieces.has(row.row + 1) || pieces.has(row.row - 1)
  }
  const uneven = rows.filter((row, at) => isNarrow(row) || isWide(row) || isBroken(row, at))
  if (uneven.length === 0) return []
  const numbers = uneven.map(({ row }) => row)
  const [narrow, wide] = [uneven.filter(isNarrow), uneven.filter(isWide)]
  const isBelowHeader = ({ cells }: SheetRow) => cells.length < headers.length
  const beside = numbers.filter((row) => ![...narrow, ...wide].some((odd) => odd.row === row))
  const sentences = [
    cellsInWords(
      narrow,
      narrow.every(isBelowHeader) ? { than: 'fewer', header: headers.length } : { than: 'fewer', usual },
    ),
    cellsInWords(wide, { than: 'more', header: headers.length }),
    beside.length === 0
      ? 'A line break inside a cell would do that.'
      : `${capital(rowNumbers(beside))} may be a part of the same record, divided by a line break inside a cell.`,
  ]
  return [
    {
      id: 'short-rows',
      rows: numbers,
      column: null,
      text: sentences.filter((sentence) => sentence !== '').join(' '),
      choices: [
        { value: 'refuse', label: numbers.length === 1 ? 'Leave this row out' : 'Leave these rows out' },
        {
          value: 'take',
          label: wide.length > 0 ? 'Their cells are in the right columns' : 'The missing cells are empty',
        },
      ],
    },
  ]
}

/** True for a row with one more cell than the header, which is empty: the row ends with a delimiter. */
const isEnded = ({ cells }: SheetRow, header: number): boolean =>
  cells.length === header + 1 && cells.at(-1)?.trim() === ''

/**
 * True if rows end with a delimiter and the header does not, as some custodians write: most of at least three rows do, or fewer rows all do, and
 * none of their named cells is empty. An empty cell too many in the middle of a row looks the same otherwise.
 */
function areEndedByDelimiter(rows: readonly SheetRow[], headers: readonly string[]): boolean {
  const ended = rows.filter((row) => isEnded(row, headers.length))
  if (rows.length >= 3) return ended.length * 2 > rows.length
  const isFull = ({ cells }: SheetRow) => headers.every((_, at) => (cells[at] ?? '').trim() !== '')
  return ended.length > 0 && ended.length === rows.length && ended.every(isFull)
}

/** Rows with more or fewer cells than the header, or than most rows, in words; empty if there are none. */
function cellsInWords(
  rows: readonly SheetRow[],
  { than, ...compared }: { than: string } & ({ header: number } | { usual: number }),
): string {
  const [first] = rows
  if (first === undefined) return ''
  const has = rows.length === 1 ? 'has' : 'have'
  const isSame = rows.every(({ cells }) => cells.length === first.cells.length)
  const [other, count] = 'header' in compared ? ['the header', compared.header] : ['most rows', compared.usual]
  const counts = isSame ? ` (${first.cells.length} instead of ${count})` : ''
  return `${capital(rowNumbers(rows.map(({ row }) => row)))} ${has} ${than} cells than ${other}${counts}.`
}

const sectionKind = /^(?:header|data|(?:sub-?|grand )?totals?\s*:?|trailer|notes?)$/i
const kindOf = ({ cells }: SheetRow) => (cells[1] ?? '').trim().toLowerCase()

/** Tables of a file whose first cell names a section and whose second one the kind of row; null for any other file. */
function readSections(rows: readonly SheetRow[], options: DividingOptions): FoundTables | null {
  const marked = rows.filter((row) => sectionKind.test(kindOf(row)))
  if (!marked.some((row) => kindOf(row) === 'header') || marked.length < 3 || marked.length * 2 < rows.length)
    return null
  const found: FoundTables = { tables: [], leftOut: [], refused: [], questions: [] }
  const footers = trailing(rows, (row) => row.cells.length === 1 && isFooter(row))
  let section = ''
  let header: SheetRow = { row: 0, cells: [] }
  let body: SheetRow[] = []
  for (const [at, row] of rows.entries()) {
    const [first = '', , ...cells] = row.cells
    const inside: SheetRow = { ...row, cells, ...(row.types ? { types: row.types.slice(2) } : {}) }
    const kind = kindOf(row)
    if (kind === 'header') {
      const title = isTitle(rows[at - 1]) ? rowText(rows[at - 1] ?? row) : null
      const isRepeated = first.trim() === section && title === null && isSameHeader(header.cells, cells)
      section = first.trim()
      if (isRepeated) leaveOut(found, row, 'It repeats the names of the columns.')
      else {
        header = inside
        body = []
        const titles = [section, ...(title === null ? [] : [title])]
        found.tables.push({ titles, headerRow: row.row, headers: headersOf(inside), rows: body })
      }
    } else if (kind === 'data' && first.trim() === section) body.push(...fitting([inside], header, found))
    else if (sectionKind.test(kind)) leaveOut(found, row, `It is marked as “${(row.cells[1] ?? '').trim()}”.`)
    else if (isTitle(row) && (found.tables.length === 0 || (rows[at + 1] && kindOf(rows[at + 1] ?? row) === 'header')))
      leaveOut(found, row, 'It is above the names of the columns.')
    else if (footers.includes(row)) leaveOut(found, row, 'It is a line under the table.')
    else {
      const cause = `It is not marked as a row of the section “${section}”.`
      found.refused.push({
        row: row.row,
        column: null,
        text: rowText(row),
        cause,
        next_step: 'Correct it in the file.',
      })
    }
  }
  const rests = rows.filter(({ cells, row }) => cells.length === 1 && found.refused.some((one) => one.row === row))
  const pieces = new Set([...options.pieces, ...rests.map(({ row }) => row)])
  for (const table of found.tables) found.questions.push(...unevenRows(table, { ...options, pieces }))
  return found
}

const isTitle = (row: SheetRow | undefined) =>
  row !== undefined && filledIn(row).length === 1 && !filledIn(row).some(isValue)

const isFooter = (row: SheetRow) => footerWords.test(rowText(row)) || rowText(row).length > longText
