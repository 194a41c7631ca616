import { amountText, parseAmount } from '../domain/amounts.ts'
import { add, compare, type Decimal, formatCents, roundToCents, subtract, toDecimal, zero } from '../domain/money.ts'
import { amountForm, concludeMark, type DecimalMark, decimalText, readCurrency } from './amounts.ts'
import { cellState } from './damage.ts'
import { type Answers, answerTo, type LeftOutRow, type Question, type RefusedRow, rowNumbers } from './doubts.ts'
import { findTables, rowText, type Table } from './find-tables.ts'
import { type ColumnMeaning, isHoldingsHeader, isTransactions, meaningOf, thousandsIn } from './holding-columns.ts'
import type { Sheet, SheetRow } from './split.ts'

/** What a column of holdings is used as. */
export const holdingFields = ['name', 'class', 'value', 'external_id', 'currency', 'ignore'] as const
export type HoldingField = (typeof holdingFields)[number]

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

/** A total, compared with the sum of the rows that it stands under. */
export type StatedTotal = {
  row: number
  label: string
  /** Whole cents: stated minus the sum of the rows; null if the total has no readable amount, or a row above has none. */
  difference: bigint | null
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
  totals: StatedTotal[]
  /** Sentences about columns that are not used, and why. */
  notes: string[]
  /** Sentences for the description of a valuation: rates of conversion, units. */
  remarks: string[]
  /** Rows with content, without the header: those taken, refused and left out together. */
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

const of = String.raw`(?:\s+(?:of\s+|for\s+)?(?:all\s+)?(?:the\s+)?(?:assets|holdings|investments|positions|portfolio|accounts?|values?|market\s+value|securities|equities|cash))?`
/** Labels of totals in English, German, French, Dutch, Italian and Spanish. "Total Return Fund" does not match. */
const totalWords = new RegExp(
  String.raw`^(?:sub[- ]?totals?(?:\s*[:=-]|\s+(?:of|for)\b.*|\s+\S+)?|(?:grand |overall |account |portfolio )?(?:totals?|sums?)${of}|(?:account|portfolio|cash|equity|grand) totals?|(?:gesamt|zwischen|end)?summen?|gesamt(?:wert|betrag)?|insgesamt|sous-total|total g[eé]n[eé]ral|total(?:e|es|aal)|subtotaal|somme|suma)\s*[:=]?$`,
  'i',
)

/** True if a text says that its row is the total of other rows. */
export const isTotalLabel = (text: string): boolean => totalWords.test(withoutAmount(text))

/** A label without the amount behind it in the same cell, as in `Subtotal (1,234.50 $)`. */
function withoutAmount(text: string): string {
  const label = text.trim()
  for (const { index } of label.matchAll(/\s+/g)) {
    const amount = label.slice(index).trim()
    if (/\d/.test(amount) && amountForm(amount) !== null) return label.slice(0, index)
  }
  return label
}

/**
 * Reads the holdings in a sheet: finds the table, its columns by their names, one notation for each column of amounts, and takes out
 * totals. Whatever allows two readings is a question; every row is a holding, refused or left out.
 */
export function readHoldings(sheet: Sheet, options: HoldingsOptions): HoldingsReading {
  const { answers } = options
  const found = findTables(sheet, {
    isKnownHeader: isHoldingsHeader,
    isAside: isLabelledTotal,
    ...headerChoice(options),
  })
  const questions = [...found.questions]
  const leftOut = [...found.leftOut]
  const refused = [...sheet.refused, ...found.refused]
  const table = chooseTable(found.tables, { answers, questions })
  for (const other of found.tables) {
    if (other === table) continue
    const header = sheet.rows.find(({ row }) => row === other.headerRow)
    if (header && !leftOut.some(({ row }) => row === header.row))
      leftOut.push({ row: header.row, text: rowText(header), why: 'It names the columns of another table.' })
    for (const row of other.rows) leftOut.push({ row: row.row, text: rowText(row), why: whyOther(other) })
  }
  const marks = table === null ? null : marksQuestion(sheet, table)
  if (marks !== null) questions.push(marks)
  const rowsIn = leftOut.length + refused.length + (table?.rows.length ?? 0)
  if (table === null) {
    const none = {
      headers: [],
      headerRow: null,
      fields: [],
      shown: [],
      holdings: [],
      totals: [],
      notes: [],
      remarks: [],
    }
    return { ...none, questions, isReady: false, refused, leftOut, rowsIn }
  }
  const reading = createTableReader(table, { ...options, questions, refused, leftOut })
  return { ...reading, questions, refused: byRow(refused), leftOut: byRow(leftOut), rowsIn }
}

/** A label and an amount, without any other cell: a total, however many cells are left out at its end. */
function isLabelledTotal({ cells }: SheetRow): boolean {
  const [label = '', amount, ...others] = cells.filter((cell) => cell.trim() !== '')
  if (others.length > 0 || !isTotalLabel(label)) return false
  return amount === undefined ? withoutAmount(label) !== label.trim() : amountForm(amount) !== null
}

const byRow = <Row extends { row: number }>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => a.row - b.row)

/** The advisor's choice of the header: by clicking a row, or by answering the question. */
function headerChoice({ headerRow, answers }: HoldingsOptions): { headerRow?: number | null } {
  if (headerRow !== undefined) return { headerRow }
  const answer = answers.header
  if (answer === undefined) return {}
  return { headerRow: answer === 'none' ? null : Number(answer) }
}

const whyOther = (table: Table): string =>
  isTransactions(table.headers) ? 'It belongs to a list of transactions.' : 'It belongs to another table.'

function chooseTable(tables: readonly Table[], { answers, questions }: { answers: Answers; questions: Question[] }) {
  const holdings = tables.filter(({ headers }) => !isTransactions(headers))
  const named = holdings.filter(({ headers }) => headers.some((header) => meaningOf(header).is === 'value'))
  const candidates = named.length > 0 ? named : holdings
  const [first = null] = candidates
  if (candidates.length < 2) return first
  const question: Question = {
    id: 'table',
    rows: candidates.flatMap(({ headerRow }) => headerRow ?? []),
    column: null,
    text: `There are ${candidates.length} tables. Which one is this valuation?`,
    choices: candidates.map(({ titles, rows, headerRow }, at) => ({
      value: String(at),
      label: `${titles.at(-1) ?? `Table ${at + 1}, row ${headerRow ?? rows[0]?.row ?? 1}`} (${rows.length} rows)`,
    })),
  }
  questions.push(question)
  return candidates[Number(answerTo(question, answers) ?? 0)] ?? first
}

/** Asks about cells that begin with a quotation mark which may be half of a pair; null if there are none. */
function marksQuestion({ unclearMarks }: Sheet, { rows }: Table): Question | null {
  const marked = rows.filter(({ row }) => unclearMarks.includes(row))
  const [first] = marked
  if (first === undefined) return null
  const numbers = marked.map(({ row }) => row)
  const example = first.cells.find((cell) => cell.trimStart().startsWith('"')) ?? ''
  return {
    id: 'marks',
    rows: numbers,
    column: null,
    text: `A cell in ${rowNumbers(numbers)} begins with a quotation mark: ${example.trim().slice(0, 60)}.`,
    choices: [
      { value: 'take', label: 'The mark is part of the text' },
      { value: 'refuse', label: marked.length === 1 ? 'Leave this row out' : 'Leave these rows out' },
    ],
  }
}

type Doubts = { questions: Question[]; refused: RefusedRow[]; leftOut: LeftOutRow[] }
type TableOptions = HoldingsOptions & Doubts

function createTableReader(table: Table, options: TableOptions) {
  const { answers, questions, refused, leftOut, keepTotals } = options
  const shown = table.rows
  const shortRows = options.questions.find(({ id }) => id === 'short-rows')
  const isShortRefused = shortRows !== undefined && answerTo(shortRows, answers) !== 'take'
  const short = new Set(isShortRefused ? shortRows.rows : [])
  for (const row of shown) {
    if (!short.has(row.row)) continue
    refused.push({
      row: row.row,
      column: null,
      text: rowText(row),
      cause: 'The row has fewer cells than the header.',
      next_step: 'Correct it in the file.',
    })
  }
  const marks = questions.find(({ id }) => id === 'marks')
  const marked = new Set(marks !== undefined && answerTo(marks, answers) === 'refuse' ? marks.rows : [])
  for (const row of shown) {
    if (!marked.has(row.row) || short.has(row.row)) continue
    refused.push({
      row: row.row,
      column: null,
      text: rowText(row),
      cause: 'A cell begins with a quotation mark that may be out of place.',
      next_step: 'Correct it in the file.',
    })
  }
  const rows = shown.filter(({ row }) => !short.has(row) && !marked.has(row))
  const notes: string[] = []
  const remarks: string[] = []
  const fields = options.fields ?? concludeFields({ ...table, rows }, { ...options, notes })
  const columnOf = (field: HoldingField) => fields.indexOf(field)
  const [nameAt, classAt, valueAt, idAt] = [
    columnOf('name'),
    columnOf('class'),
    columnOf('value'),
    columnOf('external_id'),
  ]
  const isTotal = (row: SheetRow) => !keepTotals && isTotalRow(row, idAt)
  const amounts = readAmounts({ ...table, rows }, valueAt, { ...options, isTotal })
  const currencies = readCurrencies({ ...table, rows }, { ...options, fields, valueAt, isTotal, remarks })
  const accounts = chooseAccount({ ...table, rows }, { ...options, isTotal })
  const scale = readScale(table, valueAt, options)
  const holdings: Holding[] = []
  const totals: StatedTotal[] = []
  let sum: Decimal | null = zero
  let grand: Decimal | null = zero
  const last = rows.at(-1)
  for (const row of rows) {
    const cell = textIn(row, valueAt)
    const amount = amounts(row)
    const isUnnamedSum =
      row === last &&
      !keepTotals &&
      holdings.length > 1 &&
      isWithoutWords(row) &&
      'value' in amount &&
      isSame(grand, amount.value)
    if (isTotal(row) || isUnnamedSum) {
      const label = labelOf(row) || `Row ${row.row}`
      leftOut.push({ row: row.row, text: rowText(row), why: 'It is the total of other rows.' })
      totals.push({
        row: row.row,
        label,
        difference: 'value' in amount ? differenceTo(amount.value, sum, grand) : null,
      })
      sum = zero
      continue
    }
    if (accounts !== null && !accounts(row)) {
      leftOut.push({ row: row.row, text: rowText(row), why: 'It belongs to another account.' })
      continue
    }
    const rate = currencies(row)
    if (rate === null) {
      refused.push({
        row: row.row,
        column: valueAt,
        text: rowText(row),
        cause: 'Its value is not in US dollars.',
        next_step: 'Enter a rate, or convert it in the file.',
      })
      continue
    }
    const value = 'value' in amount ? scaled(amount.value, { rate, scale }) : null
    const problem = 'value' in amount ? (value === null ? tooExact : null) : amount.problem
    const exact = 'value' in amount ? times(amount.value, rate, scale) : null
    sum = exact === null || sum === null ? null : add(sum, exact)
    grand = exact === null || grand === null ? null : add(grand, exact)
    holdings.push({
      row: row.row,
      ...nameAndIdentifier(textIn(row, nameAt), textIn(row, idAt)),
      class_text: stateText(textIn(row, classAt)),
      value,
      value_text: value === null ? unreadText(cell) : amountText(value),
      problem,
    })
  }
  const open = questions.some((question) => !isAnswered(question, answers))
  return {
    headers: table.headers,
    headerRow: table.headerRow,
    fields,
    shown,
    holdings,
    totals,
    notes,
    remarks: [...remarks, ...scale.remarks],
    isReady: !open && valueAt >= 0 && nameAt >= 0,
  }
}

const textIn = (row: SheetRow, at: number): string => (at < 0 ? '' : (row.cells[at] ?? '').trim())

/** A cell's text without words for "nothing". */
function stateText(text: string): string {
  const state = cellState(text)
  return state.is === 'text' ? state.text : ''
}

/** An identifier without the marks of footnotes that custodians write behind it. */
const identifierIn = (text: string): string => stateText(text).replace(/\*+$/, '')

/** Where a row has no name and words in place of an identifier, as custodians write cash, these are its name. */
function nameAndIdentifier(nameText: string, idText: string): { name: string; external_id: string } {
  const [name, id] = [stateText(nameText), identifierIn(idText)]
  return name === '' && /\p{L} \S*\p{Ll}|^\p{Lu}?\p{Ll}+$/u.test(id)
    ? { name: id, external_id: '' }
    : { name, external_id: id }
}

const tooExact = 'This has too many digits for the service. Round it.'

/** Texts of a row that are no amounts. */
const wordsIn = (row: SheetRow): string[] =>
  row.cells.flatMap((cell) => {
    const state = cellState(cell)
    return state.is === 'text' && amountForm(state.text) === null ? [state.text] : []
  })

const labelOf = (row: SheetRow): string => wordsIn(row).find(isTotalLabel) ?? ''
const isWithoutWords = (row: SheetRow) => wordsIn(row).length === 0

/** A row is a total if one of its texts says so, unless it has an identifier of its own. */
function isTotalRow(row: SheetRow, idAt: number): boolean {
  if (labelOf(row) === '') return false
  const id = identifierIn(textIn(row, idAt))
  return id === '' || isTotalLabel(id)
}

const isSame = (sum: Decimal | null, value: Decimal) => sum !== null && compare(sum, value) === 0

/** The difference of a total to the rows since the last total, or to all rows if that is smaller. */
function differenceTo(stated: Decimal, since: Decimal | null, all: Decimal | null): bigint | null {
  const differences = [since, all].flatMap((sum) => (sum === null ? [] : [roundToCents(subtract(stated, sum))]))
  const size = (cents: bigint) => (cents < 0n ? -cents : cents)
  return differences.toSorted((a, b) => (size(a) < size(b) ? -1 : 1))[0] ?? null
}

const decimalOf = (text: string, isNegative: boolean): Decimal => {
  const [whole = '', fraction = ''] = text.split('.')
  const units = BigInt(`${whole}${fraction}` || '0')
  return { units: isNegative ? -units : units, scale: fraction.length }
}

const times = (value: Decimal, rate: Decimal, { factor }: { factor: bigint }): Decimal => ({
  units: value.units * rate.units * factor,
  scale: value.scale + rate.scale,
})

/** The value as a JSON number; null if that would change a digit. A converted value is rounded to cents. */
function scaled(value: Decimal, { rate, scale }: { rate: Decimal; scale: { factor: bigint } }): number | null {
  const exact = times(value, rate, scale)
  const kept: Decimal = compare(rate, one) === 0 ? exact : { units: roundToCents(exact), scale: 2 }
  const { units, scale: digits } = kept
  const sign = units < 0n ? '-' : ''
  const plain = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const number = Number(`${sign}${plain.slice(0, plain.length - digits)}.${digits > 0 ? plain.slice(-digits) : '0'}`)
  return Number.isFinite(number) && compare(toDecimal(number), kept) === 0 ? number : null
}

const one: Decimal = { units: 1n, scale: 0 }

/** A text that an input does not take for an amount, though the cell may look like one in another notation. */
const unreadText = (cell: string): string => (parseAmount(cell).value === null ? cell : `${cell} ?`)

type Amount = { value: Decimal } | { problem: string }

/** Reads the value column in one notation; asks for it if neither the column nor the file's other amounts show it. */
function readAmounts(
  table: Pick<Table, 'headers' | 'rows'>,
  valueAt: number,
  { answers, questions, isTotal }: TableOptions & { isTotal: (row: SheetRow) => boolean },
): (row: SheetRow) => Amount {
  const formsIn = (at: number) =>
    table.rows.flatMap((row) => {
      if (row.types?.[at] === 'number') return []
      const form = amountForm(textIn(row, at))
      return form === null ? [] : [{ ...form, row: row.row }]
    })
  const forms = valueAt < 0 ? [] : formsIn(valueAt).filter(({ isPerCent }) => !isPerCent)
  let evidence = concludeMark(forms)
  if (evidence === 'unclear') {
    const others = table.headers.flatMap((_, at) => (at === valueAt ? [] : formsIn(at)))
    const ofFile = concludeMark(others)
    if (ofFile === 'point' || ofFile === 'comma') evidence = ofFile
  }
  let mark: DecimalMark = evidence === 'comma' ? 'comma' : 'point'
  if (evidence === 'unclear' || evidence === 'contradictory') {
    const open = forms.filter(({ digits }) => decimalText(digits, 'point') !== decimalText(digits, 'comma'))
    const example = open[0]?.digits ?? ''
    const question: Question = {
      id: `mark:${valueAt}`,
      rows: open.map(({ row }) => row),
      column: valueAt,
      text:
        evidence === 'unclear'
          ? `An amount such as ${example} can be read in two ways.`
          : 'Some amounts in this column have a decimal point, others a decimal comma.',
      choices: [
        { value: 'point', label: `Point: 1,234.50${inWords(example, 'point')}` },
        { value: 'comma', label: `Comma: 1.234,50${inWords(example, 'comma')}` },
      ],
    }
    questions.push(question)
    mark = answerTo(question, answers) === 'comma' ? 'comma' : 'point'
  }
  const debits = forms.filter(({ side }) => side === 'debit')
  const sides: Question | null =
    debits.length === 0
      ? null
      : {
          id: `sides:${valueAt}`,
          rows: debits.map(({ row }) => row),
          column: valueAt,
          text: `Amounts in ${rowNumbers(debits.map(({ row }) => row))} are marked DR.`,
          choices: [
            { value: 'owed', label: 'They are owed: negative' },
            { value: 'held', label: 'They are held: positive' },
          ],
        }
  if (sides) questions.push(sides)
  const isOwed = sides !== null && answerTo(sides, answers) === 'owed'
  return (row) => {
    const cell = textIn(row, valueAt)
    const state = cellState(cell)
    if (state.is === 'empty') return { problem: isTotal(row) ? '' : 'The table has no value for this row.' }
    if (state.is === 'lost') return { problem: `${state.cause} ${state.next_step}` }
    const form = amountForm(state.text)
    if (form === null || form.isPerCent)
      return { problem: 'This is not an amount. Enter it as 1,234.50 or (1,234.50).' }
    const text = row.types?.[valueAt] === 'number' ? decimalText(form.digits, 'point') : decimalText(form.digits, mark)
    if (text === null) return { problem: 'This amount is written differently from the others in its column.' }
    const isNegative = form.side === 'debit' && isOwed ? !form.isNegative : form.isNegative
    return { value: decimalOf(text, isNegative) }
  }
}

function inWords(digits: string, mark: DecimalMark): string {
  const text = decimalText(digits, mark)
  return text === null ? '' : `; ${digits} is ${amountText(Number(text))}`
}

/** The rate to US dollars of a row: 1 for dollars, the rate that the advisor entered, null if the row is refused. */
function readCurrencies(
  table: Pick<Table, 'headers' | 'rows' | 'titles'>,
  {
    fields,
    valueAt,
    answers,
    questions,
    isTotal,
    remarks,
  }: TableOptions & {
    fields: readonly HoldingField[]
    valueAt: number
    isTotal: (row: SheetRow) => boolean
    remarks: string[]
  },
): (row: SheetRow) => Decimal | null {
  const at = fields.indexOf('currency')
  const ofHeader = meaningOf(table.headers[valueAt] ?? '').currency
  const codeOf = (row: SheetRow): string => {
    const own = amountForm(textIn(row, valueAt))?.currency
    const named = textIn(row, at)
    const state = cellState(named)
    const ofColumn = state.is === 'text' ? (readCurrency(state.text) ?? state.text.toUpperCase()) : null
    // A dollar sign in front of an amount in another currency is what some programs write for any currency.
    if (ofColumn !== null && ofColumn !== 'USD') return ofColumn
    return own ?? ofColumn ?? ofHeader ?? 'USD'
  }
  const rowsOf = new Map<string, number[]>()
  for (const row of table.rows) {
    const code = codeOf(row)
    if (code !== 'USD' && !isTotal(row)) rowsOf.set(code, [...(rowsOf.get(code) ?? []), row.row])
  }
  const rates = new Map<string, Decimal | null>()
  for (const [code, rows] of rowsOf) {
    const question: Question = {
      id: `rate:${code}`,
      rows,
      column: at >= 0 ? at : valueAt,
      text: `${rows.length === 1 ? 'The value' : 'The values'} in ${rowNumbers(rows)} ${rows.length === 1 ? 'is' : 'are'} in ${code}.`,
      choices: [{ value: 'refuse', label: 'Leave these rows out' }],
    }
    questions.push(question)
    const rate = readRate(answers[question.id])
    rates.set(code, rate?.rate ?? null)
    if (rate) remarks.push(`${code} at ${rateText(rate.rate)} US dollars (${rate.date}).`)
  }
  return (row) => {
    const code = codeOf(row)
    return code === 'USD' ? one : (rates.get(code) ?? null)
  }
}

/** A rate as answered: `1.0842 2026-10-30`, US dollars for one unit on a date; null for any other text. */
export function readRate(answer: string | undefined): { rate: Decimal; date: string } | null {
  const [, rate, date] = /^(\d{1,9}(?:\.\d{1,12})?) (\d{4}-\d{2}-\d{2})$/.exec(answer ?? '') ?? []
  if (rate === undefined || date === undefined || Number(rate) === 0) return null
  return { rate: decimalOf(rate, false), date }
}

const rateText = ({ units, scale }: Decimal): string => {
  const digits = String(units).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** True once a question has one of its answers, or a rate where it asks for one. */
export function isAnswered(question: Question, answers: Answers): boolean {
  if (answerTo(question, answers) !== null) return true
  return question.id.startsWith('rate:') && readRate(answers[question.id]) !== null
}

/** Rows of the chosen account; null if the table has one account at most. */
function chooseAccount(
  table: Pick<Table, 'headers' | 'rows'>,
  { answers, questions, isTotal }: TableOptions & { isTotal: (row: SheetRow) => boolean },
): ((row: SheetRow) => boolean) | null {
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
      ...[...accounts].map(([account, rows]) => ({ value: account, label: `${account} (${rows.length} rows)` })),
      { value: '*', label: 'All of them together' },
    ],
  }
  questions.push(question)
  const answer = answerTo(question, answers)
  if (answer === null || answer === '*') return null
  return (row) => [answer, ''].includes(stateText(textIn(row, at)))
}

function readScale(table: Table, valueAt: number, { answers, questions }: TableOptions) {
  const scales = [table.headers[valueAt] ?? '', ...table.titles].flatMap((text) => thousandsIn(text) ?? [])
  const [named] = scales
  if (named === undefined) return { factor: 1n, remarks: [] }
  const question: Question = {
    id: 'scale',
    rows: [],
    column: valueAt,
    text: `The table says that its amounts are in ${named.words}.`,
    choices: [
      { value: String(named.factor), label: `Yes: 1 is $${named.factor.toLocaleString('en-US')}` },
      { value: '1', label: 'No: 1 is $1' },
    ],
  }
  questions.push(question)
  const answer = answerTo(question, answers)
  return answer === null || answer === '1'
    ? { factor: 1n, remarks: [] }
    : { factor: BigInt(answer), remarks: [`The amounts were given in ${named.words}.`] }
}

type FieldOptions = Pick<TableOptions, 'questions' | 'answers' | 'isClass'> & { notes: string[] }

/** The use of each column: by its name; without names only what the cells make certain. */
function concludeFields(table: Table, options: FieldOptions): HoldingField[] {
  const { headers, rows } = table
  const { isClass, notes } = options
  const meanings = headers.map(meaningOf)
  const fields: HoldingField[] = headers.map(() => 'ignore')
  const cells = (at: number) => rows.map((row) => textIn(row, at)).filter((text) => cellState(text).is === 'text')
  const label = (at: number) => headers[at] || `column ${at + 1}`
  const isConstant = (at: number) => {
    const texts = cells(at)
    return rows.length > 1 && texts.length > 1 && new Set(texts).size === 1
  }
  const value = concludeValue(table, { ...options, meanings })
  if (value !== null) fields[value] = 'value'
  const best = (is: ColumnMeaning['is'], isFit: (at: number) => boolean) => {
    const fit = meanings.flatMap((meaning, at) =>
      meaning.is === is && fields[at] === 'ignore' && isFit(at) ? [{ at, rank: meaning.rank }] : [],
    )
    return fit.toSorted((a, b) => a.rank - b.rank || a.at - b.at)[0]?.at ?? -1
  }
  const currency = best('currency', () => true)
  if (currency >= 0) fields[currency] = 'currency'
  const hasNames = headers.some((header) => header !== '')
  const identifier = hasNames ? best('identifier', isIdentifier) : -1
  const isNamed = meanings.some(({ is }) => is === 'identifier')
  const id = identifier < 0 && hasNames && !isNamed ? best('account_number', isIdentifier) : identifier
  if (id >= 0) {
    fields[id] = 'external_id'
    const lost = rows.filter((row) => cellState(textIn(row, id)).is === 'lost').map(({ row }) => row)
    if (lost.length > 0) notes.push(`“${label(id)}” has no readable text in ${rowNumbers(lost)}.`)
  }
  const byClass = hasNames
    ? best('class', () => true)
    : headers.findIndex((_, at) => fields[at] === 'ignore' && cells(at).length > 0 && cells(at).every(isClass))
  if (byClass >= 0) fields[byClass] = 'class'
  const isName = (at: number) => !isConstant(at) && cells(at).some((text) => amountForm(text) === null)
  const name = hasNames
    ? ((meanings.some(({ is }) => is === 'name') ? (['name'] as const) : (['account_name', 'account_number'] as const))
        .map((is) => best(is, isName))
        .find((at) => at >= 0) ?? -1)
    : onlyText()
  if (name >= 0) fields[name] = 'name'
  return fields

  /** Without names for the columns: the only column of texts with spaces or small letters, which no code has; -1 if there are several. */
  function onlyText(): number {
    const texts = headers.flatMap((_, at) => {
      if (fields[at] !== 'ignore') return []
      const isLost = rows.some((row) => cellState(textIn(row, at)).is === 'lost')
      const isText = isName(at) && cells(at).every((text) => amountForm(text) === null)
      return isLost || (isText && cells(at).some((text) => /\s|\p{Ll}/u.test(text))) ? [at] : []
    })
    return texts.length === 1 ? (texts[0] ?? -1) : -1
  }

  /** Unique within an account, and not in the form of money. */
  function isIdentifier(at: number): boolean {
    const account = meanings.findIndex(({ is }) => is === 'account_number')
    const keys = rows.flatMap((row) => {
      const text = identifierIn(textIn(row, at))
      return text === '' || isTotalLabel(text)
        ? []
        : [account < 0 || account === at ? text : `${textIn(row, account)}\t${text}`]
    })
    if (keys.length === 0) {
      if (rows.some((row) => cellState(textIn(row, at)).is === 'lost'))
        notes.push(`“${label(at)}” is not used as the external ID: the spreadsheet did not keep its text.`)
      return false
    }
    if (rows.length > 1 && new Set(keys).size < keys.length) {
      notes.push(`“${label(at)}” is not used as the external ID: it has the same text in several rows.`)
      return false
    }
    if (cells(at).some((text) => /[$€£¥]|\d[.,]\d{2}$/.test(text) && amountForm(text) !== null)) {
      notes.push(`“${label(at)}” is not used as the external ID: it contains amounts.`)
      return false
    }
    return true
  }
}

/** The column of values: the only one, or the best, with a name for it; else asked. Never by its place. */
function concludeValue(
  { headers, rows }: Table,
  { meanings, questions, answers }: FieldOptions & { meanings: readonly ColumnMeaning[] },
): number | null {
  const named = meanings.flatMap((meaning, at) => (meaning.is === 'value' ? [{ at, rank: meaning.rank }] : []))
  const rank = Math.min(...named.map((each) => each.rank))
  const best = named.filter((each) => each.rank === rank).map(({ at }) => at)
  const [only] = best
  const sameCells = (at: number) => rows.every((row) => textIn(row, at) === textIn(row, only ?? -1))
  if (only !== undefined && (best.length === 1 || best.every(sameCells))) return only
  const amounts = headers.flatMap((_, at) => {
    const forms = rows.filter((row) => row.types?.[at] === 'number' || amountForm(textIn(row, at)) !== null)
    return forms.length * 2 >= rows.length && forms.length > 0 ? [at] : []
  })
  const candidates = best.length > 1 ? best : amounts.filter((at) => meanings[at]?.is === null)
  const isMoney = (at: number) => rows.some((row) => (amountForm(textIn(row, at))?.currency ?? null) !== null)
  const money = headers.every((header) => header === '') ? candidates.filter(isMoney) : []
  const offered = money.length > 0 ? money : candidates.length > 0 ? candidates : amounts
  if (offered.length === 0) return null
  const question: Question = {
    id: 'value',
    rows: [],
    column: null,
    text: best.length > 1 ? 'Several columns may be the value.' : 'No column is named as the value.',
    choices: offered.map((at) => ({
      value: String(at),
      label: `${headers[at] || `Column ${at + 1}`}: ${exampleOf(rows, at)}`,
    })),
  }
  questions.push(question)
  const answer = answerTo(question, answers)
  return answer === null ? null : Number(answer)
}

const exampleOf = (rows: readonly SheetRow[], at: number): string =>
  rows.map((row) => textIn(row, at)).find((text) => text !== '') ?? ''

/** A total in words, with its difference to the rows. */
export function totalInWords({ label, difference }: StatedTotal): string {
  if (difference === null) return `“${label}” could not be compared with the rows.`
  if (difference === 0n) return `“${label}” is the sum of the rows.`
  const size = formatCents(difference < 0n ? -difference : difference)
  return `“${label}” is ${size} ${difference > 0n ? 'more' : 'less'} than the rows.`
}
