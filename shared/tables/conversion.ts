import { compare, type Decimal, roundToCents, toDecimal } from '../domain/money.ts'
import { amountForm, decimalOf, readCurrency } from './amounts.ts'
import { cellState } from './damage.ts'
import { type Answers, answerTo, type Question, rowNumbers } from './doubts.ts'
import type { Table } from './find-tables.ts'
import { currencyIn, meaningOf } from './holding-columns.ts'
import { filledIn, rowText, type SheetRow, textIn } from './split.ts'

/** How the amounts of a table become US dollars. */
export type Conversion = {
  questions: Question[]
  /** Sentences about rates and units, for the description of a valuation. */
  remarks: string[]
  /** US dollars for one unit of the row's amount; null if the row is refused, being in another currency; `open` until that is answered. */
  rate(row: SheetRow): Decimal | 'open' | null
  /** The ISO code of the row's currency, or the text in its place. */
  currency(row: SheetRow): string
  /** The value of one unit of an amount, such as 1000, or 0.01 for cents. */
  factor: Decimal
}

type ConversionOptions = {
  /** The columns of values and of currencies; below 0 if there is none. */
  valueAt: number
  currencyAt: number
  answers: Answers
  isTotal: (row: SheetRow) => boolean
  /** The tables that the rows are of, where they are of several: each may name a currency of its own. */
  tables?: readonly Pick<Table, 'rows' | 'titles'>[]
  /** Other lines of the file that may name the currency or the unit of all amounts, such as footnotes. */
  notes?: readonly string[]
}

/**
 * Finds the currency of each row, by its cell, its column of currencies, the name of the value's column, a line above or below it or the total,
 * and the unit of the whole table. Another currency than US dollars is asked about.
 */
export function readConversion(
  { headers, rows, titles }: Pick<Table, 'headers' | 'rows' | 'titles'>,
  { valueAt, currencyAt, answers, isTotal, tables = [], notes: apart = [] }: ConversionOptions,
): Conversion {
  const header = headers[valueAt] ?? ''
  const ofHeader = meaningOf(header).currency ?? currencyIn(header)
  const notes = [...apart, ...rows.filter(isLine).map(rowText)]
  const ofTables = currenciesOf(tables)
  const ofTitle = currencyOfLines(titles, notes)
  const amountIn = (row: SheetRow) => {
    const text = textIn(row, valueAt)
    const currency = amountForm(text)?.currency ?? null
    // A dollar sign alone is that of other dollars too.
    return { currency, isAnyDollar: currency === 'USD' && !/us/i.test(text) }
  }
  const ofTotal = rows
    .filter(isTotal)
    .map(amountIn)
    .find(({ currency, isAnyDollar }) => currency !== null && !isAnyDollar)
  const codeOf = (row: SheetRow): string => {
    const { currency, isAnyDollar } = amountIn(row)
    const state = cellState(textIn(row, currencyAt))
    const ofColumn = state.is === 'text' ? (readCurrency(state.text) ?? state.text.toUpperCase()) : null
    // A dollar sign in front of an amount in another currency is what some programs write for any currency.
    if (ofColumn !== null && ofColumn !== 'USD') return ofColumn
    const own = isAnyDollar ? null : currency
    return own ?? ofColumn ?? ofHeader ?? ofTables.get(row.row) ?? ofTitle ?? ofTotal?.currency ?? 'USD'
  }
  const rowsOf = new Map<string, number[]>()
  for (const row of rows) {
    const code = codeOf(row)
    if (code === 'USD' || isTotal(row) || isLine(row)) continue
    const numbers = rowsOf.get(code)
    if (numbers) numbers.push(row.row)
    else rowsOf.set(code, [row.row])
  }
  const questions: Question[] = []
  const remarks: string[] = []
  const rates = new Map<string, Decimal | 'open' | null>([['USD', one]])
  for (const [code, numbers] of rowsOf) {
    const is = numbers.length === 1 ? 'value' : 'values'
    const question: Question = {
      id: `rate:${code}`,
      rows: numbers,
      column: currencyAt >= 0 ? currencyAt : valueAt,
      text: `The ${is} in ${rowNumbers(numbers)} ${is === 'value' ? 'is' : 'are'} in ${code}.`,
      choices: [{ value: 'refuse', label: 'Leave these rows out' }],
    }
    questions.push(question)
    const rate = readRate(answers[question.id])
    rates.set(code, rate?.rate ?? (answerTo(question, answers) === null ? 'open' : null))
    if (rate) remarks.push(`${code} at ${rateText(rate.rate)} US dollars (${rate.date}).`)
  }
  const scale = readScale(header, [...titles, ...notes.filter(isAbout(aboutUnit))], { valueAt, answers })
  if (scale.question) questions.push(scale.question)
  return {
    questions,
    remarks: [...remarks, ...scale.remarks],
    rate: (row) => rates.get(codeOf(row)) ?? null,
    currency: codeOf,
    factor: scale.factor,
  }
}

const one: Decimal = { units: 1n, scale: 0 }

/** True for a row of words alone: a line among the records, or right below them. */
const isLine = (row: SheetRow): boolean => {
  const filled = filledIn(row)
  return filled.length > 0 && filled.length < 3 && filled.every((cell) => amountForm(cell) === null)
}

/**
 * The currency that lines name; null if they name none. A title that speaks of its currency or amounts names that of all rows; one that
 * mentions a code otherwise does not. Where lines name several, the one that is not US dollars is asked about.
 */
function currencyOfLines(titles: readonly string[], notes: readonly string[]): string | null {
  const spoken = [...titles.filter((title) => aboutCurrency.test(title)), ...notes.filter(isAbout(aboutCurrencyOfAll))]
  const codes = spoken.flatMap((line) => currencyIn(line) ?? [])
  return codes.find((code) => code !== 'USD') ?? codes[0] ?? null
}

/** The currencies of rows below the titles of their own table, or below a line among its rows, by the numbers of the rows. */
function currenciesOf(tables: readonly Pick<Table, 'rows' | 'titles'>[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const { rows, titles } of tables) {
    let code = titles.flatMap((title) => currencyOfSection(title) ?? []).at(-1) ?? currencyOfLines(titles, [])
    for (const row of rows) {
      if (isLine(row)) code = currencyOfSection(rowText(row)) ?? currencyOfLines([], [rowText(row)]) ?? code
      if (code !== null) found.set(row.row, code)
    }
  }
  return found
}

/**
 * The currency of the rows below a section or an account such as "Canadian Dollar Holdings", "Securities held in CAD" and "Account 12345678
 * CAD"; null if the line names none. Words in capitals are codes too, such as ALL and TOP: only usual ones count here.
 */
function currencyOfSection(line: string): string | null {
  if (line.length > 60 || ofSome.test(line) || !sections.test(line)) return null
  const code = currencyIn(line)
  return code !== null && usualCurrencies.has(code) ? code : null
}

const sections = /\b(?:holdings?|securities|positions?|investments?|assets?|cash|accounts?|portfolio)\b/i
const usualCurrencies = new Set(
  'USD CAD EUR GBP CHF JPY AUD NZD HKD SGD SEK NOK DKK MXN CNY INR BRL ZAR ILS'.split(' '),
)

const aboutCurrency =
  /\bcurrency\b|^(?:total|net|account|portfolio|market)\b.*\bvalue\b|\b(?:amounts?|values?|figures?|prices?|balances?|report|reported|statement|shown|stated|expressed|denominated|all)\b.*\bin\b|^\(?in [A-Z$€£¥]/i

/** The longest line apart from a table that is taken for one about all amounts. */
const mostNote = 120
/** Words of lines about conversions, or about some of the amounts. */
const ofSome = /\b(?:convert\w*|foreign|exchange|local|except|unless|some|may(?! \d))\b/i
const amountWords = String.raw`^[^\p{L}\d$€£]*(?:(?:please )?note\b[\s:.-]*)?(?:(?:all|the|account|market|position|holding|dollar)\s+)*(?:amounts?|values?|figures?|numbers?|balances?|prices?)\b`
/** Lines such as "All values in thousands", "In thousands", "USD 000", "(000s omitted)" and "Unit: cents". */
const aboutUnit = new RegExp(
  String.raw`${amountWords}|^[^\p{L}\d$€£¢]*(?:(?:all )?in\b|(?:us )?(?:dollars?|cents?)\b|USD\b|US\$|\$|€|£|¢|EUR\b|GBP\b|CHF\b|['’]?000|units?\b|scale\b|(?:reported|expressed|stated|shown|presented|displayed|rounded|multiply|multiplied)\b|thousands?\b|millions?\b|hundreds\b|[x×]\s?1)`,
  'iu',
)
/** Lines such as "Values are shown in Canadian dollars" and "Reporting currency: EUR". */
const aboutCurrencyOfAll = new RegExp(
  String.raw`${amountWords}.{0,40}\bin\b|^[^\p{L}\d]*(?:reporting|base|statement|account) currency\b`,
  'iu',
)
const isAbout = (words: RegExp) => (note: string) => note.length <= mostNote && !ofSome.test(note) && words.test(note)

/**
 * The unit of the amounts, such as thousands: as the name of their column says; asked if only a title says so, or if the unit is a rare one or has
 * two meanings.
 */
function readScale(
  header: string,
  titles: readonly string[],
  { valueAt, answers }: Pick<ConversionOptions, 'valueAt' | 'answers'>,
): { factor: Decimal; remarks: string[]; question: Question | null } {
  const ofHeader = unitIn(header)
  const named = ofHeader ?? titles.flatMap((text) => unitIn(text) ?? [])[0]
  if (named === undefined) return { factor: one, remarks: [], question: null }
  const { words, factors, isUsual } = named
  const question: Question = {
    id: 'scale',
    rows: [],
    column: valueAt,
    text: `The table says that its amounts are in ${words}.`,
    choices: [
      ...factors.map((each) => ({ value: each, label: `Yes: 1 is $${Number(each).toLocaleString('en-US')}` })),
      { value: '1', label: 'No: 1 is $1' },
    ],
  }
  // An answer that was given stays, and can be changed.
  const answer = answerTo(question, answers)
  const isSure = ofHeader !== null && isUsual && factors.length === 1
  const factor = answer ?? (isSure ? (factors[0] ?? '1') : '1')
  return {
    factor: decimalOf(factor, false),
    remarks: factor === '1' ? [] : [`The amounts were given in ${unitNames[factor] ?? words}.`],
    question: isSure && answer === null ? null : question,
  }
}

/** `factors`: what one may be worth, in US dollars. `isUsual`: true for a unit that the name of a column is believed in. */
type Unit = { words: string; factors: readonly string[]; isUsual: boolean }

const unitNames: Readonly<Record<string, string>> = { '1000': 'thousands', '1000000': 'millions' }
const thousand = ['1000']
const million = ['1000000']
const money = String.raw`(?:[$€£]|\b(?:USD|EUR|GBP|CHF|CAD))`
const dollars = String.raw`(?:us |u\.s\. |canadian )?(?:dollars?\b|euros?\b|pounds?\b|USD\b|EUR\b|GBP\b|CHF\b|[$€£])`
const unit = (pattern: string) => new RegExp(pattern, 'i')

/** In this order: "in hundreds of millions" names no unit that is read, and is asked as millions. */
const units: readonly (readonly [pattern: RegExp, unit: Unit])[] = [
  [
    unit(
      String.raw`\bthousands?\b(?! oaks)|['’]?\b000['’]?s?\s+omitted\b|\bTsd\b|(?:[$€£]|\b[A-Z]{3}\b|\b(?:in|x))\s*['’]?\s*,?000['’]?s?\b|\(\s*['’]?,?000['’]?s?\s*\)|${money}\s?k\b|\bk\s?${money}|(?<!\b4\d\d\s?)\(\s*k\s*\)|\bT(?:USD|EUR|CHF|GBP|€|\$)|\bin k\b`,
    ),
    { words: 'thousands', factors: thousand, isUsual: true },
  ],
  [
    unit(
      String.raw`\bmillions\b|\b(?:in|x) (?:mm|mn|mio|million)\b|${money}\s*(?:mm|mn|mio|million)\b|\b(?:mm|mn|mio|million)\.? ?${dollars}|\(\s*(?:mm|mn|mio|million)\.?\s*\)`,
    ),
    { words: 'millions', factors: million, isUsual: true },
  ],
  // In banks an M is a thousand as well, and MM a million.
  [
    unit(String.raw`${money}\s*m\b|\bm\s?${money}|\(\s*m\s*\)|\bin m\b`),
    { words: '“M”: millions, or thousands as some banks write it', factors: [...million, ...thousand], isUsual: false },
  ],
  [
    unit(
      String.raw`\bbillions\b|\bin (?:bn|billion)\b|${money}\s*(?:bn|b|billion)\b|\b(?:bn|billion)\.? ?${dollars}|\(\s*(?:bn|billion)\.?\s*\)`,
    ),
    { words: 'billions', factors: ['1000000000'], isUsual: false },
  ],
  [unit(String.raw`\bin lakhs?\b|\(\s*lakhs?\s*\)`), { words: 'lakhs', factors: ['100000'], isUsual: false }],
  [unit(String.raw`\bin crores?\b|\(\s*crores?\s*\)`), { words: 'crores', factors: ['10000000'], isUsual: false }],
  [
    unit(String.raw`\bin hundreds\b|\bhundreds of ${dollars}|\(\s*hundreds\s*\)|\bhundreds$`),
    { words: 'hundreds', factors: ['100'], isUsual: false },
  ],
  // "Rounded to cents" and "to the nearest cent" are about digits.
  [
    unit(
      String.raw`(?:\b(?:in|are|is|as|units?)\b[:\s]*(?:us |u\.s\. |usd |dollar |integer |whole )*|\(\s*(?:in )?(?:us |usd )?|^(?:us |usd )?|\b(?:usd|us|value|amount|balance|worth|dollar)[\s,/:-]+)cents?\b|\bcents$|¢`,
    ),
    { words: 'cents', factors: ['0.01'], isUsual: false },
  ],
]
const aboutDigits = /\bround(?:ed|ing)?\b.*\bcents?\b|\bnearest cents?\b|\bdollars? and cents?\b/i
/** A unit by its digits, such as "x 100", "in 1,000s" and "in units of 10,000". */
const byDigits =
  /(?:[x×*]\s*\$?|\bmultipl(?:y|ied) by \$?|\bin (?:units|multiples) of \$?)(10+|1[0,.'’ ]*000)\b(?![.,]\d)|\bin \$?(10+|1[0,.'’ ]*000)(?:['’]?s\b| (?:us )?dollars?\b)|\(\s*\$?(100+|1[,.'’ ]000)['’]?s?\s*\)/i

/**
 * The unit that a header or title names, such as `(USD 000)`, "in millions" or "in cents"; null if it names none. Whole dollars are no other unit.
 */
function unitIn(given: string): Unit | null {
  const text = given.replace(/_/g, ' ').replace(/([a-z]{3})([A-Z][a-z]{3})/g, '$1 $2')
  const found = units.find(
    ([pattern, { words }]) => pattern.test(text) && !(words === 'cents' && aboutDigits.test(text)),
  )
  if (found) return found[1]
  const digits = byDigits
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.replace(/\D/g, '')
  if (digits === undefined || digits.length > 10) return null
  return { words: `units of ${Number(digits).toLocaleString('en-US')}`, factors: [digits], isUsual: false }
}

/** An amount in US dollars. */
export const inDollars = (amount: Decimal, rate: Decimal, factor: Decimal): Decimal => ({
  units: amount.units * rate.units * factor.units,
  scale: amount.scale + rate.scale + factor.scale,
})

/** The amount in US dollars as a JSON number; null if that would change a digit. A converted one is rounded to cents. */
export function dollarNumber(amount: Decimal, rate: Decimal, factor: Decimal): number | null {
  const exact = inDollars(amount, rate, factor)
  const kept: Decimal = compare(rate, one) === 0 ? exact : { units: roundToCents(exact), scale: 2 }
  const { units, scale: digits } = kept
  const sign = units < 0n ? '-' : ''
  const plain = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const number = Number(`${sign}${plain.slice(0, plain.length - digits)}.${digits > 0 ? plain.slice(-digits) : '0'}`)
  return Number.isFinite(number) && compare(toDecimal(number), kept) === 0 ? number : null
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

/** The currency whose rate a question asks for: the end of its id, which may begin with a scope; null if it asks for something else. */
export const asksForRate = (id: string): string | null => /(?:^|\/)rate:([^/]+)$/.exec(id)?.[1] ?? null

/** True once a question has one of its answers, or a rate where it asks for one. */
export function isAnswered(question: Question, answers: Answers): boolean {
  if (answerTo(question, answers) !== null) return true
  return asksForRate(question.id) !== null && readRate(answers[question.id]) !== null
}
