import { type Decimal, roundToCents, subtract } from '../domain/money.ts'
import { type Amount, amountForm, decimalOf, decimalText, readAmountColumn, type SignMarks } from '../tables/amounts.ts'
import { inDollars, readConversion } from '../tables/conversion.ts'
import { cellState, stateText } from '../tables/damage.ts'
import type { Answers, LeftOutRow, Question } from '../tables/doubts.ts'
import type { Table } from '../tables/find-tables.ts'
import { readSigns } from '../tables/holding-columns.ts'
import { type Sheet, type SheetRow, textIn } from '../tables/split.ts'
import { totalLabel } from '../tables/totals.ts'
import { accountInTitle } from './account-titles.ts'
import { type answersByScope, keyOf } from './answers.ts'
import { type Group, type GroupUses, identifiersIn, usesOfGroup } from './columns.ts'
import type { ColumnUse } from './statement.ts'

/** A group with everything that is known of its columns. */
export type ReadGroup = Group &
  GroupUses & {
    amounts: ReturnType<typeof readAmountColumn>
    conversion: ReturnType<typeof readConversion>
    /** Accrued interest of a row beside its value, in US dollars; null if it has none or that cannot be read. */
    accruedOf: (row: SheetRow) => Decimal | null
    column: (use: GroupUses['uses'][number]) => number
    isTotal: (row: SheetRow) => boolean
    /** Rows of a table of cash that are its balances; null for other tables. */
    cash: ReturnType<typeof countedCash> | null
    /** Rows that are the totals of indented rows below them. */
    parents: ReadonlySet<number>
    /** Numbers of the rows of tables in which the name of a holding is in the row below it. */
    twoLines: ReadonlySet<number>
    /** True if most rows leave out the number of their account, as where it is in the first row of each alone. */
    isNumberedOnce: boolean
  }

/** The tables of a file, with the lines around them. */
type FoundTables = { tables: readonly Table[]; leftOut: readonly LeftOutRow[] }

/** Groups the tables of a file by their names of columns, and reads their columns. */
export function readGroups(
  sheet: Sheet,
  { tables, leftOut }: FoundTables,
  of: ReturnType<typeof answersByScope>,
): ReadGroup[] {
  const lines = { baseCurrency: currencyOfFacts(tables), notes: leftOut.map(({ text }) => text) }
  const groups = groupsOf(sheet, tables)
  const read = groups.map((group) => readGroup(group, of(group.scope), lines))
  if (read.some(({ is }) => is === 'holdings')) return read
  // Names of columns that say nothing: whether the largest table of amounts lists holdings is asked.
  const unknown = read.filter((group) => group.is === 'other' && of(group.scope).is === undefined && hasAmounts(group))
  const [largest] = unknown.toSorted((a, b) => b.rows.length - a.rows.length)
  if (largest === undefined) return read
  const question: Question = {
    id: 'is',
    rows: largest.tables.flatMap(({ headerRow }) => headerRow ?? []),
    column: null,
    text: `The names of the columns do not say what the table has: ${largest.headers
      .filter((header) => header !== '')
      .join(', ')
      .slice(0, 120)}.`,
    choices: [
      { value: 'holdings', label: 'It lists holdings with their values' },
      { value: 'other', label: 'It lists something else' },
    ],
  }
  const asked = readGroup(largest, { ...of(largest.scope), is: 'holdings' }, lines)
  return read.map((group) => (group === largest ? { ...asked, questions: [question, ...asked.questions] } : group))
}

/** True if rows have a text and two amounts, as holdings have. */
const hasAmounts = ({ rows }: Group): boolean => {
  const isRecord = ({ cells }: SheetRow) =>
    cells.filter((cell) => amountForm(cell) !== null).length >= 2 &&
    cells.some((cell) => /\p{L}{2}/u.test(cell) && amountForm(cell) === null)
  return rows.filter(isRecord).length * 2 > rows.length
}

function groupsOf(sheet: Sheet, tables: readonly Table[]): Group[] {
  const isSections = sheet.rows.some(({ cells }) => /^header$/i.test((cells[1] ?? '').trim()))
  const groups = new Map<string, Group>()
  for (const table of tables) {
    const names = table.headers
      .map((text) => text.toLowerCase().replace(/\s+/g, ' ').trim())
      .join('\t')
      .trimEnd()
    const key = isSections ? `${table.titles[0] ?? ''}\t\t${names}` : names
    const group = groups.get(key)
    if (group) {
      group.tables.push(table)
      for (const row of table.rows) group.rows.push(row)
      group.titles.push(...table.titles)
    } else {
      const own = { tables: [table], rows: [...table.rows], titles: [...table.titles] }
      groups.set(key, { scope: `h${keyOf(key)}/`, headers: table.headers, ...own })
    }
  }
  return [...groups.values()]
}

/** The label and the value in a row of a table of facts, such as Account, U4410001. */
export function factIn({ headers }: Pick<Group, 'headers'>, row: SheetRow): [label: string, value: string] {
  const at = (name: RegExp, otherwise: number) => {
    const found = headers.findIndex((header) => name.test(header))
    return textIn(row, found < 0 ? otherwise : found)
  }
  return [at(/^field name$/i, 0), at(/^field value$/i, 1)]
}

/** The base currency that a table of facts names; null if there is none. */
function currencyOfFacts(tables: readonly Table[]): string | null {
  for (const table of tables)
    for (const row of table.rows) {
      const [label, value] = factIn(table, row)
      if (/^base currency$/i.test(label)) return value.toUpperCase()
    }
  return null
}

type Lines = { baseCurrency: string | null; notes: readonly string[] }

function readGroup(group: Group, answers: Answers, { baseCurrency, notes }: Lines): ReadGroup {
  const uses = usesOfGroup(group, answers)
  const column = (use: GroupUses['uses'][number]) => uses.uses.indexOf(use)
  const cash = uses.is === 'cash' ? countedCash(group.rows, { uses: uses.uses, baseCurrency }) : null
  const rows = cash === null ? group.rows : group.rows.filter((row) => cash.counts(row) && !cash.isInBase(row))
  const table = { headers: group.headers, rows, titles: group.titles }
  const parents = uses.is === 'holdings' ? treeParents(group.tables, uses) : new Set<number>()
  const totals = new Map<SheetRow, boolean>()
  const isTotal = (row: SheetRow): boolean => {
    const known = totals.get(row)
    if (known !== undefined) return known
    const is = parents.has(row.row) || isTotalRow(row, uses)
    totals.set(row, is)
    return is
  }
  const signs = readSigns(
    table,
    uses.uses.map((use) => (use === 'kind' ? 'class' : use === 'value' ? 'value' : 'ignore')),
  )
  const [nameAt, quantityAt] = [column('name'), column('quantity')]
  const withNames = (row: SheetRow): SignMarks => {
    const marks = signs(row)
    if (marks.debt !== null || marks.side !== null) return marks
    const name = stateText(textIn(row, nameAt))
    const owed = /\b(?:margin (?:debit|balance|loan)|debit balance|loan balance|short (?:market )?value)\b/i.exec(name)
    if (owed) return { ...marks, debt: owed[0] }
    return quantityIn(row, quantityAt)?.isNegative ? { ...marks, debt: 'a negative quantity' } : marks
  }
  const isRead = uses.is === 'holdings' || uses.is === 'cash' || uses.is === 'totals'
  const valueAt = isRead ? column('value') : -1
  const amounts = readAmountColumn(isRead ? { ...table, rows: group.rows } : { headers: [], rows: [] }, {
    ...{ at: valueAt, answers, isTotal, signs: withNames },
  })
  const conversion = readConversion(isRead && uses.is !== 'totals' ? table : { ...table, rows: [] }, {
    ...{ valueAt, currencyAt: column('currency'), answers, isTotal, tables: group.tables, notes },
  })
  const accrued = readAccrued(table, { uses, answers, isTotal, conversion, tables: group.tables, notes })
  const questions = isRead ? [...uses.questions, ...amounts.questions, ...conversion.questions] : []
  return {
    ...group,
    ...uses,
    questions,
    amounts: uses.accrued === 'off' ? { ...amounts, read: (row) => accrued.without(row, amounts.read(row)) } : amounts,
    accruedOf: accrued.of,
    conversion,
    column,
    isTotal,
    cash,
    parents,
    twoLines: uses.is === 'holdings' ? rowsOfTwoLines(group.tables) : new Set(),
    isNumberedOnce: isNumberedOnce(group, column('account_number')),
  }
}

type AccruedOptions = {
  uses: GroupUses
  answers: Answers
  isTotal: (row: SheetRow) => boolean
  conversion: ReadGroup['conversion']
  tables: readonly Table[]
  notes: readonly string[]
}

/** Reads the column of accrued interest, in the notation, the unit and the currency of its own cells and name. */
function readAccrued(
  table: Pick<Table, 'headers' | 'rows' | 'titles'>,
  { uses: { uses, accrued, is }, answers, isTotal, conversion, tables, notes }: AccruedOptions,
): { of: (row: SheetRow) => Decimal | null; without: (row: SheetRow, amount: Amount) => Amount } {
  const at = is === 'holdings' ? uses.indexOf('accrued') : -1
  if (at < 0) return { of: () => null, without: (_, amount) => amount }
  const signs = () => ({ side: null, debt: null })
  const { read } = readAmountColumn(table, { at, answers, isTotal, signs })
  const isEmpty = (row: SheetRow) => cellState(textIn(row, at)).is === 'empty'
  const own =
    accrued === 'off'
      ? conversion
      : readConversion(table, { valueAt: at, currencyAt: uses.indexOf('currency'), answers, isTotal, tables, notes })
  return {
    of(row) {
      if (accrued === 'within' || isEmpty(row)) return null
      const [amount, rate] = [read(row), own.rate(row)]
      if ('problem' in amount || rate === null || rate === 'open') return null
      const exact = inDollars(amount.value, rate, own.factor)
      return own.currency(row) === 'USD' ? exact : { units: roundToCents(exact), scale: 2 }
    },
    without(row, amount) {
      if ('problem' in amount || isEmpty(row)) return amount
      const interest = read(row)
      if ('problem' in interest) return { problem: 'The accrued interest in its value cannot be read.' }
      return { value: subtract(amount.value, interest.value) }
    },
  }
}

const isNumberedOnce = ({ rows }: Group, at: number): boolean =>
  at >= 0 && rows.filter((row) => textIn(row, at) === '').length * 2 > rows.length

/** The number of units in a row, to compare lots and to notice short positions; null if it is not certain. */
export function quantityIn(row: SheetRow, at: number): { value: Decimal; isNegative: boolean } | null {
  const form = at < 0 ? null : amountForm(textIn(row, at))
  const text = form && !form.isPerCent ? decimalText(form.digits, 'point') : null
  return form === null || text === null
    ? null
    : { value: decimalOf(text, form.isNegative), isNegative: form.isNegative }
}

/**
 * A row is a total if one of its texts says so, unless it has an identifier and a name with more than that word; or if it has a value and nothing
 * that names a holding.
 */
function isTotalRow(row: SheetRow, group: GroupUses): boolean {
  const { uses } = group
  const hasId = identifiersIn(row, group).length > 0
  if (totalLabel(row) === '') {
    const name = namingText(row, group)
    const hasUnits = textIn(row, uses.indexOf('quantity')) !== ''
    return !hasId && !hasUnits && (/^(?:sub-?)?totals?\b/i.test(name) || isValueAlone(row, uses))
  }
  const name = namingText(row, group)
  return /^(?:sub[- ]?|grand |account )?totals?\s*[:=]?$/i.test(name) || !hasId
}

/** The text that names a row: its name, or the words in its column of symbols where it has none. */
export function namingText(row: SheetRow, { uses }: Pick<GroupUses, 'uses'>): string {
  const name = stateText(textIn(row, uses.indexOf('name')))
  return name === '' ? stateText(textIn(row, uses.indexOf('symbol'))) : name
}

/** True for a row whose only amount is its value, beside a share in per cent at most, without any words. */
function isValueAlone(row: SheetRow, uses: GroupUses['uses']): boolean {
  const filled = row.cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at]))
  return (
    filled.length <= 2 &&
    filled.includes(uses.indexOf('value')) &&
    filled.every((at) => amountForm(row.cells[at] ?? '') !== null)
  )
}

/** The rows of a table whose names are indented less than that of the row below them: they are the totals of those rows. */
function treeParents(tables: readonly Table[], group: GroupUses): ReadonlySet<number> {
  const nameAt = group.uses.indexOf('name')
  const parents = new Set<number>()
  if (nameAt < 0) return parents
  const indent = ({ cells }: SheetRow) => /^[ \u00a0\t]*/.exec(cells[nameAt] ?? '')?.[0].length ?? 0
  for (const { rows } of tables)
    for (const [at, row] of rows.entries()) {
      const next = rows[at + 1]
      if (next !== undefined && indent(next) > indent(row) && identifiersIn(row, group).length === 0)
        parents.add(row.row)
    }
  if (parents.size > 0)
    for (const { rows } of tables) for (const row of rows) if (isEmptyAccount(row, group)) parents.add(row.row)
  return parents
}

/** An account without holdings in a tree: its total has no rows below it. */
function isEmptyAccount(row: SheetRow, group: GroupUses): boolean {
  const { uses } = group
  if (textIn(row, uses.indexOf('quantity')) !== '' || identifiersIn(row, group).length > 0) return false
  return accountInTitle(textIn(row, uses.indexOf('name')))?.isMasked === true
}

/**
 * The rows of tables in which most records have a row of one text right below them: of all tables if most records of all have one, else of
 * each table by itself, since another one may have lost its names.
 */
function rowsOfTwoLines(tables: readonly Table[]): ReadonlySet<number> {
  const found = areTwoLines(tables) ? tables : tables.filter((table) => areTwoLines([table]))
  return new Set(found.flatMap(({ rows }) => rows.map(({ row }) => row)))
}

function areTwoLines(tables: readonly Table[]): boolean {
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length
  let [records, named] = [0, 0]
  for (const { rows } of tables)
    for (const [at, row] of rows.entries()) {
      if (filled(row) < 3) continue
      records++
      const next = rows[at + 1]
      if (
        next !== undefined &&
        next.row === row.row + 1 &&
        filled(next) === 1 &&
        amountForm(next.cells[0] ?? '') === null
      )
        named++
    }
  return records > 1 && named * 5 >= records * 4
}

const flows =
  /\b(?:starting|beginning|opening|deposits?|withdrawals?|dividends?|interest|fees?|commissions?|trades?|purchases?|sales|net trades|transfers?|tax|change|gain|loss|adjustments?)\b/i
const endings = /^(?:ending|closing|end)\b|\b(?:ending|closing)\b.*\bbalance\b/i
const baseWords = /\bbase (?:currency|ccy)\b/i

/**
 * The balances in a table of cash. Of a table that leads from a beginning to an end, only the end counts; of one that has each currency and their
 * sum in the base currency, the sum counts where that is US dollars, and each currency where it is another.
 */
function countedCash(
  rows: readonly SheetRow[],
  { uses, baseCurrency }: { uses: readonly ColumnUse[]; baseCurrency: string | null },
): {
  counts: (row: SheetRow) => boolean
  /** True for a sum of all currencies, in the base currency. */
  isInBase: (row: SheetRow) => boolean
  nameOf: (row: SheetRow) => string
} {
  const named = uses.indexOf('name')
  const nameAt = named >= 0 ? named : wordsAt(rows, uses)
  const currencyAt = uses.indexOf('currency')
  const nameOf = (row: SheetRow) => stateText(textIn(row, nameAt))
  const isInBase = (row: SheetRow) => baseWords.test(textIn(row, currencyAt)) || baseWords.test(nameOf(row))
  const ends = rows.filter((row) => endings.test(nameOf(row)))
  const balances = ends.length > 0 ? ends : rows.filter((row) => !flows.test(nameOf(row)))
  const whole = balances.filter((row) => !/\bsettled\b/i.test(nameOf(row)))
  const distinct = whole.length > 0 ? whole : balances
  const sums = distinct.filter(isInBase)
  const isDollars =
    baseCurrency === null ? distinct.every((row) => isInBase(row) || isUsd(row, currencyAt)) : baseCurrency === 'USD'
  const counted = new Set(sums.length === 0 ? distinct : isDollars ? sums : distinct.filter((row) => !isInBase(row)))
  return { counts: (row) => counted.has(row), isInBase: (row) => isDollars && isInBase(row), nameOf }
}

const isUsd = (row: SheetRow, at: number): boolean => /^(?:usd|us dollars?)?$/i.test(textIn(row, at))

/** The column that names the rows: the one with the most words of cash. */
function wordsAt(rows: readonly SheetRow[], uses: readonly ColumnUse[]): number {
  const words = (at: number) => rows.filter((row) => /\b(?:cash|balances?|sweep)\b/i.test(textIn(row, at))).length
  const free = uses.flatMap((use, at) => (use === 'ignore' || use === 'kind' ? [{ at, count: words(at) }] : []))
  return free.toSorted((a, b) => b.count - a.count)[0]?.at ?? 0
}
