import { amountText, parseAmount } from '../domain/amounts.ts'
import { add, type Decimal, decimalDollars, ofCents, parseDecimal, roundToCents, zero } from '../domain/money.ts'
import type { FileDecisions, TieOut } from './batch.ts'
import type { ExplainableLine, StatementAccount } from './statement.ts'

/** The decision about an account; its key is a text of the file. */
const decisionOf = <One>(decisions: Readonly<Record<string, One>>, { key }: StatementAccount): One | undefined =>
  Object.hasOwn(decisions, key) ? decisions[key] : undefined

/**
 * Compares the exact sum of an account's rows, and of the lines that the advisor counts, with its stated total, to the cent. A
 * typed total never replaces one that the file states.
 */
export function tieOut(account: StatementAccount, decisions: FileDecisions): TieOut {
  const lines = explainedLines(account, decisions)
  const sum = sumOf([...account.rows, ...lines])
  const typed = decisionOf(decisions.totals, account)
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
export function explainedLines(account: StatementAccount, decisions: FileDecisions): ExplainableLine[] {
  const rows = decisionOf(decisions.explained, account)
  return account.lines.filter(({ row }) => rows?.includes(row))
}

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

/** A typed total as the contract takes it, or why it is none. */
type TypedTotal = { total: string; problem: null } | { total: null; problem: string }

const decimalComma = /^([^\d]*)(\d{1,3}(?:[.\s]\d{3})+|\d+),(\d{1,2})([^\da-z]*)$/i
const mostDigits = 15

/**
 * Reads a total as an advisor types it in any field of an amount: `52,651.20`, `$1,234.50`, `(7.50)`, `14M`. What can be read in two ways,
 * such as `1.234,50` or `1.234`, is refused with both.
 */
export function readTypedTotal(text: string): TypedTotal {
  const no = (problem: string): TypedTotal => ({ total: null, problem })
  const typed = text.trim()
  const [, before = '', whole = '', cents = '', after = ''] = decimalComma.exec(typed) ?? []
  if (whole !== '') {
    const grouped = whole.replace(/\D/g, '').replace(/\B(?=(\d{3})+$)/g, ',')
    return no(
      `“${typed}” has a decimal comma, or a digit is missing. Write ${before}${grouped}.${cents}${after} if that is meant.`,
    )
  }
  const { value, problem } = parseAmount(typed)
  if (problem !== null) return no(problem)
  const plain = amountText(value).replaceAll(',', '')
  const [digits = '', fraction = ''] = plain.replace('-', '').split('.')
  if (fraction.length > 2)
    return no(
      `“${typed}” has more than two decimal places. Write all digits, with cents after a point and commas between thousands.`,
    )
  return digits.length > mostDigits
    ? no(`“${typed}” has more than ${mostDigits} digits.`)
    : { total: plain, problem: null }
}
