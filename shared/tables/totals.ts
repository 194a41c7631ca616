import { add, compare, type Decimal, formatCents, roundToCents, subtract, zero } from '../domain/money.ts'
import { amountForm } from './amounts.ts'
import { cellState } from './damage.ts'
import type { SheetRow } from './split.ts'

/** A total, compared with the sum of the rows above or below it. */
export type StatedTotal = {
  row: number
  label: string
  /** Whole cents: stated minus the sum of its rows; null if it has no readable amount, one of them has none, or it is not certain which they are. */
  difference: bigint | null
}

const of = String.raw`(?:\s+(?:of\s+|for\s+)?(?:all\s+)?(?:the\s+)?(?:assets|liabilities|debts?|loans|holdings|investments|positions|portfolio|accounts?|values?|(?:account|contract|plan|portfolio|vested)\s+(?:values?|balances?|assets)|market\s+value|securities|equities|equity|fixed income|bonds?|stocks?|mutual funds?|etfs?|options|alternatives?|real estate|other|(?:cash|money markets?)(?:\s+(?:and|&)\s+(?:cash\s+)?(?:equivalents|investments))?))?`
/**
 * Labels of totals in English, German, French, Dutch, Italian and Spanish. “Total Return Fund” does not match, nor does a subtotal's word that
 * is the name of a company, such as “Subtotal Capital LP”.
 */
const totalWords = new RegExp(
  String.raw`^(?:sub[- ]?totals?(?:\s*[:=-]|\s+\S.*(?<!\s(?:l\.?p|llc|inc|corp|ltd|plc)\.?))?|(?:grand |overall |account |portfolio )?(?:totals?|sums?)${of}|(?:grand |overall )?(?:totals?|sums?)\s+for\s+\S.*|(?:account|portfolio|cash|equity|grand) totals?|(?:gesamt|zwischen|end)?summen?|gesamt(?:wert|betrag|verm[oö]gen)?|insgesamt|sous-total|total g[eé]n[eé]ral|total(?:e|es|aal)|subtotaal|somme|suma|(?:total )?net (?:worth|assets)|grand total value)\s*[:=]?$`,
  'i',
)

/** The total of a group by its name, such as "Positions Total". */
const groupTotal = /^\S.{0,60}\s(?:sub-?)?totals?\s*[:=]?$/i

/** True if a text says that its row is the total of other rows. */
export const isTotalLabel = (text: string): boolean => {
  const label = withoutAmount(text)
  return totalWords.test(label) || groupTotal.test(label)
}

/** A label without the amount behind it in the same cell, as in `Subtotal (1,234.50 $)`. */
function withoutAmount(text: string): string {
  const label = text.trim()
  if (!/\s.*\d/s.test(label)) return label
  for (const { index } of label.matchAll(/\s+/g)) {
    const amount = label.slice(index).trim()
    if (/\d/.test(amount) && amountForm(amount) !== null) return label.slice(0, index)
  }
  return label
}

/** A label and an amount, without any other cell: a total, however many cells are left out at its end. */
export function isLabelledTotal({ cells }: SheetRow): boolean {
  const [label = '', amount, ...others] = cells.filter((cell) => cell.trim() !== '')
  if (others.length > 0 || !isTotalLabel(label)) return false
  return amount === undefined ? withoutAmount(label) !== label.trim() : amountForm(amount) !== null
}

const people =
  'people|persons|individuals|clients|customers|contacts|members|households|families|accounts|records|rows|entries|items|classes'
/** Labels of rows that count others: "Total clients", "Count", "Number of households", "Records". */
const countWords = new RegExp(
  String.raw`^(?:(?:sub-?|grand |overall )?(?:totals?|count|sum)(?: (?:number )?(?:of )?(?:all )?(?:${people}))?|(?:number|no\.?|count|total) of (?:all )?(?:${people})|(?:${people})(?: total| count)?)(?:\s*\(\d[\d,]*(?: (?:${people}))?\))?\s*[:=]?$`,
  'i',
)

/** A row that counts other rows: labels of counts or totals and numbers, nothing else. */
export function isCount({ cells }: SheetRow): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const labels = filled.filter((cell) => amountForm(cell) === null)
  const isLabel = (cell: string) => countWords.test(withoutAmount(cell)) || totalWords.test(withoutAmount(cell))
  if (labels.length === 0 || !labels.every(isLabel)) return false
  // Names of columns are such words as well: a label of these words needs its number.
  const isNumbered = (cell: string) => withoutAmount(cell) !== cell || /\d/.test(cell) || totalWords.test(cell)
  return labels.length < filled.length || labels.some(isNumbered)
}

/** The rows that count others, with those called “… total” whose number is the count of the rows above them. */
export function countsIn(rows: readonly SheetRow[]): SheetRow[] {
  let [since, all] = [0, 0]
  return rows.filter((row) => {
    const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const [label = '', ...numbers] = filled
    const isOfGroup =
      numbers.length > 0 &&
      groupTotal.test(label) &&
      numbers.every((cell) => amountForm(cell) !== null) &&
      numbers.some((cell) => [since, all].includes(Number(cell)))
    const isOne = isOfGroup || isCount(row)
    since = isOne ? 0 : since + 1
    if (!isOne) all++
    return isOne
  })
}

/** Texts of a row that are no amounts. */
export const wordsIn = (row: SheetRow): string[] =>
  row.cells.flatMap((cell) => {
    const state = cellState(cell)
    return state.is === 'text' && amountForm(state.text) === null ? [state.text] : []
  })

/** The label of a total in a row; empty if the row has none. */
export function totalLabel(row: SheetRow): string {
  // Asked several times of each row. Hardly any cell is such a label, so that is looked at before the form of an amount.
  for (const cell of row.cells) {
    const state = cellState(cell)
    if (state.is === 'text' && isTotalLabel(state.text) && amountForm(state.text) === null) return state.text
  }
  return ''
}

/** Adds up rows and compares the totals among them. */
export function sumRows() {
  /** Since the last total, and of all rows. */
  let since: Decimal | null = zero
  let all: Decimal | null = zero
  const rows = { since: 0, all: 0 }
  const amounts: (Decimal | null)[] = []
  const totals: PlacedTotal[] = []
  return {
    add(amount: Decimal | null): void {
      amounts.push(amount)
      rows.since++
      rows.all++
      since = amount === null || since === null ? null : add(since, amount)
      all = amount === null || all === null ? null : add(all, amount)
    },
    addTotal(total: { row: number; label: string; stated: Decimal | null }): void {
      totals.push({ ...total, after: amounts.length })
      since = zero
      rows.since = 0
    },
    /** True if the amount is the sum of several rows: of all so far, or of those since the last total. */
    isSum: (amount: Decimal): boolean =>
      (rows.all > 1 && all !== null && compare(all, amount) === 0) ||
      (rows.since > 1 && since !== null && compare(since, amount) === 0),
    compared: (): StatedTotal[] => compareTotals(amounts, totals),
  }
}

/** `after`: how many of the rows stand above the total. */
type PlacedTotal = { row: number; label: string; stated: Decimal | null; after: number }
type Side = 'above' | 'below'

/**
 * Compares each total with the rows between it and another total, or an end of the table: above it or below, wherever they have that sum.
 * If they have it nowhere, the difference is that to the nearest sum on the side where the total has rows; with rows on both, on the side
 * where the table's other totals have theirs, and unknown if these do not tell.
 */
function compareTotals(amounts: readonly (Decimal | null)[], totals: readonly PlacedTotal[]): StatedTotal[] {
  const scale = [...amounts, ...totals.map(({ stated }) => stated)].reduce(
    (most, one) => Math.max(most, one?.scale ?? 0),
    0,
  )
  const unitsOf = (amount: Decimal) => amount.units * 10n ** BigInt(scale - amount.scale)
  /** By the number of rows: the sum of the first ones, and how many of them have no amount. */
  const sums = [{ units: 0n, unknown: 0 }]
  for (const amount of amounts) {
    const { units, unknown } = sums[sums.length - 1] ?? { units: 0n, unknown: 0 }
    sums.push({ units: units + (amount === null ? 0n : unitsOf(amount)), unknown: unknown + (amount === null ? 1 : 0) })
  }
  const ends = [...new Set([0, ...totals.map(({ after }) => after), amounts.length])]
  const between = (from: number, to: number): bigint | null => {
    const [first, last] = [sums[from], sums[to]]
    return first === undefined || last === undefined || first.unknown !== last.unknown ? null : last.units - first.units
  }
  const keyOf = ({ units, unknown }: { units: bigint; unknown: number }) => `${units} ${unknown}`
  /** The first and the last end with a sum of the rows up to it. */
  const [firstEnd, lastEnd] = [new Map<string, number>(), new Map<string, number>()]
  for (const end of ends) {
    const key = keyOf(sums[end] ?? { units: 0n, unknown: 0 })
    if (!firstEnd.has(key)) firstEnd.set(key, end)
    lastEnd.set(key, end)
  }
  const placed = totals.map((total) => {
    const { stated, after } = total
    const here = sums[after]
    const units = stated === null ? null : unitsOf(stated)
    if (units === null || here === undefined) return { ...total, units, fits: [] as Side[] }
    const above = firstEnd.get(keyOf({ ...here, units: here.units - units }))
    const below = lastEnd.get(keyOf({ ...here, units: here.units + units }))
    const fits: Side[] = []
    if (above !== undefined && above < after) fits.push('above')
    if (below !== undefined && below > after) fits.push('below')
    return { ...total, units, fits }
  })
  const told = new Set<Side>()
  for (const { after, fits } of placed) {
    if (fits.length === 1 && fits[0] !== undefined) told.add(fits[0])
    else if (fits.length === 0 && amounts.length > 0 && (after === 0 || after === amounts.length))
      told.add(after === 0 ? 'below' : 'above')
  }
  const [side] = told
  return placed.map(({ row, label, units, after, fits }) => {
    if (units === null) return { row, label, difference: null }
    if (fits.length > 0) return { row, label, difference: 0n }
    const own = after === 0 ? 'below' : after === amounts.length ? 'above' : told.size === 1 ? side : undefined
    const other = own === 'above' ? ends.findLast((end) => end < after) : ends.find((end) => end > after)
    const runs =
      own === undefined || other === undefined
        ? []
        : own === 'above'
          ? [between(other, after), between(0, after)]
          : [between(after, other), between(after, amounts.length)]
    const differences = runs.flatMap((sum) => (sum === null ? [] : [roundToCents({ units: units - sum, scale })]))
    const size = (cents: bigint) => (cents < 0n ? -cents : cents)
    return { row, label, difference: differences.toSorted((a, b) => (size(a) < size(b) ? -1 : 1))[0] ?? null }
  })
}

/** A total in words, with its difference to the rows. */
export function totalInWords({ label, difference }: StatedTotal): string {
  if (difference === null) return `“${label}” could not be compared with the rows.`
  if (difference === 0n) return `“${label}” is the sum of the rows.`
  const size = formatCents(difference < 0n ? -difference : difference)
  return `“${label}” is ${size} ${difference > 0n ? 'more' : 'less'} than the rows.`
}

/**
 * The row whose amount is that of all other rows together, without words that say so; null if there is none. Of a total and its rows
 * each is such a sum only by chance; among fewer than four rows that is too likely.
 *
 * @param amounts - those of the rows that may be holdings, in their order
 */
export function sumOfOthers(amounts: readonly { row: number; amount: Decimal }[]): number | null {
  const whole = amounts.reduce((sum, { amount }) => add(sum, amount), zero)
  const sums = amounts.filter(
    ({ amount }) => compare(subtract(whole, amount), amount) === 0 && compare(amount, zero) !== 0,
  )
  const [only] = sums
  return amounts.length >= 4 && only !== undefined && sums.length === 1 ? only.row : null
}

/** An amount among rows that may be holdings. */
export type PlacedAmount = { row: number; amount: Decimal }

/**
 * The rows whose amount is the sum of two or more rows right below them; a row found so is left out of the sums above it, as the total of a
 * group within a larger one.
 *
 * @param amounts - those of the rows that may be holdings, in their order; in reverse, to find sums of the rows above
 * @param isHolding - true for a row that is no such sum
 */
export function sumsOfRowsBelow(amounts: readonly PlacedAmount[], isHolding: (row: number) => boolean): number[] {
  const scale = amounts.reduce((most, { amount }) => Math.max(most, amount.scale), 0)
  const found: number[] = []
  let [sum, rows] = [0n, 0]
  /** By the sum from a row to the end, the fewest rows with it that are not zero. */
  const rowsBySum = new Map([[sum, rows]])
  for (const { row, amount } of amounts.toReversed()) {
    const units = amount.units * 10n ** BigInt(scale - amount.scale)
    const end = rowsBySum.get(sum - units)
    if (units !== 0n && end !== undefined && rows - end >= 2 && !isHolding(row)) {
      found.push(row)
      continue
    }
    sum += units
    if (units !== 0n) rows++
    if (!rowsBySum.has(sum)) rowsBySum.set(sum, rows)
  }
  return found
}
