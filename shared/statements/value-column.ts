import { amountForm, decimalText } from '../tables/amounts.ts'
import { stateText } from '../tables/damage.ts'
import { type Answers, answerTo, type Question } from '../tables/doubts.ts'
import { formsOf, isPriceHeader, meaningOf } from '../tables/holding-columns.ts'
import { type SheetRow, textIn } from '../tables/split.ts'
import { totalLabel } from '../tables/totals.ts'
import type { ColumnUse } from './statement.ts'

type Columns = { headers: readonly string[]; rows: readonly SheetRow[] }

/** Names of a column that do not say whether its amounts are those of positions or of one unit. */
const bareValue =
  /^(?:(?:last|close|closing) )?(?:value|val|worth|wert|amount|balance)(?: (?:in )?(?:usd|us dollars))?$/
/** Rows that are looked at to tell what a column of amounts has. */
const mostCompared = 500

/**
 * Asks whether the column of values has prices of one unit: where it is equal to a column of prices, where another column is the quantity
 * multiplied by it, where a total of the file is the sum of quantities multiplied by it, and where its name says neither and no column of
 * prices proves that it is the quantity multiplied by the price.
 * `positionsAt`: the only column with the values of the positions if it has prices; -1 if there is none.
 */
export function findUnitPrice(
  { headers, rows }: Columns,
  uses: readonly ColumnUse[],
  answers: Answers,
): { question: Question; positionsAt: number } | null {
  const [valueAt, quantityAt] = [uses.indexOf('value'), uses.indexOf('quantity')]
  if (valueAt < 0 || quantityAt < 0 || answers[`use:${valueAt}`] === 'value') return null
  // Where there is one unit, both are equal.
  const held = rows.slice(0, mostCompared).flatMap((row) => {
    const [quantity, value] = [numberIn(row, quantityAt), numberIn(row, valueAt)]
    const isTold = quantity !== null && value !== null && Math.abs(quantity) !== 1 && quantity * value !== 0
    return isTold ? [{ row, quantity: Math.abs(quantity), value: Math.abs(value) }] : []
  })
  const [first] = held
  if (first === undefined) return null
  const isMost = (at: number, fits: (given: number, of: (typeof held)[number]) => boolean): boolean => {
    const compared = held.flatMap((of) => {
      const given = numberIn(of.row, at)
      return given === null || given === 0 ? [] : [fits(Math.abs(given), of)]
    })
    return compared.length * 2 > held.length && compared.filter((fit) => fit).length * 2 > compared.length
  }
  const others = headers.flatMap((_, at) => (at === valueAt || at === quantityAt ? [] : [at]))
  const positions = others.filter((at) => isMost(at, (given, { quantity, value }) => isNear(given, quantity * value)))
  const isEqual = others.some(
    (at) => isPriceHeader(headers[at] ?? '') && isMost(at, (given, { value }) => given === value),
  )
  const ratesOf = exchangeRates({ headers, rows }, uses)
  const isPriceOfNow = headers.map((header, at) => uses[at] === 'ignore' && namesPrice(header))
  // Prices of bonds are per cent, and those of options are of one of a hundred shares.
  const isProved = others.some((at) =>
    isMost(at, (given, { row, quantity, value }) => {
      const prices = (isPriceOfNow[at] ? ratesOf(row) : [one]).map(({ rate }) => given * rate)
      return (
        !prices.some((price) => isNear(value, price)) &&
        prices.some((price) => unitsOfPrices.some((units) => isNear(value, quantity * price * units)))
      )
    }),
  )
  const isLikely = positions.length > 0 || isEqual || isSumOfProducts(rows, quantityAt, valueAt)
  const isBare = formsOf(headers[valueAt] ?? '').some((form) => bareValue.test(form))
  if (!isLikely && (isProved || !isBare)) return null
  const name = headers[valueAt] || `Column ${valueAt + 1}`
  const [quantity, value] = [quantityAt, valueAt].map((at) => stateText(textIn(first.row, at)))
  const question: Question = {
    // This question depends on the cells, so it is asked for each file, not once for a layout.
    id: isLikely ? 'unit-price' : 'per-unit',
    rows: [],
    column: null,
    text: `“${name}” may be the price of one unit and not the value of the position, as in row ${first.row.row}: ${quantity} units, ${value}.`,
    choices: [
      { value: 'position', label: `It is the value of the position: all ${quantity} units are worth ${value}` },
      { value: 'unit', label: `It is the price of one unit: each of ${quantity} units is worth ${value}` },
    ],
  }
  const [positionsAt = -1, ...more] = positions
  return { question, positionsAt: more.length === 0 ? positionsAt : -1 }
}

/** True if a total is the sum of quantities multiplied by the column's amounts, and not the sum of the amounts: of all rows above it, or of those since the total before. */
function isSumOfProducts(rows: readonly SheetRow[], quantityAt: number, valueAt: number): boolean {
  const sums = { since: { products: 0, values: 0 }, all: { products: 0, values: 0 } }
  for (const row of rows) {
    const value = numberIn(row, valueAt)
    if (value === null) continue
    const found = [sums.since, sums.all]
    if (totalLabel(row) === '') {
      for (const sum of found) {
        sum.products += value * (numberIn(row, quantityAt) ?? 1)
        sum.values += value
      }
    } else {
      const isOf = (sum: number) => Math.abs(sum - value) < 0.05
      if (value !== 0 && found.some(({ products }) => isOf(products)) && !found.some(({ values }) => isOf(values)))
        return true
      sums.since = { products: 0, values: 0 }
    }
  }
  return false
}

/** A price is of one unit, of a bond per cent, and of an option of one of a hundred shares. */
const unitsOfPrices = [1, 0.01, 100]

/** A rate, and the most that its rounding may be off. */
type Rate = { rate: number; off: number }
const one: Rate = { rate: 1, off: 0 }

const ofRate =
  /\b(?:fx|forex|exchange rate|currency rate|conversion rate|rate of exchange|rate to (?:usd|base|us dollars?)|devisenkurs|wechselkurs|umrechnungskurs)\b/
const notRate = /\b(?:date|time|gain|loss|effect|impact|source)\b|%/

/** The rates by which a row's price may have become its value: none, each rate of the row, and the inverse of it. */
function exchangeRates({ headers }: Columns, uses: readonly ColumnUse[]): (row: SheetRow) => Rate[] {
  const columns = headers.flatMap((header, at) =>
    uses[at] === 'ignore' && formsOf(header).some((form) => ofRate.test(form) && !notRate.test(form)) ? [at] : [],
  )
  return (row) => {
    const given = columns.flatMap((at) => {
      const form = formIn(row, at)
      return form === null || form.value <= 0 ? [] : [{ rate: form.value, off: form.step / 2 }]
    })
    return [one, ...given, ...given.map(({ rate, off }) => ({ rate: 1 / rate, off: off / rate ** 2 }))]
  }
}

/** Equal but for the rounding of prices and quantities. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(0.01, one * 0.002)

/**
 * How a column of accrued interest relates to that of the values. `beside`: the values are without it; `within`: they contain it and are counted
 * with it; `off`: they contain it, and it is taken off them.
 */
export type AccruedPlace = 'beside' | 'within' | 'off'

type AccruedOptions = {
  answers: Answers
  /** The columns that may be the value, where their names do not say which one is. */
  offered: readonly number[]
}

/**
 * Finds out whether the values contain accrued interest; `isProduct`: they are quantities multiplied by prices, with the interest or without. Quantity multiplied by price decides where it fits one reading alone: then the column
 * without the interest is the value, or the interest is beside the values. Whatever that leaves open is asked.
 */
export function takeAccrued(
  table: Columns,
  uses: ColumnUse[],
  { answers, offered }: AccruedOptions,
): { place: AccruedPlace; question: Question | null; isProduct: boolean } {
  const { headers, rows } = table
  const open = { place: 'beside' as const, question: null, isProduct: false }
  const at = uses.indexOf('value')
  const held = rows.filter((row) => totalLabel(row) === '').slice(0, mostCompared)
  const check = productsOf(table, uses)
  const label = (column: number) => headers[column] || `Column ${column + 1}`
  const isChosen = (column: number) => answers[`use:${column}`] === 'value' || answers.value === String(column)
  for (const valueAt of at >= 0 ? [at] : offered.length === 2 ? offered : []) {
    const parts = findParts({ headers, rows: held }, uses, valueAt)
    if (parts === null) continue
    const { cleanAt, accruedAt } = parts
    const decided = decide(held, check, (row) => {
      const [value, clean] = [signedIn(row, valueAt), signedIn(row, cleanAt)]
      return signedIn(row, accruedAt) ? { within: clean, beside: value } : { within: null, beside: null }
    })
    if (decided === 'beside') continue
    const isProduct = decided === 'within'
    if (isChosen(valueAt)) return { place: 'within', question: null, isProduct }
    // Names of columns that leave open which one is the value are asked about already.
    if (at < 0 && decided === null) return open
    const question: Question = {
      id: 'value',
      rows: [],
      column: null,
      text: `“${label(valueAt)}” is “${label(cleanAt)}” together with “${label(accruedAt)}”.`,
      choices: [
        { value: String(cleanAt), label: `The value is without it: ${label(cleanAt)}` },
        { value: String(valueAt), label: `The value is with it: ${label(valueAt)}` },
      ],
    }
    if (isProduct || answerTo(question, answers) === String(cleanAt)) {
      if (at >= 0) uses[at] = 'ignore'
      uses[cleanAt] = 'value'
      if (!uses.includes('accrued')) uses[accruedAt] = 'accrued'
    }
    return { place: 'beside', question: isProduct ? null : question, isProduct }
  }
  if (at < 0) return open
  const within = findWithin({ headers, rows: held }, uses, { valueAt: at, check })
  if (within !== null) {
    const { accruedAt, isProved, row } = within
    const question: Question = {
      id: 'with-accrued',
      rows: [],
      column: null,
      text: `“${label(at)}” ${isProved ? 'seems to contain' : 'may contain'} “${label(accruedAt)}”, as in row ${row.row}: ${textIn(row, at)}, ${textIn(row, accruedAt)}.`,
      choices: [
        ...(isProved
          ? [{ value: 'off', label: 'It contains it: take it off each value' }]
          : [{ value: 'beside', label: 'It does not contain it' }]),
        { value: 'within', label: 'It contains it: count the values with it' },
      ],
    }
    const answer = answerTo(question, answers)
    if (isProved && !uses.includes('accrued')) uses[accruedAt] = 'accrued'
    return { place: answer === 'within' || answer === 'off' ? answer : 'beside', question, isProduct: isProved }
  }
  const otherAt = isChosen(at) ? null : findOther({ headers, rows: held }, uses, { valueAt: at, check })
  if (otherAt === null) return open
  const question: Question = {
    id: 'value',
    rows: [],
    column: null,
    text: `“${label(otherAt)}” is the quantity multiplied by the price, and “${label(at)}” is not.`,
    choices: [otherAt, at].map((column) => ({
      value: String(column),
      label: `The value is ${label(column)}: ${held.map((row) => textIn(row, column)).find((text) => text !== '') ?? ''}`,
    })),
  }
  if (answerTo(question, answers) === String(otherAt)) {
    uses[at] = 'ignore'
    uses[otherAt] = 'value'
  }
  return { place: 'beside', question, isProduct: false }
}

const ofBase = /\b(?:base|reporting|reference|portfolio|client)\b/
const ofRow = /\b(?:local|native|own|trade|security|instrument|whg|wahrung)\b/

/**
 * Asks in which currency the values are where another column of amounts has them in the currency of each row, or their name says a base currency:
 * the column of currencies is then about the other amounts.
 */
export function takeBase({ headers, rows }: Columns, uses: ColumnUse[], answers: Answers): Question | null {
  const [valueAt, currencyAt] = [uses.indexOf('value'), uses.indexOf('currency')]
  if (valueAt < 0 || currencyAt < 0 || answers[`use:${currencyAt}`] === 'currency') return null
  const held = rows.filter((row) => totalLabel(row) === '')
  const foreign = held.find((row) => !/^(?:usd|us dollars?)?$/i.test(stateText(textIn(row, currencyAt))))
  const is = (at: number, words: RegExp) => formsOf(headers[at] ?? '').some((form) => words.test(form))
  const hasLocal = headers.some(
    (header, at) => at !== valueAt && is(at, ofRow) && meaningOf(header).is === 'value' && isAmounts(held, at),
  )
  if (foreign === undefined || meaningOf(headers[valueAt] ?? '').currency !== null || is(valueAt, ofRow)) return null
  if (!hasLocal && !is(valueAt, ofBase) && !areConverted({ headers, rows: held }, uses)) return null
  const [name, code, value] = [headers[valueAt] ?? '', textIn(foreign, currencyAt), textIn(foreign, valueAt)]
  const question: Question = {
    id: 'base',
    rows: [],
    column: null,
    text: `“${name}” may be in one currency for all rows, and not in that of each row, as in row ${foreign.row}: ${value}, ${code}.`,
    choices: [
      { value: 'dollars', label: 'All values are in US dollars' },
      { value: 'own', label: `Each value is in the currency of its row: ${value} ${code}` },
    ],
  }
  if (answerTo(question, answers) === 'dollars') uses[currencyAt] = 'ignore'
  return question
}

/** True if most values are the quantity multiplied by the price and by a rate of the row, and not without the rate. */
function areConverted(table: Columns, uses: readonly ColumnUse[]): boolean {
  const [valueAt, quantityAt] = [uses.indexOf('value'), uses.indexOf('quantity')]
  const ratesOf = exchangeRates(table, uses)
  const prices = table.headers.flatMap((header, at) => (uses[at] === 'ignore' && namesPrice(header) ? [at] : []))
  const told = table.rows.slice(0, mostCompared).flatMap((row) => {
    const [quantity, value] = [numberIn(row, quantityAt), numberIn(row, valueAt)]
    const rates = ratesOf(row).filter(({ rate }) => Math.abs(rate - 1) > 0.01)
    if (quantity === null || value === null || quantity * value === 0 || rates.length === 0) return []
    const products = prices.flatMap((at) => unitsOfPrices.map((unit) => quantity * (numberIn(row, at) ?? 0) * unit))
    const isPlain = products.some((product) => isNear(product, value))
    return [!isPlain && products.some((product) => rates.some(({ rate }) => isNear(product * rate, value)))]
  })
  return told.filter((isConverted) => isConverted).length * 2 > told.length
}

/** Two columns whose sum is the column of values in each row: one that may be the value without interest, and one that may be the interest. */
function findParts(
  { headers, rows }: Columns,
  uses: readonly ColumnUse[],
  valueAt: number,
): { cleanAt: number; accruedAt: number } | null {
  const isFree = (at: number) => at !== valueAt && (uses[at] === 'ignore' || uses[at] === 'value')
  const named = uses.indexOf('accrued')
  const meaning = headers.map((header) => meaningOf(header).is)
  const columns = headers.flatMap((_, at) => (isFree(at) && isAmounts(rows, at) ? [at] : []))
  for (const cleanAt of columns) {
    if (meaning[cleanAt] !== null && meaning[cleanAt] !== 'value' && !/\bprincipal\b/i.test(headers[cleanAt] ?? ''))
      continue
    // Cost and gain of a position add up to its value as well: one of the two names must say that the column is none of these.
    const unnamed = meaning[cleanAt] === 'value' ? columns.filter((at) => at !== cleanAt && meaning[at] === null) : []
    for (const accruedAt of named >= 0 ? [named] : unnamed)
      if (isSumOf(rows, [cleanAt, accruedAt], valueAt)) return { cleanAt, accruedAt }
  }
  return null
}

/** True if each row with all of the amounts adds up, and the second part is not always nothing. */
function isSumOf(rows: readonly SheetRow[], [one, other]: readonly [number, number], sumAt: number): boolean {
  let isThere = false
  for (const row of rows) {
    const [clean, sum, more] = [signedIn(row, one), signedIn(row, sumAt), signedIn(row, other) ?? 0]
    if (clean === null || sum === null) continue
    if (Math.abs(clean + more - sum) > 0.0101) return false
    isThere ||= more !== 0
  }
  return isThere
}

/** The column of interest that the values contain, or may contain; null if there is none. */
function findWithin(
  { headers, rows }: Columns,
  uses: readonly ColumnUse[],
  { valueAt, check }: { valueAt: number; check: Check },
): { accruedAt: number; isProved: boolean; row: SheetRow } | null {
  const named = uses.indexOf('accrued')
  const unnamed = headers.flatMap((header, at) =>
    uses[at] === 'ignore' && meaningOf(header).is === null && isAmounts(rows, at) ? [at] : [],
  )
  for (const accruedAt of named >= 0 ? [named] : unnamed) {
    const row = rows.find((each) => signedIn(each, accruedAt) && signedIn(each, valueAt) !== null)
    if (row === undefined) continue
    const decided = decide(rows, check, (each) => {
      const [value, more] = [signedIn(each, valueAt), signedIn(each, accruedAt)]
      return value === null || !more ? { within: null, beside: null } : { within: value - more, beside: value }
    })
    if (decided === 'beside') continue
    // Under another name a column is taken for interest only where each row shows it.
    if (named < 0 && (decided !== 'within' || !rows.every((each) => isWithin(each, { valueAt, accruedAt, check }))))
      continue
    if (decided === null && formsOf(headers[valueAt] ?? '').some((form) => ofMarket.test(form))) continue
    return { accruedAt, isProved: decided === 'within', row }
  }
  return null
}

const ofMarket = /\b(?:market|mkt|fair|current|kurswert|marktwert)\b/

const isWithin = (
  row: SheetRow,
  { valueAt, accruedAt, check }: { valueAt: number; accruedAt: number; check: Check },
) => {
  const value = signedIn(row, valueAt)
  return value === null || check(row, value - (signedIn(row, accruedAt) ?? 0)) !== false
}

/** A column that is the quantity multiplied by the price in each row, where that of the values is something else in some; null without one. */
function findOther(
  { headers, rows }: Columns,
  uses: readonly ColumnUse[],
  { valueAt, check }: { valueAt: number; check: Check },
): number | null {
  // Amounts in two currencies are two columns by right.
  const currencyAt = uses.indexOf('currency')
  if (rows.some((row) => !/^(?:usd|us dollars?)?$/i.test(textIn(row, currencyAt)))) return null
  const isOff = (row: SheetRow, at: number) => {
    const amount = signedIn(row, at)
    return amount !== null && check(row, amount) === false
  }
  if (!rows.some((row) => isOff(row, valueAt))) return null
  const found = headers.findIndex((header, at) => {
    const { is, currency, rank } = meaningOf(header)
    if (at === valueAt || uses[at] !== 'ignore' || (is !== null && is !== 'value')) return false
    if ((currency !== null && currency !== 'USD') || rank >= 10 || !isAmounts(rows, at)) return false
    const isOn = (row: SheetRow) => check(row, signedIn(row, at) ?? Number.NaN) === true
    return rows.every((row) => isOn(row) || !isOff(row, valueAt)) && !rows.some((row) => isOff(row, at))
  })
  return found < 0 ? null : found
}

const isAmounts = (rows: readonly SheetRow[], at: number): boolean =>
  rows.filter((row) => signedIn(row, at) !== null).length * 2 > rows.length

/** Which of two readings the quantity multiplied by the price fits, in all rows where it fits one alone; null if none decides. */
function decide(
  rows: readonly SheetRow[],
  check: Check,
  amounts: (row: SheetRow) => { within: number | null; beside: number | null },
): 'within' | 'beside' | null {
  const fits = { within: 0, beside: 0 }
  for (const row of rows) {
    const { within, beside } = amounts(row)
    if (within === null || beside === null) continue
    const [one, other] = [check(row, within), check(row, beside)]
    if (one === true && other === false) fits.within++
    if (one === false && other === true) fits.beside++
  }
  return fits.within > 0 && fits.beside === 0 ? 'within' : fits.beside > 0 && fits.within === 0 ? 'beside' : null
}

/** True if an amount is the row's quantity multiplied by its price, but for the rounding of these; null if that cannot be told. */
type Check = (row: SheetRow, amount: number) => boolean | null

const priceOfNow = /\b(?:prices?|nav|quote|last|close|closing|kurs)\b/
const otherPrice = /\b(?:date|cha?nge?|chng|cost|purchase|average|avg|acquired|value|balance|prior|previous|time)\b|%/

const namesPrice = (header: string): boolean =>
  formsOf(header).some((form) => priceOfNow.test(form) && !otherPrice.test(form))

function productsOf(table: Columns, uses: readonly ColumnUse[]): Check {
  const { headers } = table
  const quantityAt = uses.indexOf('quantity')
  const prices = headers.flatMap((header, at) => (uses[at] === 'ignore' && namesPrice(header) ? [at] : []))
  const ratesOf = exchangeRates(table, uses)
  return (row, amount) => {
    const quantity = formIn(row, quantityAt)
    const products = prices.flatMap((at) => {
      const price = formIn(row, at)
      if (quantity === null || price === null) return []
      const rounding = (Math.abs(quantity.value) * price.step + Math.abs(price.value) * quantity.step) / 2
      const product = quantity.value * price.value
      return ratesOf(row).flatMap(({ rate, off }) =>
        unitsOfPrices.map((unit) => ({
          product: product * rate * unit,
          rounding: 0.0051 + (rounding * rate + Math.abs(product) * off) * unit,
        })),
      )
    })
    if (products.length === 0) return null
    return products.some(({ product, rounding }) => Math.abs(Math.abs(product) - Math.abs(amount)) <= rounding)
  }
}

/** An amount for comparisons, and the unit of its last decimal place: 0 for a whole number. */
function formIn(row: SheetRow, at: number): { value: number; step: number } | null {
  const form = amountForm(textIn(row, at))
  const text = form && !form.isPerCent ? (decimalText(form.digits, 'point') ?? decimalText(form.digits, 'comma')) : null
  if (form === null || text === null) return null
  const digits = text.split('.')[1]?.length ?? 0
  return { value: form.isNegative ? -Number(text) : Number(text), step: digits === 0 ? 0 : 10 ** -digits }
}

const signedIn = (row: SheetRow, at: number): number | null => formIn(row, at)?.value ?? null

/** The amount of a cell without its sign, for comparisons; null if it has none. */
const numberIn = (row: SheetRow, at: number): number | null => {
  const amount = signedIn(row, at)
  return amount === null ? null : Math.abs(amount)
}
