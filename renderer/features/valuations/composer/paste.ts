import Papa from 'papaparse'
import { parseAmount } from '../../../../shared/domain/amounts.ts'
import { add, compare, toDecimal, zero } from '../../../../shared/domain/money.ts'
import { type ChosenClass, emptyRow, isCalledTotal, type Row } from './rows.ts'

/** The fields that a pasted column can be mapped to. */
export const pasteFields = ['name', 'class', 'value', 'external_id', 'ignore'] as const
export type PasteField = (typeof pasteFields)[number]

/** The pasted cells and their interpretation. */
export type PastedTable = {
  cells: readonly (readonly string[])[]
  /** True if the first row contains the column names. */
  header: boolean
  fields: readonly PasteField[]
}

/** The most rows that a valuation may have. */
export const mostRows = 5000

/** True if a pasted text is a range of spreadsheet cells rather than text for a single input. */
export const looksLikeTable = (text: string): boolean => /\t|\n./.test(text.trimEnd())

/** Splits clipboard text into cells: by tabs as copied from a spreadsheet, otherwise by commas or semicolons. */
export function readCells(text: string): string[][] {
  const delimiter = text.includes('\t') ? '\t' : ''
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter,
    delimitersToGuess: [',', ';'],
    skipEmptyLines: 'greedy',
    preview: mostRows + 2,
  })
  const width = Math.max(0, ...data.map((row) => row.length))
  return data.map((row) => Array.from({ length: width }, (_, at) => (row[at] ?? '').trim()))
}

const words: Readonly<Record<Exclude<PasteField, 'ignore'>, RegExp>> = {
  value: /^(?:(?:market|total|current|fair|usd|end(?:ing)?)\s+)*(?:value|amount|balance|mv|worth)\b/i,
  external_id:
    /\b(?:external\s*id|identifier|reference|ref|account\s+(?:no|number)|cusip|isin|symbol|ticker)\b|\baccount\s*#|^id$/i,
  class: /\b(?:class|category|type)\b/i,
  name: /\b(?:name|asset|description|security|holding|investment|account|position)s?\b/i,
}

const folded = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
const isAmount = (text: string) => parseAmount(text).value !== null

/** Finds a class by its id or name; a name shared by two classes finds none. */
export function classFinder(known: readonly ChosenClass[]): (text: string) => ChosenClass | null {
  const classes = known.map(({ id, name }) => ({ id, name }))
  const byId = new Map(classes.map((each) => [each.id, each]))
  const byName = new Map<string, ChosenClass | null>()
  for (const each of classes) byName.set(folded(each.name), byName.has(folded(each.name)) ? null : each)
  return (text) => byId.get(text.trim()) ?? byName.get(folded(text)) ?? null
}

type Find = ReturnType<typeof classFinder>

function headerFields(first: readonly string[]): PasteField[] | null {
  const fields = first.map((): PasteField => 'ignore')
  for (const field of ['value', 'external_id', 'class', 'name'] as const) {
    const at = first.findIndex((cell, column) => fields[column] === 'ignore' && words[field].test(cell))
    if (at >= 0) fields[at] = field
  }
  const named = fields.filter((field) => field !== 'ignore').length
  return named >= Math.min(2, first.length) && !first.some(isAmount) ? fields : null
}

/** The index of the column in which most cells match, the last one among equals; -1 if hardly any cells match. */
function mostly(rows: readonly (readonly string[])[], is: (cell: string) => boolean, free: (at: number) => boolean) {
  const width = rows[0]?.length ?? 0
  let best = { at: -1, count: 0 }
  for (let at = 0; at < width; at++) {
    const count = free(at) ? rows.filter((row) => is(row[at] ?? '')).length : 0
    if (count > 0 && count >= best.count) best = { at, count }
  }
  return best.count * 2 >= rows.length ? best.at : -1
}

/** True if a cell is formatted as money, since a plain number may be an account number. */
const isMoney = (text: string) => isAmount(text) && /[$(,.]/.test(text)

/** Guesses the field of each column from the first row's words, otherwise from the cells. */
export function understand(cells: readonly (readonly string[])[], find: Find): PastedTable {
  const [first = [], ...rest] = cells
  const named = rest.length > 0 ? headerFields(first) : null
  if (named?.includes('value')) return { cells, header: true, fields: named }
  const rows = named ? rest : cells
  const fields: PasteField[] = named ? [...named] : first.map((): PasteField => 'ignore')
  const free = (at: number) => fields[at] === 'ignore'
  const put = (field: PasteField, at: number) => {
    if (at >= 0 && !fields.includes(field)) fields[at] = field
  }
  const money = mostly(rows, isMoney, free)
  put('value', money >= 0 ? money : mostly(rows, isAmount, free))
  put(
    'class',
    mostly(rows, (cell) => find(cell) !== null, free),
  )
  for (const field of ['name', 'class', 'external_id'] as const)
    put(
      field,
      first.findIndex((_, at) => free(at)),
    )
  return { cells, header: named !== null, fields }
}

export type PastedRows = {
  rows: Row[]
  /** The names of the rows that are totals of other rows. They are in `rows` only with `keepTotals`. */
  totals: string[]
  /** Rows whose class is unknown or ambiguous. */
  unknownClasses: number
  /** Rows whose value is not an amount. */
  unreadValues: number
}

/**
 * Turns the pasted cells into rows of the valuation. Totals are left out, because an asset called "Subtotal" would count the
 * others twice.
 *
 * @param options.keepTotals - keeps totals as assets
 */
export function rowsOf(
  { cells, header, fields }: PastedTable,
  { find, keepTotals = false }: { find: Find; keepTotals?: boolean },
): PastedRows {
  const at = (row: readonly string[], field: PasteField) => {
    const column = fields.indexOf(field)
    return column < 0 ? '' : (row[column] ?? '')
  }
  const all = (header ? cells.slice(1) : cells).map((cell): Row => {
    const chosen = find(at(cell, 'class'))
    return {
      ...emptyRow(),
      name: at(cell, 'name'),
      class: chosen,
      class_text: chosen ? '' : at(cell, 'class'),
      value: at(cell, 'value'),
      external_id: at(cell, 'external_id'),
    }
  })
  const last = isUnnamedTotal(all) ? all.at(-1) : undefined
  const isTotal = (row: Row) => row === last || isCalledTotal(row)
  const rows = keepTotals ? all : all.filter((row) => !isTotal(row))
  return {
    rows,
    totals: all.filter(isTotal).map(({ name, class_text }) => name || class_text || 'the last row'),
    unknownClasses: rows.filter((row) => row.class === null).length,
    unreadValues: rows.filter((row) => !isAmount(row.value)).length,
  }
}

/** True if the last row has no text and its value is the sum of the rows above. */
function isUnnamedTotal(rows: readonly Row[]): boolean {
  const last = rows.at(-1)
  if (last === undefined || rows.length < 2) return false
  if (last.class !== null || [last.name, last.class_text, last.external_id].some((text) => text !== '')) return false
  const value = parseAmount(last.value).value
  const values = rows.slice(0, -1).map((row) => parseAmount(row.value).value)
  if (value === null || values.some((each) => each === null)) return false
  const sum = values.reduce((total, each) => add(total, toDecimal(each ?? 0)), zero)
  return compare(sum, toDecimal(value)) === 0
}
