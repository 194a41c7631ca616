import { stateText } from '../tables/damage.ts'
import { type SheetRow, textIn } from '../tables/split.ts'
import type { ColumnUse } from './statement.ts'

const flows =
  /\b(?:starting|beginning|opening|deposits?|withdrawals?|dividends?|interest|fees?|commissions?|trades?|purchases?|sales|net trades|transfers?|tax|change|gain|loss|adjustments?)\b/i
const endings = /^(?:ending|closing|end)\b|\b(?:ending|closing)\b.*\bbalance\b/i
const base = /\bbase (?:currency|ccy)\b/i

/**
 * The balances in a table of cash. Of a table that leads from a beginning to an end, only the end counts; of one that has each currency and their
 * sum in the base currency, the sum counts where that is US dollars, and each currency where it is another.
 */
export function countedCash(
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
  const isInBase = (row: SheetRow) => base.test(textIn(row, currencyAt)) || base.test(nameOf(row))
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
