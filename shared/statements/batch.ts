import type { Asset } from '../service/valuation.ts'
import type { Question } from '../tables/doubts.ts'
import type { Identifier, Statement } from './statement.ts'

/** An asset as it was last read from an account, and as it is in the valuation. `value` is USD as an exact decimal. */
export type KnownAsset = { display_name: string; external_id: string | null; value: string; identifiers: Identifier[] }

/** An account whose entity was confirmed before, as it was last read into a valuation. */
export type KnownAccount = {
  /** Identifies the record of the ledger. */
  id: string
  /** As written; see `StatementAccount`. */
  number: string
  isMasked: boolean
  name: string | null
  /** As in `StatementAccount`; null also for an account that was read before custodians were kept. */
  custodian: string | null
  /** Key of the headers that it was read from. */
  layout: string
  entity_id: string
  as_of: string
  /** Exact sum of what was read from it. */
  total: string
  /** Empty for an account that came from a colleague's file, and for one read into a valuation that was older than the latest one. */
  assets: KnownAsset[]
  /** The assets that were carried over into that valuation, with the date of each value: the next valuation has only its own date. */
  kept: KeptAsset[]
}

/** An asset that was carried over. `value` is USD as an exact decimal. */
export type KeptAsset = { display_name: string; external_id: string | null; value: string; as_of: string }

/** An entity that an account may belong to. `isGone`: the service has it no more. */
export type EntityChoice = {
  id: string
  name: string
  external_id: string | null
  household: { id: string; name: string }
  stage: string
  isGone: boolean
}

export type AccountDecision = { entity_id: string } | { leaveOut: true }

/** The advisor's decisions about one file; the accounts by their keys. */
export type FileDecisions = {
  /** `YYYY-MM-DD`; null for the file's own date. */
  asOf: string | null
  accounts: Readonly<Record<string, AccountDecision>>
  /** Totals typed from the statement, as decimals. */
  totals: Readonly<Record<string, string>>
  /** Rows of the lines that are part of the account. */
  explained: Readonly<Record<string, readonly number[]>>
}

export type BatchFile = {
  id: string
  /** Name on screen; never part of what is sent. */
  name: string
  sha256: string
  statement: Statement
  decisions: FileDecisions
  /** When a file with the same bytes was logged before, ISO 8601; null if none was. */
  loggedBefore: string | null
  /** Names of files with the same bytes from which an account was logged, by the key of the account. */
  countedIn: Readonly<Record<string, string>>
  /** True for a scan of which the user confirmed every figure. */
  isScan: boolean
}

/** The latest valuation of an entity, with what waits to be sent. */
export type CurrentValuation = {
  id: string
  effective_date: string
  assets: readonly Asset[]
  directly_held_asset_value: number
}

export type AccountRef = { file_id: string; key: string }

/** A row of a file. */
export type RowRef = AccountRef & { row: number }

/** Something to know before an entity is approved. Nothing is approved together with others while there is one. */
export type Warning = {
  kind:
    | 'jump'
    | 'gone'
    | 'identifiers'
    | 'older'
    | 'old-date'
    | 'same-date'
    | 'same-file'
    | 'other-dates'
    | 'draft'
    | 'unsent'
    | 'first'
    | 'mapping'
    | 'refused'
    | 'not-itemized'
    | 'scan'
  text: string
}

/** The entity that an account belongs to, and how that is known. */
export type AccountMapping = AccountRef & {
  state: 'mapped' | 'ask' | 'left-out'
  entity_id: string | null
  /** Why it belongs to the entity, why it is asked or why it is left out, as a sentence. */
  why: string
  /** Entities that it may belong to, likeliest first; none once it is mapped. */
  proposals: string[]
  /** The records of this account in this entity, several where it came in several layouts; while it is asked, those that it may be. */
  known: KnownAccount[]
  /** Ids of records of this account in other entities, which it leaves. */
  moved: string[]
  /** True if it is asked only because the file does not name its custodian, which was known the last time. */
  needsCustodian: boolean
  warnings: Warning[]
}

/** The comparison of an account's rows with its stated total; all amounts are exact decimals of USD. */
export type TieOut = {
  stated: string | null
  /** True if the advisor typed the stated total. */
  isTyped: boolean
  rows: number
  sum: string
  /** Rows of the lines that count. */
  lines: number[]
  /** Sum with these lines minus the stated total; null without a stated total. */
  difference: string | null
  ties: boolean
}

export type AccountPlan = Omit<AccountMapping, 'state'> & {
  number: string
  isMasked: boolean
  name: string | null
  as_of: string | null
  state: AccountMapping['state'] | 'blocked'
  tie: TieOut
  /** Sentences to know about: short positions, converted amounts, an account without holdings. */
  notes: string[]
  /** Sentences that say why it cannot be logged. */
  problems: string[]
}

/** An asset of the new valuation, or one that is not in it any more. */
export type PlannedAsset = {
  change: 'new' | 'changed' | 'same' | 'gone' | 'carried'
  name: string
  external_id: string | null
  /** Null while its security's asset class is asked for. */
  asset_class_id: string | null
  /** USD as an exact decimal; null if it is gone. */
  value: string | null
  /** The row that it comes from; null if it is carried over or gone. */
  from: RowRef | null
  /** As it is in the current valuation; null if it is new. */
  before: { name: string; external_id: string | null; value: string } | null
  /** Per cent from the value before, with one decimal; null where a share says nothing. */
  percent: number | null
  isJump: boolean
  /** If it is carried over: the account that it was last read from, if it was read from one, and the date of its value. */
  carried: { account: string | null; as_of: string } | null
  negative: 'short' | 'margin' | 'cash' | null
}

/** A security whose asset class is asked for, once for all accounts. */
export type SecurityQuestion = {
  /** Keys under which its asset class is remembered; the first one identifies the question. */
  keys: string[]
  name: string
  identifiers: Identifier[]
  kind: string | null
  rows: RowRef[]
  /** Ids of asset classes that were given for it and differ; empty for a new security. */
  answers: string[]
}

export type EntityPlan = {
  entity: EntityChoice
  accounts: AccountRef[]
  /** The latest date of its accounts. */
  as_of: string | null
  /** The current valuation, which approval expects to be the latest still; null if there is none. */
  before: { valuation_id: string; effective_date: string; total: string } | null
  total: string
  percent: number | null
  /** First the accounts in the order of their files, then what is carried over, then what is gone. */
  assets: PlannedAsset[]
  /** Open and answered questions, with answers by their ids. */
  questions: Question[]
  warnings: Warning[]
  /** Sentences that say why it cannot be approved. */
  problems: string[]
  /** `at-once`: approved with all others; `looked-at`: approved by itself; `blocked`: a question or a problem is open. */
  state: 'at-once' | 'looked-at' | 'blocked'
  /** The body that is sent, without its description; null while it is blocked. */
  body: ValuationBody | null
  /** The accounts and classes that are remembered once it is approved. `replaces`: ids of records that it takes the place of. */
  learned: { accounts: { account: Omit<KnownAccount, 'id'>; replaces: string[] }[]; securities: Record<string, string> }
}

export type ValuationBody = {
  effective_date: string
  directly_held_assets: { asset_class_id: string; display_name: string; value: number; external_id?: string }[]
}

export type BatchPlan = {
  accounts: AccountPlan[]
  entities: EntityPlan[]
  securities: SecurityQuestion[]
  /** Ids of the entities that “Approve all” takes. */
  atOnce: string[]
}
