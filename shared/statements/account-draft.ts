import { add, type Decimal, zero } from '../domain/money.ts'
import type { Question, RefusedRow } from '../tables/doubts.ts'
import type { SheetRow } from '../tables/split.ts'
import type { Identifier } from './statement.ts'

/** A row of an account that may be a holding. */
export type Entry = {
  row: number
  at: SheetRow
  text: string
  /** Number of the table in the file, and of the part of the account: more than one where the file names the account again. */
  table: number
  segment: number
  /** Number of the run of rows of the account, between rows of other accounts. */
  visit: number
  name: string
  identifiers: Identifier[]
  /** US dollars. */
  amount: Decimal
  kind: string | null
  isCash: boolean
  isInCashTable: boolean
  /** True for a name such as Total Bond Market Fund, without an identifier and units: a fund, or the total of other rows. */
  mayBeTotal: boolean
  /** Why it counts only if the advisor says so; null for a holding. */
  why: string | null
  quantity: Decimal | null
  /** In small letters; empty without a column for it. */
  detail: string
  acquired: string
  accrued: Decimal | null
  converted: { currency: string; amount: Decimal; rate: Decimal } | null
}

/**
 * A total that the file states for an account; `isApart`: outside of the table of its rows; `isPart`: of a part of the account. `after`: how many
 * entries stand above it.
 */
export type AccountTotal = {
  row: number
  label: string
  amount: Decimal | null
  /** Of a total that is not in US dollars yet: the currency that it names. */
  currency: string | null
  isApart: boolean
  isPart: boolean
  /** True for a total without an account beside rows that name theirs. */
  isLoose: boolean
  after: number
  segment: number
}

/** An account while the file is read. */
export type AccountDraft = {
  number: string
  isMasked: boolean
  name: string | null
  custodian: string | null
  entries: Entry[]
  totals: AccountTotal[]
  refused: RefusedRow[]
  /** Rows without a value, which may be worth nothing. */
  empty: RefusedRow[]
  /** True if cells of a column name the account, not a title above its rows. */
  isInColumn: boolean
  /** True while rows of it wait for the rate of their currency. */
  waitsForRate: boolean
  /** How often a title names the account. */
  segments: number
  /** How often rows of the account follow those of another one. */
  visits: number
  /** How many other accounts before it in the file have the same number and name. */
  namesakes: number
}

/** The key of an account: the same each time that the file is read. */
export function keyOfAccount({ number, name, namesakes }: Pick<AccountDraft, 'number' | 'name' | 'namesakes'>): string {
  const key = [number, name ?? ''].join(' ').trim() || 'account'
  return namesakes === 0 ? key : `${key} (${namesakes + 1})`
}

/** An exact decimal as text with all of its digits, at least two decimal places. */
export function decimalString({ units, scale }: Decimal): string {
  const plain = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = plain.slice(0, plain.length - scale)
  const fraction = (scale > 0 ? plain.slice(-scale) : '').replace(/0+$/, '').padEnd(2, '0')
  return `${units < 0n ? '-' : ''}${whole}.${fraction}`
}

/** The exact sum of entries in US dollars. */
export const sumOf = (entries: readonly Pick<Entry, 'amount'>[]): Decimal =>
  entries.reduce((sum, { amount }) => add(sum, amount), zero)

/** Asks a question about an account, and gives its answer; null while it is open. */
export type Ask = (question: Question) => string | null

/** A question about an account; `isOpen` until it is answered. */
export type Asked = { question: Question; isOpen: boolean }

/** An account while its rows are decided: `leave` and `wait` say of a row why it does not count, or not yet. */
export type Parts = {
  draft: AccountDraft
  ask: Ask
  leave: (entry: { row: number; text: string }, why: string) => void
  wait: (entry: Entry, why: string) => void
}
