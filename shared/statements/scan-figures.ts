import { amountForm } from '../tables/amounts.ts'
import { boxOf, type PageBox } from '../tables/placed-rows.ts'
import type { SheetRow } from '../tables/split.ts'
import type { ColumnUse, Statement, StatementTable } from './statement.ts'

/** The texts of cells that the user confirmed, by {@link figureKey}, each beside the text that was read there. */
export type ConfirmedTexts = Readonly<Record<string, { text: string; read: string }>>

/** `header`: the name of the column that is taken for the value; `number`: another text with a digit in it. */
export const figureKinds = [
  'name',
  'identifier',
  'quantity',
  'price',
  'value',
  'total',
  'date',
  'account',
  'header',
  'number',
] as const

/** A text of a scan on which something depends that would be logged. */
export type ScanFigure = {
  /** Of the file's rows; 0 for a text whose place was not found. */
  row: number
  /** From 0. */
  cell: number
  of: (typeof figureKinds)[number]
  /** The name of its column, as it was read; empty if it has none. */
  column: string
  /** As it counts: the text that was read, or the correction. */
  text: string
  read: string
  /** Its place, or that of its line; null if that was not found. */
  place: { page: number; box: PageBox } | null
  /** False where the program that read it says that it may be another text. */
  isSure: boolean
}

export const figureKey = ({ row, cell }: Pick<ScanFigure, 'row' | 'cell'>): string => `${row}:${cell}`

/** The rows with the texts that the user confirmed. One that was confirmed beside another text than the one that is read now is left out. */
export function withConfirmed(rows: readonly SheetRow[], confirmed: ConfirmedTexts): SheetRow[] {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((read, cell) => confirmedAt(confirmed, { row: row.row, cell, read }) ?? read),
  }))
}

function confirmedAt(confirmed: ConfirmedTexts, of: { row: number; cell: number; read: string }): string | null {
  const key = figureKey(of)
  const own = Object.hasOwn(confirmed, key) ? confirmed[key] : undefined
  return own?.read === of.read.trim() ? own.text : null
}

/** Whether the user confirmed a figure as it is read, or corrected, now. */
export const isConfirmed = (figure: ScanFigure, confirmed: ConfirmedTexts): boolean =>
  confirmedAt(confirmed, figure)?.trim() === figure.text

/** The rows as they were read, and with the texts that the user confirmed. */
type Rows = { read: readonly SheetRow[]; rows: readonly SheetRow[] }

/**
 * Every text that the user has to confirm: of rows with holdings, amounts and totals, and of those that are asked or cannot be read, what their columns are used for; the
 * names of the columns of values; the texts with the date and the accounts' numbers.
 */
export function figuresOf(statement: Statement, { read, rows }: Rows): ScanFigure[] {
  const counted = countedRows(statement)
  const found = new Map<string, Pick<ScanFigure, 'row' | 'cell' | 'of' | 'column' | 'text'>>()
  const add = (of: ScanFigure['of'], row: SheetRow, cell: number, column = '') => {
    const figure = { row: row.row, cell, of, column, text: (row.cells[cell] ?? '').trim() }
    if (figure.text !== '' && !found.has(figureKey(figure))) found.set(figureKey(figure), figure)
  }
  for (const row of rows) {
    const taken = counted.get(row.row)
    if (taken === undefined) continue
    const table = tableOf(statement.tables, row.row)
    const uses = row.cells.map((_, cell) => kindOf(table, cell))
    const own = uses.map((kind) => (taken === 'total' ? (kind === 'value' ? 'total' : null) : kind))
    const isAny = own.some((kind, cell) => kind !== null && (row.cells[cell] ?? '').trim() !== '')
    for (const [cell, text] of row.cells.entries()) {
      const kind = own[cell] ?? null
      if (kind !== null) add(kind, row, cell, table?.headers[cell] ?? '')
      // Without a column that is used, each number may be the one that counts.
      else if (!isAny && /\d/.test(text)) add(taken === 'total' ? 'total' : 'number', row, cell)
    }
    if (
      taken === 'total' &&
      isAny &&
      !row.cells.some((text, cell) => own[cell] === 'total' && amountForm(text) !== null)
    )
      for (const [cell, text] of row.cells.entries()) if (amountForm(text) !== null) add('total', row, cell)
  }
  for (const { headerRow, uses, is } of statement.tables) {
    const header = rows.find(({ row }) => row === headerRow)
    if (header && is !== 'transactions' && is !== 'other')
      for (const [cell, use] of uses.entries()) if (use === 'value') add('header', header, cell)
  }
  const missing: [ScanFigure['of'], string][] = []
  const place = (of: 'date' | 'account', text: string) => {
    const places = placesOf(rows, text, (row) => of === 'date' || !counted.has(row.row))
    for (const { row, cell } of places) add(of, row, cell)
    if (places.length === 0) missing.push([of, text])
  }
  const has = (use: ColumnUse) => statement.tables.some(({ uses }) => uses.includes(use))
  for (const { number } of statement.accounts) if (number !== '' && !has('account_number')) place('account', number)
  const { date, from } = statement.asOf
  if (date !== null && from !== null && !isElsewhere(from)) place('date', from)
  const asRead = new Map(read.map((row) => [row.row, row]))
  // A correction after which nothing depends on its text any more can still be corrected.
  for (const row of rows)
    for (const [cell, text] of row.cells.entries())
      if (text !== asRead.get(row.row)?.cells[cell]) add('number', row, cell)
  const figures = [...found.values()].map((figure): ScanFigure => {
    const row = asRead.get(figure.row)
    return { ...figure, read: (row?.cells[figure.cell] ?? '').trim(), ...placeOf(row, figure.cell) }
  })
  for (const [cell, [of, text]] of missing.entries())
    figures.push({ row: 0, cell, of, column: '', text, read: text, place: null, isSure: false })
  return figures.toSorted((one, other) => one.row - other.row || one.cell - other.cell)
}

function placeOf(row: SheetRow | undefined, cell: number): Pick<ScanFigure, 'place' | 'isSure'> {
  if (row?.place === undefined) return { place: null, isSure: false }
  const { page, printed } = row.place
  const own = printed.texts.filter(({ column }) => column === cell)
  // A text of several lines may have its place in another one.
  const isOwn = own.length > 0 && own.map(({ text }) => text).join(' ') === row.cells[cell]
  const box = boxOf(printed, isOwn ? own : printed.texts)
  return { place: { page, box }, isSure: isOwn && own.every(({ isUnsure }) => !isUnsure) }
}

/** A date that is no text of the pages, or is in a column whose cells are figures already. */
const isElsewhere = (from: string) => from === 'the file’s name' || from === 'the column of dates'

function countedRows(statement: Statement): Map<number, 'row' | 'total'> {
  const counted = new Map<number, 'row' | 'total'>()
  for (const { row } of [...statement.waiting, ...statement.refused]) counted.set(row, 'row')
  for (const { rows, lines, refused, questions, statedTotal } of statement.accounts) {
    for (const { row } of [...rows, ...lines, ...refused]) counted.set(row, 'row')
    for (const row of questions.flatMap((question) => question.rows)) counted.set(row, 'row')
    if (statedTotal) counted.set(statedTotal.row, 'total')
  }
  return counted
}

const tableOf = (tables: readonly StatementTable[], row: number): StatementTable | undefined =>
  tables
    .toSorted((one, other) => (one.headerRow ?? 0) - (other.headerRow ?? 0))
    .findLast(({ headerRow }) => (headerRow ?? 0) < row)

const kinds: Readonly<Record<ColumnUse, ScanFigure['of'] | null>> = {
  name: 'name',
  symbol: 'identifier',
  cusip: 'identifier',
  isin: 'identifier',
  sedol: 'identifier',
  custodian: 'identifier',
  kind: null,
  value: 'value',
  currency: 'number',
  account_number: 'account',
  account_name: 'name',
  as_of: 'date',
  price_date: 'date',
  accrued: 'value',
  quantity: 'quantity',
  ignore: null,
}

function kindOf(table: StatementTable | undefined, cell: number): ScanFigure['of'] | null {
  const use = table?.uses[cell]
  if (use === undefined) return null
  return kinds[use] ?? (/\bprice\b|\bnav\b/i.test(table?.headers[cell] ?? '') ? 'price' : null)
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** The cells that have a text; or else those of the rows that it goes over. */
function placesOf(rows: readonly SheetRow[], text: string, isMeant: (row: SheetRow) => boolean) {
  const wanted = plain(text)
  const cells = rows.filter(isMeant).flatMap((row) => row.cells.map((own, cell) => ({ row, cell, own: plain(own) })))
  const whole = cells.filter(({ own }) => own.includes(wanted))
  if (whole.length > 0) return whole
  return cells.filter(
    ({ row, own }) => /\d/.test(own) && plain(row.cells.join('')).includes(wanted) && wanted.includes(own),
  )
}
