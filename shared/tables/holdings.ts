import { amountText, parseAmount } from '../domain/amounts.ts'
import { type AmountColumn, readAmountColumn } from './amounts.ts'
import { chooseTable } from './choose-table.ts'
import { dollarNumber, inDollars, isAnswered, readConversion } from './conversion.ts'
import { stateText } from './damage.ts'
import {
  type Answers,
  answerTo,
  type LeftOutRow,
  type Question,
  type RefusedRow,
  rowCount,
  rowNumbers,
} from './doubts.ts'
import type { Table } from './find-tables.ts'
import {
  concludeUses,
  type HoldingField,
  isHoldingsHeader,
  isTransactions,
  meaningOf,
  nameAndIdentifier,
  readSigns,
} from './holding-columns.ts'
import { rowText, type Sheet, type SheetRow, textIn } from './split.ts'
import {
  isLabelledTotal,
  isTotalLabel,
  type PlacedAmount,
  type StatedTotal,
  sumOfOthers,
  sumRows,
  sumsOfRowsBelow,
  totalLabel,
  wordsIn,
} from './totals.ts'

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
  const hasId = identifiedRows(rows, { nameAt, idAt })
  const isTotal = (row: SheetRow) => !keepTotals && isTotalRow(row, { nameAt, hasId })
  const amounts = readAmountColumn(table, { at: valueAt, answers, isTotal, signs: readSigns(table, uses.fields) })
  const conversion = readConversion(table, {
    ...{ valueAt, currencyAt: column('currency'), answers, isTotal },
    notes: leftOut.map(({ text }) => text),
  })
  const { factor } = conversion
  const account = chooseAccount(table, { answers, isTotal })
  const isAside = (row: SheetRow) => isTotal(row) || account?.isOther(row) === true
  const sums = keepTotals ? null : askSums(table, { shown, answers, hasId, isAside, amounts })
  const holdings: Holding[] = []
  const added = sumRows()
  for (const row of rows) {
    const read = amounts.read(row)
    const amount = 'value' in read ? read.value : null
    const stated = amount && inDollars(amount, one, factor)
    const isSum = !keepTotals && stated !== null && added.isSum(stated) && mayBeTotal(row, { hasId, rows })
    const answer = sums?.answer(row)
    if (isTotal(row) || isSum || answer === 'total') {
      leftOut.push({ row: row.row, text: rowText(row), why: 'It is the total of other rows.' })
      added.addTotal({ row: row.row, label: totalLabel(row) || wordsIn(row)[0] || `Row ${row.row}`, stated })
      continue
    }
    if (answer === 'repeats' || answer === 'heading') {
      const why = answer === 'heading' ? 'It is a title of the rows below it.' : 'It repeats other rows.'
      leftOut.push({ row: row.row, text: rowText(row), why })
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
    added.add(amount && inDollars(amount, rate, factor))
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
  const questions = [...doubts.questions, ...asked, ...(account ? [account.question] : []), ...(sums?.questions ?? [])]
  return {
    ...{ headers, headerRow, fields: uses.fields, shown, questions, holdings, totals: added.compared(), rowsIn },
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

/** Tells the rows that have an identifier of their own, which a total has not. Numbers that count the rows are none. */
function identifiedRows(
  rows: readonly SheetRow[],
  { nameAt, idAt }: { nameAt: number; idAt: number },
): (row: SheetRow) => boolean {
  const idOf = (row: SheetRow) => nameAndIdentifier(textIn(row, nameAt), textIn(row, idAt)).external_id
  const ids = rows.map(idOf).filter((id) => id !== '')
  const areCounted = ids.length > 1 && ids.every((id, at) => /^\d{1,5}$/.test(id) && Number(id) === Number(ids[0]) + at)
  return (row) => !areCounted && idOf(row) !== '' && !isTotalLabel(idOf(row))
}

type Identified = { hasId: (row: SheetRow) => boolean }

/** A row that is the sum of others is their total if it has no words and is the last, or is called a total of something. */
function mayBeTotal(row: SheetRow, { hasId, rows }: Identified & { rows: readonly SheetRow[] }): boolean {
  const words = wordsIn(row)
  if (words.length === 0) return row === rows.at(-1)
  return !hasId(row) && words.some((text) => /^(?:sub-?)?totals?\b/i.test(text))
}

/** A row is a total if one of its texts says so, unless it has an identifier of its own and a name with more than that word. */
function isTotalRow(row: SheetRow, { nameAt, hasId }: Identified & { nameAt: number }): boolean {
  if (totalLabel(row) === '') return false
  return /^(?:sub[- ]?|grand )?totals?\s*[:=]?$/i.test(stateText(textIn(row, nameAt))) || !hasId(row)
}

type SumOptions = Identified & {
  /** The rows of the table as they are in the sheet. */
  shown: readonly SheetRow[]
  answers: Answers
  isAside: (row: SheetRow) => boolean
  amounts: Pick<AmountColumn, 'read'>
}

/** The answer about a row that may be counted twice; null while it is open, and for a holding. */
type SumAnswer = 'total' | 'repeats' | 'heading' | null

/**
 * Asks about each row that may be counted twice: one with the sum of the rows right below it, right above it or of all others, and one below the
 * title Balances, which custodians write above sums of cash. A row with an identifier is a holding.
 */
export function askSums(
  { rows }: Pick<Table, 'rows'>,
  { shown, answers, hasId, isAside, amounts }: SumOptions,
): { questions: Question[]; answer: (row: SheetRow) => SumAnswer } {
  const byNumber = new Map(rows.map((row) => [row.row, row]))
  const given = rows.flatMap((row): PlacedAmount[] => {
    const read = isAside(row) ? { problem: '' } : amounts.read(row)
    return 'value' in read ? [{ row: row.row, amount: read.value }] : []
  })
  const last = rows.at(-1)
  const isHolding = (number: number) => {
    const row = byNumber.get(number)
    return row === undefined || hasId(row) || (wordsIn(row).length === 0 && row === last)
  }
  const below = sumsOfRowsBelow(given, isHolding)
  const others = given.filter(({ row }) => !below.includes(row))
  // A row called a total of something is left out without a question where it is the sum of the rows above it.
  const above = sumsOfRowsBelow(others.toReversed(), isHolding).filter((number) => {
    const row = byNumber.get(number)
    return row !== undefined && !mayBeTotal(row, { hasId, rows })
  })
  const ofAll = below.length + above.length === 0 ? sumOfOthers(given) : null
  const whole = ofAll === null || isHolding(ofAll) ? [] : [ofAll]
  const balances = rowsOfBalances(shown, given).filter((number) => !isHolding(number))
  const kinds = [
    {
      id: 'below',
      rows: below,
      is: 'total',
      one: 'has the sum of rows right below it',
      all: 'have the sum of rows right below them',
    },
    {
      id: 'above',
      rows: above,
      is: 'total',
      one: 'has the sum of rows right above it',
      all: 'have the sum of rows right above them',
    },
    { id: 'all', rows: whole, is: 'total', one: 'has the sum of all other rows', all: '' },
    {
      id: 'balances',
      rows: balances,
      is: 'repeats',
      one: 'is below “Balances”, and may repeat rows above',
      all: 'are below “Balances”, and may repeat rows above',
    },
  ] as const
  const doubts = new Map<number, 'total' | 'repeats'>()
  const questions: Question[] = []
  for (const { id, rows: all, is, one, all: words } of kinds) {
    const numbers = all.filter((number) => !doubts.has(number)).toSorted((a, b) => a - b)
    for (const number of numbers) doubts.set(number, is)
    const [left, kept] =
      is === 'total' ? ['their total', 'a holding like the others'] : ['in them', 'a holding of its own']
    if (numbers.length > mostSums) {
      const text = `${numbers.length} rows ${words}: ${rowNumbers(numbers)}.`
      const choices = [
        { value: 'total', label: 'They are counted there already: leave them out' },
        { value: 'holding', label: 'They are holdings like the others' },
      ]
      questions.push({ id: `sum:${id}`, rows: numbers, column: null, text, choices })
      continue
    }
    for (const number of numbers) {
      const row = byNumber.get(number)
      const text = `Row ${number} ${one}: ${row ? rowText(row).slice(0, 80) : ''}.`
      const choices = [
        { value: 'total', label: `It is ${left}: leave it out` },
        { value: 'holding', label: `It is ${kept}` },
      ]
      questions.push({ id: `sum:${number}`, rows: [number], column: null, text, choices })
    }
  }
  const left = new Set(questions.flatMap((one) => (answerTo(one, answers) === 'total' ? one.rows : [])))
  return {
    questions: questions.toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0)),
    answer: (row) => (left.has(row.row) ? (doubts.get(row.row) ?? null) : isBalances(row) ? 'heading' : null),
  }
}

/** More rows of a kind than this that may be counted twice are one question. */
const mostSums = 5

/** A row that is the title Balances, and nothing else. */
const isBalances = (row: SheetRow): boolean => /^(?:account |cash )?balances\s*:?$/i.test(rowText(row))

/** The rows with an amount below a title Balances that has other amounts above it, up to a row of words alone. */
function rowsOfBalances(shown: readonly SheetRow[], given: readonly PlacedAmount[]): number[] {
  const amounts = new Map(given.map(({ row, amount }) => [row, amount]))
  const found: number[] = []
  let [isInside, hasRows] = [false, false]
  for (const row of shown) {
    const amount = amounts.get(row.row)
    if (isBalances(row)) isInside = hasRows
    else if (amount === undefined) isInside &&= wordsIn(row).length !== 1 || totalLabel(row) !== ''
    else if (isInside && amount.units !== 0n) found.push(row.row)
    else hasRows = true
  }
  return found
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
    if (account === '' || isTotal(row)) continue
    const numbers = accounts.get(account)
    if (numbers) numbers.push(row.row)
    else accounts.set(account, [row.row])
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

/** A text that an input does not take for an amount, though the cell may look like one in another notation or unit. */
const unreadText = (cell: string): string => (parseAmount(cell).value === null ? cell : `${cell} ?`)
