import { add, type Decimal, decimalDollars, ofCents, parseDecimal, roundToCents, zero } from '../domain/money.ts'
import type { TieOut } from './batch.ts'
import type { ExplainableLine, StatementAccount } from './statement.ts'

type Options = {
  /** The total that the advisor typed, as a decimal; only used where the file states none. */
  typed: string | undefined
  /** Rows of the lines that the advisor counts. */
  explained: readonly number[] | undefined
}

/**
 * Compares the exact sum of an account's rows, and of the lines that the advisor counts, with its stated total, to the cent. A
 * typed total never replaces one that the file states.
 */
export function tieOut(account: StatementAccount, { typed, explained }: Options): TieOut {
  const lines = explainedLines(account, explained)
  const sum = sumOf([...account.rows, ...lines])
  const typedTotal = typed === undefined ? null : parseDecimal(typed.trim())
  const stated = account.statedTotal ? parseDecimal(account.statedTotal.value) : typedTotal
  const cents = stated && roundToCents(sum) - roundToCents(stated)
  return {
    stated: stated && decimalDollars(stated),
    isTyped: account.statedTotal === null && stated !== null,
    rows: account.rows.length,
    sum: decimalDollars(sum),
    lines: lines.map(({ row }) => row),
    difference: cents === null ? null : decimalDollars(ofCents(cents)),
    ties: cents === 0n,
  }
}

/** The lines of an account that the advisor counts. */
export const explainedLines = (
  account: StatementAccount,
  explained: readonly number[] | undefined,
): ExplainableLine[] => account.lines.filter(({ row }) => explained?.includes(row))

/** The exact sum of amounts. */
export const sumOf = (amounts: readonly { value: string }[]): Decimal =>
  amounts.reduce((sum, { value }) => add(sum, exact(value)), zero)

/**
 * The exact decimal of an amount that was read.
 * @throws RangeError for a text that is no decimal: it must never count as nothing.
 */
export function exact(value: string): Decimal {
  const decimal = parseDecimal(value)
  if (decimal === null) throw new RangeError('An amount of a statement must be a plain decimal.')
  return decimal
}

/** More than a quarter of the amount before. From nothing to something is none. */
export function isJump(before: Decimal, after: Decimal): boolean {
  const [was, is] = [roundToCents(before), roundToCents(after)]
  const size = (cents: bigint) => (cents < 0n ? -cents : cents)
  return was !== 0n && size(is - was) * 4n > size(was)
}
