import { amountText, parseAmount } from '../domain/amounts.ts'
import { type AmountColumn, readAmountColumn } from './amounts.ts'
import { chooseTable } from './choose-table.ts'
import { dollarNumber, inDollars, isAnswered, readConversion } from './conversion.ts'
import { stateText } from './damage.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, type RefusedRow, rowCount } from './doubts.ts'
import { rowText, type Table } from './find-tables.ts'
import {
  concludeUses,
  type HoldingField,
  identifierIn,
  isHoldingsHeader,
  isTransactions,
  meaningOf,
  nameAndIdentifier,
  readSigns,
} from './holding-columns.ts'
import { type Sheet, type SheetRow, textIn } from './split.ts'
import { isLabelledTotal, isTotalLabel, type StatedTotal, sumOfOthers, sumRows, totalLabel, wordsIn } from './totals.ts'

/** One holding as the table has it. */
export type Holding = {
  row: number
  name: string
  class_text: string
  /** USD; null if the cell has no readable amount. */
  value: number | null
  /** The value as an input shows it: the amount, or the cell's text. */
  value_text: string
  /** Why there is no value; null if there is one. */
  problem: string | null
  external_id: string
}

export type HoldingsReading = {
  /** The columns of the table that is read, and how each is used. */
  headers: readonly string[]
  headerRow: number | null
  fields: readonly HoldingField[]
  /** The rows of that table as they are in the file. */
  shown: readonly SheetRow[]
  questions: Question[]
  /** True once every question is answered and the columns of name and value are known. */
  isReady: boolean
  holdings: Holding[]
  refused: RefusedRow[]
  leftOut: LeftOutRow[]
  /** Rows that an open question takes or refuses. */
  waiting: LeftOutRow[]
  totals: StatedTotal[]
  /** Sentences about columns that are not used, and why. */
  notes: string[]
  /** Sentences for the description of a valuation: rates of conversion, units. */
  remarks: string[]
  /** Rows with content, without the header: those taken, refused, left out and waiting together. */
  rowsIn: number
}

export type HoldingsOptions = {
  answers: Answers
  /** The row of the header as chosen by the advisor; null for none; absent to find it. */
  headerRow?: number | null
  /** The use of each column as chosen by the advisor; null to conclude it. */
  fields: readonly HoldingField[] | null
  /** True for a text that names an asset class. */
  isClass: (text: string) => boolean
  /** Takes totals as holdings. */
  keepTotals: boolean
}

/**
 * Reads the holdings in a sheet: finds the table, its columns by their names, one notation for each column of amounts, and takes out
 * totals. Whatever allows two readings is a question; every row is a holding, refused or left out.
 */
export function readHoldings(sheet: Sheet, options: HoldingsOptions): HoldingsReading {
  const { answers, keepTotals } = options
  const { table, shown, ...doubts } = chooseTable(sheet, {
    ...options,
    isKnownHeader: isHoldingsHeader,
    isAside: isLabelledTotal,
    candidates: tablesOfHoldings,
    which: 'Which one is this valuation?',
    whyOther,
  })
  const { refused, leftOut, waiting } = doubts
  const rowsIn = leftOut.length + refused.length + waiting.length + (table?.rows.length ?? 0)
  if (table === null) {
    const none = { headers: [], headerRow: null, fields: [], holdings: [], totals: [], notes: [], remarks: [] }
    return { ...none, ...doubts, shown, isReady: false, rowsIn }
  }
  const { headers, headerRow, rows } = table
  const uses = options.fields ? { fields: options.fields, questions: [], notes: [] } : concludeUses(table, options)
  const column = (field: HoldingField) => uses.fields.indexOf(field)
  const [nameAt, classAt, valueAt, idAt] = [column('name'), column('class'), column('value'), column('external_id')]
  const isTotal = (row: SheetRow) => !keepTotals && isTotalRow(row, { nameAt, idAt })
  const amounts = readAmountColumn(table, { at: valueAt, answers, isTotal, signs: readSigns(table, uses.fields) })
  const conversion = readConversion(table, { valueAt, currencyAt: column('currency'), answers, isTotal })
  const { factor } = conversion
  const account = chooseAccount(table, { answers, isTotal })
  const sum = keepTotals
    ? null
    : askSum(table, { answers, idAt, isAside: (row) => isTotal(row) || account?.isOther(row) === true, amounts })
  const holdings: Holding[] = []
  const totals: StatedTotal[] = []
  const sums = sumRows()
  for (const row of rows) {
    const read = amounts.read(row)
    const amount = 'value' in read ? read.value : null
    const stated = amount && inDollars(amount, one, factor)
    const isSum = !keepTotals && stated !== null && sums.isSum(stated) && mayBeTotal(row, { idAt, rows })
    if (isTotal(row) || isSum || sum?.isTotal(row)) {
      leftOut.push({ row: row.row, text: rowText(row), why: 'It is the total of other rows.' })
      totals.push({
        row: row.row,
        label: totalLabel(row) || wordsIn(row)[0] || `Row ${row.row}`,
        difference: sums.differenceTo(stated),
      })
      continue
    }
    if (account?.isOther(row)) {
      leftOut.push({ row: row.row, text: rowText(row), why: 'It belongs to another account.' })
      continue
    }
    const rate = conversion.rate(row)
    if (rate === 'open') {
      waiting.push({ row: row.row, text: rowText(row), why: 'Its value is not in US dollars.' })
      continue
    }
    if (rate === null) {
      refused.push({ row: row.row, column: valueAt, text: rowText(row), ...notInDollars })
      continue
    }
    const value = amount && dollarNumber(amount, rate, factor)
    sums.add(amount && inDollars(amount, rate, factor))
    holdings.push({
      row: row.row,
      ...nameAndIdentifier(textIn(row, nameAt), textIn(row, idAt)),
      class_text: stateText(textIn(row, classAt)),
      value,
      value_text: value === null ? unreadText(textIn(row, valueAt)) : amountText(value),
      problem: 'problem' in read ? read.problem : value === null ? tooExact : null,
    })
  }
  const asked = [uses, amounts, conversion].flatMap(({ questions }) => questions)
  const questions = [
    ...doubts.questions,
    ...asked,
    ...(account ? [account.question] : []),
    ...(sum ? [sum.question] : []),
  ]
  return {
    ...{ headers, headerRow, fields: uses.fields, shown, questions, holdings, totals, rowsIn },
    refused: byRow(refused),
    leftOut: byRow(leftOut),
    waiting: byRow(waiting),
    notes: [...uses.notes, ...amounts.notes],
    remarks: conversion.remarks,
    isReady: valueAt >= 0 && nameAt >= 0 && questions.every((question) => isAnswered(question, answers)),
  }
}

const byRow = <Row extends { row: number }>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.row - b.row)

/**
 * The tables whose section is called positions or holdings, with those that have the same columns; else those with a column of values,
 * if there are any; never a list of transactions.
 */
function tablesOfHoldings(tables: readonly Table[]): readonly Table[] {
  const holdings = tables.filter(({ headers }) => !isTransactions(headers))
  const named = holdings.filter(({ headers }) => headers.some((header) => meaningOf(header).is === 'value'))
  const positions = named.filter(({ titles }) =>
    titles.some((title) => /^(?:open |current |account )?(?:positions|holdings)$/i.test(title)),
  )
  const isSame = (one: Table, other: Table) => one.headers.join('\t') === other.headers.join('\t')
  if (positions.length > 0) return named.filter((table) => positions.some((one) => isSame(one, table)))
  return named.length > 0 ? named : holdings
}

const whyOther = (table: Table): string =>
  isTransactions(table.headers) ? 'It belongs to a list of transactions.' : 'It belongs to another table.'

/** A row that is the sum of others is their total if it has no words and is the last, or is called a total of something. */
function mayBeTotal(row: SheetRow, { idAt, rows }: { idAt: number; rows: readonly SheetRow[] }): boolean {
  const words = wordsIn(row)
  if (words.length === 0) return row === rows.at(-1)
  return identifierIn(textIn(row, idAt)) === '' && words.some((text) => /^(?:sub-?)?totals?\b/i.test(text))
}

/** A row is a total if one of its texts says so, unless it has an identifier of its own and a name with more than that word. */
function isTotalRow(row: SheetRow, { nameAt, idAt }: { nameAt: number; idAt: number }): boolean {
  if (totalLabel(row) === '') return false
  if (/^(?:sub[- ]?|grand )?totals?\s*[:=]?$/i.test(stateText(textIn(row, nameAt)))) return true
  const id = identifierIn(textIn(row, idAt))
  return id === '' || isTotalLabel(id)
}

/** Asks whether a row that has the sum of all others is their total; null if there is none. A row with an identifier is a holding. */
function askSum(
  { rows }: Pick<Table, 'rows'>,
  {
    answers,
    idAt,
    isAside,
    amounts,
  }: { answers: Answers; idAt: number; isAside: (row: SheetRow) => boolean; amounts: AmountColumn },
): { question: Question; isTotal: (row: SheetRow) => boolean } | null {
  const given = rows.flatMap((row) => {
    const read = isAside(row) ? { problem: '' } : amounts.read(row)
    return 'value' in read ? [{ row: row.row, amount: read.value }] : []
  })
  const at = sumOfOthers(given)
  const row = rows.find((one) => one.row === at)
  if (row === undefined || identifierIn(textIn(row, idAt)) !== '' || (wordsIn(row).length === 0 && row === rows.at(-1)))
    return null
  const question: Question = {
    id: 'sum',
    rows: [row.row],
    column: null,
    text: `Row ${row.row} has the sum of all other rows: ${rowText(row).slice(0, 80)}.`,
    choices: [
      { value: 'total', label: 'It is their total: leave it out' },
      { value: 'holding', label: 'It is a holding like the others' },
    ],
  }
  return { question, isTotal: (one) => one === row && answerTo(question, answers) === 'total' }
}

/** Asks which account is read, and tells the rows of the others; null if the table has one account at most. */
function chooseAccount(
  table: Pick<Table, 'headers' | 'rows'>,
  { answers, isTotal }: { answers: Answers; isTotal: (row: SheetRow) => boolean },
): { question: Question; isOther: (row: SheetRow) => boolean } | null {
  const at = table.headers.findIndex((header) => meaningOf(header).is === 'account_number')
  if (at < 0) return null
  const accounts = new Map<string, number[]>()
  for (const row of table.rows) {
    const account = stateText(textIn(row, at))
    if (account !== '' && !isTotal(row)) accounts.set(account, [...(accounts.get(account) ?? []), row.row])
  }
  // A number in every row is an identifier of the row, not an account that several rows share.
  if (accounts.size < 2 || accounts.size === table.rows.length) return null
  const question: Question = {
    id: 'account',
    rows: [...accounts.values()].flat(),
    column: at,
    text: `The table has ${accounts.size} accounts. Which one is this valuation?`,
    choices: [
      ...[...accounts].map(([account, rows]) => ({ value: account, label: `${account} (${rowCount(rows.length)})` })),
      { value: '*', label: 'All of them together' },
    ],
  }
  const chosen = answerTo(question, answers) ?? '*'
  // A row without an account belongs to the one that is read.
  const isOther = (row: SheetRow) => chosen !== '*' && ![chosen, ''].includes(stateText(textIn(row, at)))
  return { question, isOther }
}

const one = { units: 1n, scale: 0 }
const tooExact = 'This has too many digits for the service. Round it.'
const notInDollars = {
  cause: 'Its value is not in US dollars.',
  next_step: 'Enter a rate, or convert it in the file.',
}

/** A text that an input does not take for an amount, though the cell may look like one in another notation. */
const unreadText = (cell: string): string => (parseAmount(cell).value === null ? cell : `${cell} ?`)
