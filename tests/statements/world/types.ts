import type { AssetClassName } from '../../../sandbox/data/asset-classes.ts'
import type { Entity, Household, Individual, Valuation } from '../../../sandbox/schemas/responses.ts'

export type SecurityKind =
  | 'stock'
  | 'etf'
  | 'fund'
  | 'money_fund'
  | 'treasury'
  | 'muni'
  | 'corporate'
  | 'option'
  | 'foreign'
  | 'private'

/** A security of the invented market. Prices are ten-thousandths of its currency; of a bond, for 100 of face value. */
export type Security = {
  id: string
  kind: SecurityKind
  /** Null for bonds, private funds, and some foreign shares. */
  symbol: string | null
  cusip: string
  isin: string
  /** The number that private banks and trust companies give it. */
  ownId: string
  name: string
  assetClass: AssetClassName
  startPrice: number
  currency: string
  /** Months in which something happens to it; the CUSIP stays. */
  renamed?: { month: number; name: string }
  symbolChanged?: { month: number; symbol: string }
  split?: { month: number; ratio: number }
  worthlessFrom?: number
}

export type Ids = { symbol?: string; cusip?: string; isin?: string; custodian?: string }

/** How an account's cash is kept: as cash, or swept into a money fund that is a position. */
export type Sweep = { kind: 'cash' } | { kind: 'fund'; security: string }

export type Account = {
  /** The world's own name of the account; never printed. */
  id: string
  custodian: CustodianName
  number: string
  /** The registration, as the custodian prints it. */
  title: string
  householdId: string
  /** The entity it belongs to, until `moved`. */
  entityId: string
  sweep: Sweep
  margin: boolean
  /** The first month in which it exists; later ones are new to the advisor. */
  opened: number
  moved?: { month: number; entityId: string }
  /** From this month it holds nothing. */
  emptiedFrom?: number
  /** From this month it is in no file of the custodian. */
  closedFrom?: number
}

/** A position that changes hands inside the firm in this month. */
export type Transfer = { month: number; from: string; to: string }

export type Firm = {
  seed: number
  households: Household[]
  individuals: Individual[]
  entities: Entity[]
  accounts: Account[]
  market: Security[]
  transfers: Transfer[]
  /** What the service holds before the first statement, by entity; some entities have none. */
  valuations: ReadonlyMap<string, Valuation>
  /**
   * Where each asset of such a valuation comes from: the account's id, or null if it is kept by hand. The files do
   * not show it; the advisor knows.
   */
  origins: ReadonlyMap<string, readonly (string | null)[]>
}

export type Lot = { acquired: string; quantity: number; cents: number; cost: number }

/** What an account holds of one security. */
export type Position = {
  security: string
  /** Thousandths of a share, of a contract, or of a dollar of face value; negative if short. */
  quantity: number
  held: 'cash' | 'margin' | 'short'
  /** The value in USD; the books are in these cents. */
  cents: number
  /** The value in the security's currency, and ten-thousandths of a dollar for one unit of it. */
  localCents: number
  rate: number
  cost: number
  accrued: number
  lots: Lot[]
}

/** What an account truly holds at a month's end, in cents. Nothing of `pending` or `accrued` is in `total`. */
export type Holdings = {
  account: string
  positions: Position[]
  cash: number
  marginDebit: number
  pending: number
  total: number
}

export type Month = {
  n: number
  /** The last business day. */
  date: string
  holdings: ReadonlyMap<string, Holdings>
}

export const custodianNames = [
  'alder',
  'birchline',
  'granite',
  'interport',
  'ferncastle',
  'harwick',
  'meridian',
  'clearwater',
  'tamarack',
  'ledgerstone',
  'quillon',
  'tallgrass',
  'stonegate',
  'collegiate',
  'larkfield',
  'copperline',
] as const
export type CustodianName = (typeof custodianNames)[number]

/**
 * What an honest reader asks about:
 * `account` a masked or damaged number · `amount_damaged` an amount that lost digits · `as_of` no date, or one of a download ·
 * `currency` an amount in another currency without its value in USD · `cut_off` the file ends too early · `formula` a cell that a
 * spreadsheet would run · `identifier_damaged` · `layout` a column whose meaning its header does not say · `price_dates` several
 * of them and no other date · `scope` amounts that belong to no account · `sweep` available cash that may contain a position ·
 * `total` rows do not come to the stated total · `total_missing` the advisor types it · `unsettled` · `value` a row without one
 */
export type Question =
  | 'account'
  | 'amount_damaged'
  | 'as_of'
  | 'currency'
  | 'cut_off'
  | 'formula'
  | 'identifier_damaged'
  | 'layout'
  | 'price_dates'
  | 'scope'
  | 'sweep'
  | 'total'
  | 'total_missing'
  | 'unsettled'
  | 'value'

/** A row of the file that is a holding. Fields that the fixtures have too have the same names. */
export type RowTruth = {
  /** Every identifier printed. A reader may miss one, never give another. */
  ids: Ids
  /** As printed, without blanks and footnote marks; null if the file has none. */
  name: string | null
  /** Null if the file does not say it, or not exactly. */
  value: string | null
  kind?: 'cash' | 'margin' | 'option' | 'bond' | 'money_fund' | 'worthless'
  /** If it is not USD: `value` is in this currency, and a rate with its date is needed. */
  currency?: string
  /** The world's name for what is held: a security's id, `cash`, or `margin`. Rows with the same key may be one asset. */
  key: string
  /** What it is truly worth in USD, for the ledger. */
  true_value: string
}

/** A line that is no holding but may be part of the stated total. `true_part` is what of it the account truly holds as cash. */
export type AskedTruth = { name: string; value: string; why: string; in_total: boolean; true_part?: string }

export type AccountTruth = {
  /** As printed; null if the file does not say which account it is. */
  account: string | null
  masked?: true
  name: string | null
  stated_total: string | null
  rows: RowTruth[]
  asked?: AskedTruth[]
  /** Figures that are printed near the rows and are no amounts of holdings. */
  not_amounts?: string[]
  /**
   * `ties`: rows and asked lines that are in the total come to the stated total · `typed`: no total is stated, the advisor types
   * `true_total` · `blocked`: it must not be logged from this file as it is.
   */
  tie: 'ties' | 'typed' | 'blocked'
  /** What the advisor reads on the paper statement: the account's holdings in USD, without asked lines. */
  true_total: string
  /** The world's account; the printed number may be masked or damaged. */
  account_id: string
  /** The world's ids of other accounts of the firm whose numbers end alike, if this one is masked: none of them may be taken for it. */
  looks_like?: string[]
}

/** What a file says, and what may be done with it. */
export type StatementTruth = {
  layout: string
  /** Null where the file does not say it with certainty. */
  as_of: string | null
  as_of_proposed?: string
  as_of_seen: 'title' | 'column' | 'file name' | 'ofx' | 'nowhere'
  accounts: AccountTruth[]
  tables_left_out?: number
  /** `refuse`: nothing can be read. `either`: read as the truth says, or refused by name. */
  outcome: 'read' | 'either' | 'refuse'
  /** Asked before anything is logged; to log without the question is a fault. */
  must_ask: Question[]
  /** Certain from the file; to ask is allowed, to answer otherwise is a fault. */
  may_ask: Question[]
  /** What no reader may do with this file. */
  never: string[]
}
