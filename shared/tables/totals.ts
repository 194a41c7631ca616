import { add, compare, type Decimal, formatCents, roundToCents, subtract, zero } from '../domain/money.ts'
import { amountForm } from './amounts.ts'
import { cellState } from './damage.ts'
import type { SheetRow } from './split.ts'

/** A total, compared with the sum of the rows that it stands under. */
export type StatedTotal = {
  row: number
  label: string
  /** Whole cents: stated minus the sum of the rows; null if the total has no readable amount, or a row above has none. */
  difference: bigint | null
}

const of = String.raw`(?:\s+(?:of\s+|for\s+)?(?:all\s+)?(?:the\s+)?(?:assets|holdings|investments|positions|portfolio|accounts?|values?|market\s+value|securities|equities|equity|fixed income|bonds?|stocks?|mutual funds?|etfs?|options|alternatives?|real estate|other|(?:cash|money markets?)(?:\s+(?:and|&)\s+(?:cash\s+)?(?:equivalents|investments))?))?`
/** Labels of totals in English, German, French, Dutch, Italian and Spanish. "Total Return Fund" does not match. */
const totalWords = new RegExp(
  String.raw`^(?:sub[- ]?totals?(?:\s*[:=-]|\s+(?:of|for)\b.*|\s+\S+)?|(?:grand |overall |account |portfolio )?(?:totals?|sums?)${of}|(?:account|portfolio|cash|equity|grand) totals?|(?:gesamt|zwischen|end)?summen?|gesamt(?:wert|betrag)?|insgesamt|sous-total|total g[eé]n[eé]ral|total(?:e|es|aal)|subtotaal|somme|suma|(?:total )?net (?:worth|assets)|grand total value)\s*[:=]?$`,
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
export const totalLabel = (row: SheetRow): string => wordsIn(row).find(isTotalLabel) ?? ''

/** Adds up rows and compares the totals among them. A row without a readable amount makes the totals below it incomparable. */
export function sumRows() {
  /** Since the last total, and of all rows. */
  let since: Decimal | null = zero
  let all: Decimal | null = zero
  const rows = { since: 0, all: 0 }
  return {
    add(amount: Decimal | null): void {
      rows.since++
      rows.all++
      since = amount === null || since === null ? null : add(since, amount)
      all = amount === null || all === null ? null : add(all, amount)
    },
    /** True if the amount is the sum of several rows: of all so far, or of those since the last total. */
    isSum: (amount: Decimal): boolean =>
      (rows.all > 1 && all !== null && compare(all, amount) === 0) ||
      (rows.since > 1 && since !== null && compare(since, amount) === 0),
    /** Whole cents that a total has more than the rows since the last total, or than all rows if that is nearer; null if unknown. */
    differenceTo(stated: Decimal | null): bigint | null {
      const sums = [since, all]
      since = zero
      rows.since = 0
      if (stated === null) return null
      const differences = sums.flatMap((sum) => (sum === null ? [] : [roundToCents(subtract(stated, sum))]))
      const size = (cents: bigint) => (cents < 0n ? -cents : cents)
      return differences.toSorted((a, b) => (size(a) < size(b) ? -1 : 1))[0] ?? null
    },
  }
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
