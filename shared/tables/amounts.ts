import { amountText } from '../domain/amounts.ts'
import type { Decimal } from '../domain/money.ts'
import { cellState } from './damage.ts'
import { type Answers, answerTo, type Question, rowNumbers } from './doubts.ts'
import { isTypedNumber, type SheetRow, textIn } from './split.ts'

/** The decimal mark of a column: a point as in 1,234.50, or a comma as in 1.234,50. */
export type DecimalMark = 'point' | 'comma'

/** A cell that has the form of an amount. */
export type AmountForm = {
  /** Digits and separators, without signs, currency and parentheses. */
  digits: string
  isNegative: boolean
  isPerCent: boolean
  /** ISO code of the currency, or its symbol if several currencies share it; null if the cell names none. */
  currency: string | null
  /** A mark of credit or debit. */
  side: 'credit' | 'debit' | null
  /** True if a currency symbol is written before the digits, as in English. */
  isSymbolFirst: boolean
}

const symbols: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  zł: 'PLN',
  kr: 'kr',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  MX$: 'MXN',
  'Fr.': 'CHF',
}
const symbolPattern = Object.keys(symbols)
  .toSorted((a, b) => b.length - a.length)
  .map((symbol) => symbol.replace(/[$.]/g, String.raw`\$&`))
  .join('|')
const codes =
  'USD EUR GBP JPY CHF CAD AUD NZD CNY RMB HKD SGD SEK NOK DKK PLN CZK HUF RON BGN ISK TRY RUB UAH ILS AED SAR QAR KWD ZAR EGP NGN KES INR PKR LKR THB MYR IDR PHP VND KRW TWD BRL MXN ARS CLP COP PEN UYU'
const knownCodes = new Set(codes.split(' '))
const currencyPattern = `(?:${symbolPattern}|(?:${codes.replaceAll(' ', '|')})(?![A-Z]))`
const leadingCurrency = new RegExp(`^${currencyPattern}`, 'i')
const trailingCurrency = new RegExp(`${currencyPattern}$`, 'i')

/** Hundredths of a currency as exchanges write them, by the code that no other currency has. */
const hundredths: Readonly<Record<string, string>> = {
  ...{
    GBp: 'GBX',
    GBX: 'GBX',
    GBx: 'GBX',
    pence: 'GBX',
    Pence: 'GBX',
    ZAc: 'ZAC',
    ZAC: 'ZAC',
    ILa: 'ILA',
    ILA: 'ILA',
    USX: 'USX',
    USx: 'USX',
  },
}

/** The ISO code of a currency by its code or symbol, `GBX` for pence; null for any other text. */
export function readCurrency(text: string): string | null {
  const word = text.trim()
  // A small letter at the end of some codes says hundredths, such as pence.
  if (Object.hasOwn(hundredths, word)) return hundredths[word] ?? null
  if (knownCodes.has(word.toUpperCase())) return word.toUpperCase()
  if (/^(?:us|u\.s\.|(?:us|u\.s\.|united states|american) dollars?|dollars?)$/i.test(word)) return 'USD'
  return Object.hasOwn(symbols, word) ? (symbols[word] ?? null) : null
}

/** Dashes of any width count as a minus sign, and spaces of any width as a space. */
const plain = (text: string) => (/[^\x20-\x7e]/.test(text) ? inAscii(text) : text).trim()
const inAscii = (text: string) =>
  text
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** Digits and separators alone, as most amounts of a file are written. */
const bare = /^[\d.,'’ ]+$/
/** Letters that no amount has: at most a currency and a mark of credit or debit follow each other, five letters in all. */
const word = /[A-Za-z]{6}/

const noForm: AmountForm = {
  ...{ digits: '', isNegative: false, isPerCent: false, currency: null, side: null, isSymbolFirst: false },
}

/** An accountant's zero: a dash behind a currency, as in `$ -`. */
const dashZero = /^[$€£]\s*-+$/

/**
 * The form of a cell: signs, parentheses, currency, per cent, `CR`, `DR` and `DB` around digits and separators. Null if it is no amount.
 * The meaning of the separators is decided for the whole column: see {@link concludeMark}.
 */
export function amountForm(cell: string): AmountForm | null {
  let rest = plain(cell)
  if (dashZero.test(rest)) return { ...noForm, digits: '0', currency: readCurrency(rest[0] ?? '') }
  // Most texts of a file end here, before the costlier patterns below.
  if (!/\d/.test(rest) || word.test(rest)) return null
  const form: AmountForm = { ...noForm }
  let signs = 0
  let currencies = 0
  for (let before = ''; before !== rest && !bare.test(rest); ) {
    before = rest
    const side = /\s*\b(CR|DR|DB)\.?$/i.exec(rest)
    if (side && form.side === null && /\d/.test(rest)) {
      form.side = side[1]?.toUpperCase() === 'CR' ? 'credit' : 'debit'
      rest = rest.slice(0, side.index).trim()
    }
    if (/\d\s*%$/.test(rest) && !form.isPerCent) {
      form.isPerCent = true
      rest = rest.slice(0, -1).trim()
    }
    for (const [pattern, isFirst] of [
      [leadingCurrency, true],
      [trailingCurrency, false],
    ] as const) {
      const named = pattern.exec(rest)?.[0]
      if (named === undefined) continue
      currencies++
      form.currency = readCurrency(named) ?? named
      form.isSymbolFirst ||= isFirst && /^[^A-Za-z]/.test(named)
      rest = (isFirst ? rest.slice(named.length) : rest.slice(0, -named.length)).trim()
    }
    const inside =
      /^\((.*)\)$/.exec(rest)?.[1] ??
      /^-(.*)$/.exec(rest)?.[1] ??
      (rest.endsWith('-') ? /^(.*(?:[\d.,$€£¥]|[A-Z]{2,3}))\s*-$/.exec(rest)?.[1] : undefined)
    if (inside !== undefined) {
      signs++
      rest = inside.trim()
    }
  }
  if (signs === 0) rest = rest.replace(/^\+\s*/, '')
  if (signs > 1 || currencies > 1 || !/^\d|^[.,]\d/.test(rest) || !bare.test(rest)) return null
  return { ...form, digits: rest, isNegative: signs > 0 }
}

/** An amount with an exponent, such as 1.5E+06, and how it may have been shortened. */
type Exponential = {
  mantissa: AmountForm
  value: Decimal
  /** True if the digits that are shown reach the cent. */
  isExact: boolean
}

/** The amount in a cell with an exponent, such as `1.5E+06` or `(2,50E+05)`, in US dollars or without a currency; null for any other cell. */
function exponentialIn(cell: string): Exponential | null {
  const [, before = '', power = '', after = ''] = /^(.*\d)e([+-]?\d{1,2})(\D*)$/i.exec(plain(cell)) ?? []
  const mantissa = power === '' ? null : amountForm(`${before}${after}`)
  if (mantissa === null || mantissa.isPerCent || (mantissa.currency ?? 'USD') !== 'USD') return null
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(mantissa.digits) ?? []
  if (whole === undefined) return null
  const shown = decimalOf(`${whole}.${fraction}`, mantissa.isNegative)
  const scale = shown.scale - Number(power)
  const value = scale < 0 ? { units: shown.units * 10n ** BigInt(-scale), scale: 0 } : { ...shown, scale }
  return { mantissa, value, isExact: scale >= 2 || shown.units === 0n }
}

/** True for a cell with an amount, with an exponent or without; not for a percentage. */
export const isAmountText = (cell: string): boolean =>
  amountForm(cell)?.isPerCent === false || exponentialIn(cell) !== null

const valueLike = /^[-+(]*\s*(?:[$€£¥]\s*)?[-+(]*\d[\d.,'’\s/:-]*\)?\s*(?:%|[A-Z]{3})?$/

/** A cell that is an amount, a number, a per cent or a date, or was one before a spreadsheet damaged it: no name of a column. */
export function isValue(cell: string): boolean {
  const text = cell.trim()
  if (amountForm(text) !== null || valueLike.test(text) || /^(?:true|false|yes|no)$/i.test(text)) return true
  const state = cellState(text)
  return state.is === 'lost' || (state.is === 'empty' && text !== '') || (state.is === 'text' && state.mended !== null)
}

const grouped = {
  point: /^(?:\d+|[1-9]\d{0,2}(?:([,'’ ])\d{3})(?:\1\d{3})*)?(?:\.\d*)?$/,
  comma: /^(?:\d+|[1-9]\d{0,2}(?:([.'’ ])\d{3})(?:\1\d{3})*)?(?:,\d*)?$/,
} as const satisfies Record<DecimalMark, RegExp>

/** The digits as a decimal text with a point; null if they cannot be read with this mark. */
export function decimalText(digits: string, mark: DecimalMark): string | null {
  if (!grouped[mark].test(digits)) return null
  const text = digits.replace(mark === 'point' ? /[,'’ ]/g : /[.'’ ]/g, '').replace(',', '.')
  return /\d/.test(text) ? text : null
}

/** The decimal mark that a column's cells prove; `either` if the mark makes no difference. */
export type MarkEvidence = DecimalMark | 'either' | 'unclear' | 'contradictory'

/** Concludes the decimal mark of cells in one notation. `$1,234` speaks for the point: the symbol is written first in English. */
export function concludeMark(forms: readonly AmountForm[]): MarkEvidence {
  let [point, comma, open] = [0, 0, 0]
  for (const { digits, isSymbolFirst, currency } of forms) {
    const [withPoint, withComma] = [decimalText(digits, 'point'), decimalText(digits, 'comma')]
    if (withPoint === withComma) continue
    if (withComma === null) point++
    else if (withPoint === null) comma++
    else if (isSymbolFirst && currency === 'USD' && digits.includes(',')) point++
    else open++
  }
  if (point > 0 && comma > 0) return 'contradictory'
  if (point > 0) return 'point'
  if (comma > 0) return 'comma'
  return open > 0 ? 'unclear' : 'either'
}

/** A decimal text with a point as an exact decimal. */
export const decimalOf = (text: string, isNegative: boolean): Decimal => {
  const [whole = '', fraction = ''] = text.split('.')
  const units = BigInt(`${whole}${fraction}` || '0')
  return { units: isNegative ? -units : units, scale: fraction.length }
}

/** A cell's amount in the unit of its column, or what is wrong with it. */
export type Amount = { value: Decimal } | { problem: string }

/** How one column's amounts are read. */
export type AmountColumn = {
  questions: Question[]
  /** Sentences about what the cells themselves say. */
  notes: string[]
  read(row: SheetRow): Amount
}

type AmountColumnOptions = {
  /** The column; below 0 if it is not known. */
  at: number
  answers: Answers
  isTotal: (row: SheetRow) => boolean
  /** The sign of a row's amount, as other columns give it. */
  signs: (row: SheetRow) => SignMarks
}

/** The digits of a number in a workbook as its program shows them: it stores up to 17 of them, and 15 are certain. */
function withoutNoise(digits: string): string {
  const significant = digits.replace('.', '').replace(/^0+/, '')
  if (significant.length <= 15 || !digits.includes('.')) return digits
  const text = Number(digits).toPrecision(15)
  return /e/.test(text) ? digits : text
}

/** Marks of the sign of an amount in other columns of its row. */
export type SignMarks = {
  side: AmountForm['side']
  /** A word for what is owed, such as Liability or Short, as the cell has it; null if there is none. */
  debt: string | null
}

/**
 * Reads a column of amounts in one notation; asks for it if neither the column nor the table's other amounts show it. Amounts marked
 * DR are owed if more are marked CR, as on statements; else that is asked. Whether a positive amount of a row called a liability is owed is
 * asked always.
 */
export function readAmountColumn(
  { headers, rows }: { headers: readonly string[]; rows: readonly SheetRow[] },
  { at, answers, isTotal, signs }: AmountColumnOptions,
): AmountColumn {
  const formsIn = (column: number) =>
    rows.flatMap((row) => {
      if (isTypedNumber(row, column)) return []
      // An amount with an exponent says nothing of the others: a spreadsheet wrote it, in its own notation.
      const form = amountForm(textIn(row, column))
      return form === null ? [] : [{ ...form, row: row.row }]
    })
  const forms = at < 0 ? [] : formsIn(at).filter(({ isPerCent }) => !isPerCent)
  const others = () => headers.flatMap((_, column) => (column === at ? [] : formsIn(column)))
  const { mark, question: markQuestion } = readMark(forms, others, { at, answers })
  const { areExact, question: exponentsQuestion } = readExponents(
    rows.filter((row) => !isTotal(row)),
    { at, answers },
  )
  const known = new Map<SheetRow, MarkedAmount | { problem: string }>()
  const unsigned = (row: SheetRow): MarkedAmount | { problem: string } => {
    const amount = known.get(row) ?? unsignedIn(row)
    known.set(row, amount)
    return amount
  }
  const unsignedIn = (row: SheetRow): MarkedAmount | { problem: string } => {
    const exponential = exponentialIn(textIn(row, at))
    if (exponential !== null) {
      if (exponential.isExact || areExact) return marked(row, exponential.value, exponential.mantissa.side)
      const problem = 'A spreadsheet may have rounded this amount to the digits that it shows. Enter all of its digits.'
      return { problem }
    }
    const type = row.types?.[at]
    if (type === 'formula') return { problem: 'The cell has a formula, and the workbook does not have its result.' }
    const state = cellState(textIn(row, at))
    if (state.is === 'empty') return { problem: isTotal(row) ? '' : 'The table has no value for this row.' }
    if (state.is === 'lost') return { problem: `${state.cause} ${state.next_step}` }
    const form = amountForm(state.text)
    if (form?.isPerCent) return { problem: `${state.text} is a share of something, not an amount. Enter the amount.` }
    if (form === null) return { problem: whyNoAmount(state.text) }
    if (type === 'percent')
      return { problem: `The workbook shows ${state.text} as a percentage, which is no amount. Enter the amount.` }
    const isTyped = type === 'number'
    const text = decimalText(isTyped ? withoutNoise(form.digits) : form.digits, isTyped ? 'point' : mark)
    return text === null
      ? { problem: inLakhs(form) ?? 'This amount is written differently from the others in its column.' }
      : marked(row, decimalOf(text, form.isNegative), form.side)
  }
  const marked = (row: SheetRow, value: Decimal, side: AmountForm['side']): MarkedAmount => {
    const other = signs(row)
    return {
      row: row.row,
      value,
      side: side ?? other.side,
      debt: side === null && value.units > 0n ? other.debt : null,
    }
  }
  const amounts = rows.flatMap((row) => {
    const read = at < 0 || isTotal(row) ? null : unsigned(row)
    return read === null || 'problem' in read ? [] : [read]
  })
  const ofTotals = rows.flatMap((row) =>
    isTotal(row) && amountForm(textIn(row, at))?.side === 'debit' ? [row.row] : [],
  )
  const { isOwed, question: sidesQuestion, note } = readSides(amounts, ofTotals, { at, answers })
  const debts = readDebts(amounts, { at, answers })
  const read = (row: SheetRow): Amount => {
    const amount = unsigned(row)
    if ('problem' in amount) return amount
    const { units, scale } = amount.value
    const isNegated = units > 0n && ((amount.side === 'debit' && isOwed) || debts.isOwed(amount))
    return { value: { units: isNegated ? -units : units, scale } }
  }
  return {
    questions: [markQuestion, sidesQuestion, exponentsQuestion, ...debts.questions].filter(
      (question) => question !== null,
    ),
    notes: note === null ? [] : [note],
    read,
  }
}

/** An amount as its cell has it, with the marks of its sign; `debt` only where the amount is positive. */
type MarkedAmount = SignMarks & { row: number; value: Decimal }

/** Digits in groups of two above the thousands, as in India: why they are not read, with the amount they may stand for; else null. */
function inLakhs({ digits, isNegative }: AmountForm): string | null {
  if (!/^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?$/.test(digits)) return null
  const amount = Number(digits.replaceAll(',', ''))
  return `${digits} is grouped as in India. If it is the value, enter it as ${amountText(isNegative ? -amount : amount)}.`
}

const shortened = /\d\s*(?:k|mm?|mn|mio|mil|millions?|bn?|billions?|thousands?|crores?|cr|lakhs?|lacs?)\.?\)?-?$/i
const estimated = /^(?:~|≈|approx(?:\.|imately)?|about|circa|ca?\.|est(?:\.|imated)?)[\s:]*(?=\D{0,3}\d)/i
const remarked = /^(.*\d[)%]?)\s*([*†‡§]+|[([][^()[\]]*[)\]]|[a-z][a-z. ]*)$/i

/** Why a text is no amount, with what to enter. */
function whyNoAmount(text: string): string {
  if (shortened.test(text)) return `${text} is rounded. Enter the amount with all of its digits.`
  if (estimated.test(text)) return `${text} is an estimate. Enter the amount alone if it is the value.`
  const [, amount = '', remark = ''] = remarked.exec(text) ?? []
  if (amountForm(amount) !== null)
    return `${amount} has a remark: ${remark}. Enter the amount alone if it is the value.`
  return 'This is not an amount. Enter it as 1,234.50 or (1,234.50).'
}

type PlacedForm = AmountForm & { row: number }
type Column = Pick<AmountColumnOptions, 'at' | 'answers'>

function readMark(
  forms: readonly PlacedForm[],
  others: () => readonly AmountForm[],
  { at, answers }: Column,
): { mark: DecimalMark; question: Question | null } {
  const own = concludeMark(forms)
  const ofTable = own === 'unclear' ? concludeMark(others()) : own
  const evidence = ofTable === 'point' || ofTable === 'comma' ? ofTable : own
  if (evidence !== 'unclear' && evidence !== 'contradictory')
    return { mark: evidence === 'comma' ? 'comma' : 'point', question: null }
  const open = forms.filter(({ digits }) => decimalText(digits, 'point') !== decimalText(digits, 'comma'))
  const example = open[0]?.digits ?? ''
  const question: Question = {
    id: `mark:${at}`,
    rows: open.map(({ row }) => row),
    column: at,
    text:
      evidence === 'unclear'
        ? `An amount such as ${example} can be read in two ways.`
        : 'Some amounts in this column have a decimal point, others a decimal comma.',
    choices: [
      { value: 'point', label: `Point: 1,234.50${inWords(example, 'point')}` },
      { value: 'comma', label: `Comma: 1.234,50${inWords(example, 'comma')}` },
    ],
  }
  return { mark: answerTo(question, answers) === 'comma' ? 'comma' : 'point', question }
}

function inWords(digits: string, mark: DecimalMark): string {
  const text = decimalText(digits, mark)
  return text === null ? '' : `; ${digits} is ${amountText(Number(text))}`
}

/** Whether amounts marked DR are owed. */
function readSides(
  amounts: readonly MarkedAmount[],
  ofTotals: readonly number[],
  { at, answers }: Column,
): { isOwed: boolean; question: Question | null; note: string | null } {
  const of = (side: AmountForm['side']) => amounts.filter((amount) => amount.side === side)
  const rows = of('debit').map(({ row }) => row)
  if (rows.length + ofTotals.length === 0) return { isOwed: false, question: null, note: null }
  const numbers = rowNumbers(rows.length > 0 ? rows : ofTotals)
  const question: Question = {
    id: `sides:${at}`,
    rows,
    column: at,
    text: `Amounts in ${numbers} are marked DR.`,
    choices: [
      { value: 'owed', label: 'They are owed: negative' },
      { value: 'held', label: 'They are held: positive' },
    ],
  }
  // An answer that was given stays, and can be changed.
  if (answerTo(question, answers) === null && of('credit').length > rows.length)
    return { isOwed: true, question: null, note: `Amounts marked DR in ${numbers} are owed, and so negative.` }
  return { isOwed: answerTo(question, answers) === 'owed', question, note: null }
}

/** Whether the positive amounts of rows called a liability, a loan or a short position are owed: asked for each of these words. */
function readDebts(
  amounts: readonly MarkedAmount[],
  { at, answers }: Column,
): { isOwed: (amount: MarkedAmount) => boolean; questions: Question[] } {
  const rowsOf = new Map<string, number[]>()
  const words = new Map<string, string>()
  for (const { row, debt } of amounts) {
    if (debt === null) continue
    const key = debt.toLowerCase()
    words.set(key, words.get(key) ?? debt)
    const numbers = rowsOf.get(key)
    if (numbers) numbers.push(row)
    else rowsOf.set(key, [row])
  }
  const questions = [...rowsOf].map(([key, rows]): Question => {
    const [are, say] = rows.length === 1 ? ['its value is', 'says'] : ['their values are', 'say']
    const numbers = rowNumbers(rows)
    return {
      id: `owed:${key}`,
      rows,
      column: at,
      text: `${numbers.slice(0, 1).toUpperCase()}${numbers.slice(1)} ${say} ${words.get(key)}, and ${are} positive.`,
      choices: [
        { value: 'owed', label: rows.length === 1 ? 'It is owed: negative' : 'They are owed: negative' },
        { value: 'held', label: rows.length === 1 ? 'It is held: positive' : 'They are held: positive' },
      ],
    }
  })
  const owed = new Set(questions.filter((one) => answerTo(one, answers) === 'owed').map(({ id }) => id))
  return { isOwed: ({ debt }) => debt !== null && owed.has(`owed:${debt.toLowerCase()}`), questions }
}

/** Whether amounts with an exponent have all of their digits; asked where the digits that are shown do not reach the cent. */
function readExponents(
  rows: readonly SheetRow[],
  { at, answers }: Column,
): { areExact: boolean; question: Question | null } {
  const open = rows.flatMap((row) => {
    const read = exponentialIn(textIn(row, at))
    return read === null || read.isExact ? [] : [{ row: row.row, text: textIn(row, at), value: read.value }]
  })
  const [first] = open
  if (first === undefined) return { areExact: false, question: null }
  const numbers = rowNumbers(open.map(({ row }) => row))
  const { units, scale } = first.value
  const question: Question = {
    id: `exponents:${at}`,
    rows: open.map(({ row }) => row),
    column: at,
    text: `Amounts in ${numbers} are written with an exponent, such as ${first.text}. A spreadsheet may have rounded them.`,
    choices: [
      { value: 'exact', label: `They are exact: ${first.text} is ${amountText(Number(units) / 10 ** scale)}` },
      { value: 'rounded', label: 'They are rounded: their values are entered by hand' },
    ],
  }
  return { areExact: answerTo(question, answers) === 'exact', question }
}
