import type { Random } from '../../faults/random.ts'
import type { ColumnKey, Line, Role, Sheet } from './documents.ts'
import { isBond, quantityText, quote } from './market.ts'
import type {
  Account,
  AccountTruth,
  AskedTruth,
  Firm,
  Holdings,
  Ids,
  Lot,
  Month,
  RowTruth,
  SecurityKind,
  StatementTruth,
} from './types.ts'
import { decimal, plain, randomFor } from './values.ts'

/** One line of holdings, before a layout decides how it looks. Texts are plain decimals; null is what the line does not have. */
export type Printed = {
  key: string
  kind: SecurityKind | 'cash' | 'margin'
  symbol: string | null
  cusip: string | null
  isin: string | null
  ownId: string | null
  name: string
  quantity: string | null
  /** In USD; `localPrice` is in the security's currency. */
  price: string | null
  localPrice: string | null
  cents: number
  localCents: number
  currency: string
  rate: string
  cost: number | null
  accrued: number
  lots: readonly Lot[]
  held: 'cash' | 'margin' | 'short'
}

export type Statement = { account: Account; holdings: Holdings; lines: Printed[] }

/** What a layout gets. `variant` is the same every month, so that a custodian keeps its layout; `random` differs by month. */
export type Order = { firm: Firm; month: Month; statements: Statement[]; variant: Random; random: Random }

/** The lines of an account at a month's end: positions, then cash, then what it owes. */
export function statementOf(firm: Firm, month: Month, account: Account): Statement {
  const holdings = month.holdings.get(account.id)
  if (holdings === undefined) throw new RangeError(`The account ${account.id} is not open.`)
  const nothing = {
    symbol: null,
    cusip: null,
    isin: null,
    ownId: null,
    quantity: null,
    price: null,
    localPrice: null,
    cost: null,
    accrued: 0,
    lots: [],
  }
  const lines: Printed[] = holdings.positions.map((position) => {
    const security = firm.market.find(({ id }) => id === position.security)
    if (security === undefined) throw new RangeError(`There is no security ${position.security}.`)
    const { symbol, name, price } = quote(firm.seed, security, month.n)
    const { localCents, cents, cost, accrued, lots, held } = position
    return {
      key: security.id,
      kind: security.kind,
      symbol,
      // Options have no CUSIP that a statement prints.
      cusip: security.kind === 'option' || security.kind === 'foreign' ? null : security.cusip,
      isin: security.kind === 'option' || security.kind === 'private' ? null : security.isin,
      ownId: security.ownId,
      name,
      quantity: quantityText(position.quantity),
      price: decimal(Math.round((price * position.rate) / 10_000), 4, 2),
      localPrice: decimal(price, 4, 2),
      cents,
      localCents,
      currency: security.currency,
      rate: decimal(position.rate, 4, 4),
      cost,
      accrued,
      lots,
      held,
    }
  })
  const { cash, marginDebit } = holdings
  const money = { ...nothing, currency: 'USD', rate: '1.0000' }
  if (cash !== 0)
    lines.push({ ...money, key: 'cash', kind: 'cash', name: 'Cash', cents: cash, localCents: cash, held: 'cash' })
  if (marginDebit !== 0) {
    lines.push({
      ...money,
      key: 'margin',
      kind: 'margin',
      name: 'Margin balance',
      cents: marginDebit,
      localCents: marginDebit,
      held: 'margin',
    })
  }
  return { account, holdings, lines }
}

/** A column: its header, its cell, and the identifiers that the cell prints. */
export type Column = { key: ColumnKey; header: string; cell: (line: Printed) => string; ids?: (line: Printed) => Ids }

export const column = (key: ColumnKey, header: string, cell: Column['cell']): Column => ({ key, header, cell })

const named = (key: keyof Ids, id: string | null): Ids => (id === null ? {} : { [key]: id })

/** A column of symbols; bonds show their CUSIP there, or nothing. `mark` follows the symbol of a money fund. */
export function symbolColumn(header: string, { none = '', bonds = true, mark = '' } = {}): Column {
  return {
    key: 'symbol',
    header,
    cell: ({ symbol, cusip, kind }) =>
      symbol === null ? (bonds && cusip !== null ? cusip : none) : `${symbol}${kind === 'money_fund' ? mark : ''}`,
    ids: ({ symbol, cusip }) => (symbol === null && bonds ? named('cusip', cusip) : named('symbol', symbol)),
  }
}

export const cusipColumn = (header: string, none = ''): Column => ({
  key: 'cusip',
  header,
  cell: ({ cusip }) => cusip ?? none,
  ids: ({ cusip }) => named('cusip', cusip),
})

export const isinColumn = (header: string, none = ''): Column => ({
  key: 'isin',
  header,
  cell: ({ isin }) => isin ?? none,
  ids: ({ isin }) => named('isin', isin),
})

export const ownColumn = (header: string, none = ''): Column => ({
  key: 'own_id',
  header,
  cell: ({ ownId }) => ownId ?? none,
  ids: ({ ownId }) => named('custodian', ownId),
})

const kindOf = (line: Printed): Pick<RowTruth, 'kind'> => {
  if (line.kind === 'cash' || line.kind === 'margin' || line.kind === 'option' || line.kind === 'money_fund')
    return { kind: line.kind }
  if (isBond(line.kind)) return { kind: 'bond' }
  return line.price === '0.00' ? { kind: 'worthless' } : {}
}

/** What a line says; `over` is what its layout prints otherwise. */
export function rowTruth(line: Printed, ids: Ids, over: Partial<RowTruth> = {}): RowTruth {
  return {
    ids,
    name: line.name,
    value: plain(line.cents),
    ...kindOf(line),
    key: line.key,
    true_value: plain(line.cents),
    ...over,
  }
}

/** A sheet being written together with its truth. */
export class Writer {
  readonly sheet: Sheet
  readonly truth: StatementTruth
  private columns: readonly Column[] = []

  constructor(truth: StatementTruth, name = 'Sheet1') {
    this.truth = truth
    this.sheet = { name, lines: [] }
  }

  /** Starts an account; later rows, totals and asked lines are its. */
  account({ account, holdings }: Statement, over: Partial<AccountTruth> = {}): AccountTruth {
    const begun: AccountTruth = {
      account: account.number,
      name: account.title,
      stated_total: null,
      rows: [],
      tie: 'typed',
      true_total: plain(holdings.total),
      account_id: account.id,
      ...over,
    }
    this.truth.accounts.push(begun)
    return begun
  }

  private get at(): number {
    return this.truth.accounts.length - 1
  }

  private get current(): AccountTruth {
    const current = this.truth.accounts[this.at]
    if (current === undefined) throw new RangeError('Start an account first.')
    return current
  }

  line(role: Role, ...cells: string[]): Line {
    const line: Line = { role, cells, ...(this.at < 0 ? {} : { account: this.at }) }
    this.sheet.lines.push(line)
    return line
  }

  /** `fixed` are the cells before the columns, which keep their place. */
  header(columns: readonly Column[], fixed: readonly string[] = []): void {
    this.columns = columns
    const line = this.line('header', ...fixed, ...columns.map(({ header }) => header))
    line.columns = [...fixed.map(() => 'other' as const), ...columns.map(({ key }) => key)]
    if (fixed.length > 0) line.fixed = fixed.length
  }

  /** A line of holdings under the latest header. */
  holding(line: Printed, over: Partial<RowTruth> = {}, fixed: readonly string[] = []): Line {
    const ids = Object.assign({}, ...this.columns.map((each) => each.ids?.(line) ?? {})) as Ids
    const row = this.current.rows.push(rowTruth(line, ids, over)) - 1
    return Object.assign(this.line('row', ...fixed, ...this.columns.map(({ cell }) => cell(line))), { row })
  }

  /** A line under the latest header with only these cells; the others are `empty`. */
  only(role: Role, cells: Partial<Record<ColumnKey, string>>, empty = '', fixed: readonly string[] = []): Line {
    const left = { ...cells }
    const written = this.columns.map(({ key }) => {
      const text = left[key]
      delete left[key]
      return text ?? empty
    })
    return this.line(role, ...fixed, ...written)
  }

  /** States the account's total in its truth; the caller prints it. */
  states(cents: number): string {
    this.current.stated_total = plain(cents)
    this.current.tie = 'ties'
    return plain(cents)
  }

  asks(asked: AskedTruth): void {
    this.current.asked = [...(this.current.asked ?? []), asked]
    if (!this.truth.must_ask.includes('unsettled')) this.truth.must_ask.push('unsettled')
  }
}

export const newTruth = (
  layout: string,
  asOf: Pick<StatementTruth, 'as_of' | 'as_of_seen' | 'as_of_proposed'>,
): StatementTruth => ({
  layout,
  ...asOf,
  accounts: [],
  outcome: 'read',
  must_ask: asOf.as_of === null ? ['as_of'] : [],
  may_ask: [],
  never: [],
})

/** The seeded choices of a custodian, the same for all its files. */
export const variantOf = ({ seed }: Firm, custodian: string): Random => randomFor(seed, 'variant', custodian)
