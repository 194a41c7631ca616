import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { ListedResource, Resource } from '../../shared/service/resource.ts'
import type { FileReads, HeldWriteName, HeldWrites } from './file-rows.ts'
import type { LedgerReads, LedgerWriteInput, LedgerWriteName } from './ledger/ledger-calls.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { ExportReads } from './reads/export-calls.ts'
import type { listOutputs } from './reads/list-outputs.ts'
import type { OutboxReads } from './reads/outbox-calls.ts'
import type { SupportReads } from './reads/support-calls.ts'

/**
 * The reads that the data worker answers, named and shaped as the procedures they serve, less the connection's id: the
 * store already is one connection's.
 */
type Reads = LedgerReads &
  OutboxReads &
  FileReads &
  SupportReads &
  ExportReads & {
    'households.list': Read<'households', 'list'>
    'households.get': Read<'households', 'get'>
    'individuals.list': Read<'individuals', 'list'>
    'individuals.get': Read<'individuals', 'get'>
    'entities.list': Read<'entities', 'list'>
    'entities.get': Read<'entities', 'get'>
    'valuations.list': Read<'valuations', 'list'>
    'valuations.get': Read<'valuations', 'get'>
    'valuations.observed': Read<'valuations', 'observed'>
    'documents.list': Read<'documents', 'list'>
    'documents.get': Read<'documents', 'get'>
    'documentSummaries.list': Read<'documentSummaries', 'list'>
    'documentSummaries.get': Read<'documentSummaries', 'get'>
    'users.list': Read<'users', 'list'>
    'users.get': Read<'users', 'get'>
    'setAside.list': Read<'setAside', 'list'>
    'search.query': Read<'search', 'query'>
    'assetClasses.list': Read<'assetClasses', 'list'>
    'rollUps.household': Read<'rollUps', 'household'>
    'rollUps.book': Read<'rollUps', 'book'>
    'rollUps.checked': Read<'rollUps', 'checked'>
  }

type Read<Domain extends keyof ContractInputs, Name extends string> = Name extends keyof ContractInputs[Domain] &
  keyof ContractOutputs[Domain]
  ? { input: Omit<ContractInputs[Domain][Name], 'connectionId'>; output: ContractOutputs[Domain][Name] }
  : never

export type ReadName = keyof Reads
/** Windows into lists: read most of all, and large. */
export type ListName = Extract<ReadName, `${string}.list`> & keyof typeof listOutputs

export type ReadInput<Name extends ReadName> = Reads[Name]['input']
export type ReadOutput<Name extends ReadName> = Reads[Name]['output']

/** Where a sweep begins or goes on. */
export type SweepStart = {
  sweepId: number
  /** Cursor after the last committed page of an unfinished sweep; null to start from the first page. */
  after: string | null
  /** Records already received by that unfinished sweep. */
  received: number
  /** Cursors that led on from page to page in the last sweep, from this one's place on; a hint for asking ahead. */
  expectedCursors: string[]
}

/** What a page said of itself, known before its records are written. */
export type PageOutcome = {
  hasNextPage: boolean
  endCursor: string | null
  totalCount: number | null
  /** Records on the page. */
  received: number
}

/** What became of a page's records. */
export type PageCounts = { written: number; unchanged: number; setAside: number }

/** What a list that is no sweep said: the ids of its records, and those of them that cannot be read. */
export type ListedAnswer = { outcome: PageOutcome; ids: string[]; unreadable: string[] }

/** How old the valuations are. */
export type ValuationAges = {
  /** The oldest check, ISO 8601; null when there never was one. */
  checkedFrom: string | null
  /** Entities without any check. */
  neverChecked: number
  /** Entities whose last request was refused, by HTTP status; 0 where the answer was unreadable. */
  refused: { status: number; count: number }[]
}

/** How a sweep ended, and what it could not find any more. */
export type SweepEnd = { missing: string[] }

/**
 * One connection's mirror and ledger, behind the data worker. Rejections are AppErrors (`cache/…`, `service/bad-page`,
 * `record/not-found`).
 */
export type ConnectionStore = {
  read<Name extends ReadName>(name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>>
  /**
   * A list's window as JSON text, already held against the contract: it goes to the screen as it is, and no thread on the way
   * makes a hundred records of it only to write them down again.
   */
  readText<Name extends ListName>(name: Name, input: ReadInput<Name>): Promise<string>

  /** Resumes the unfinished sweep of a resource, or begins one. */
  beginSweep(resource: ListedResource): Promise<SweepStart>
  /**
   * Hands over a page; its bytes are transferred. `outcome` settles as soon as the page was parsed, so that the next
   * request can go out; `counts` when its records are in the open batch. Commits happen by pages and time.
   */
  applyPage(page: { sweepId: number; after: string | null; bytes: Uint8Array<ArrayBuffer> }): {
    outcome: Promise<PageOutcome>
    counts: Promise<PageCounts>
  }
  /** Commits what is in the open batch. */
  flush(): Promise<void>
  /** Ends a complete sweep: what it did not see is returned, still in the mirror, for the caller to ask about by id. */
  completeSweep(sweepId: number): Promise<SweepEnd>
  /** Ends a sweep that will not be resumed (pagination went wrong); nothing is concluded from it. */
  abandonSweep(sweepId: number): Promise<void>
  /** The service confirmed that these are gone (404, or a record with `deleted_at`). */
  removeRecords(resource: ListedResource, ids: readonly string[]): Promise<void>
  /** A record fetched by id. */
  applyRecord(resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): Promise<void>

  /** A page of a list that is no sweep, such as that of one household; nothing is concluded from what is not on it. */
  applyListed(resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): Promise<ListedAnswer>

  /**
   * Entities that were not asked about since then, or changed, in the order their valuations should be asked for: changed,
   * never asked, of pinned households, then the longest ago.
   */
  entitiesToValue(options: { limit: number; notCheckedSince: string }): Promise<{ ids: string[]; total: number }>
  /** An answer to "latest valuation of"; null bytes when the entity has none. Observes it in the ledger when it differs. */
  applyValuation(answer: { entityId: string; bytes: Uint8Array<ArrayBuffer> | null }): Promise<PageCounts>
  /** A request for an entity's latest valuation was refused; status 0: answered with something unreadable. */
  refuseValuation(refusal: { entityId: string; status: number }): Promise<void>
  valuationAges(): Promise<ValuationAges>
  /** Every entity that was due has been asked for its valuation. */
  completeValuations(): Promise<void>

  /** Writes to the ledger what a person wants kept; it is on the disk when this resolves. */
  keep<Name extends LedgerWriteName>(name: Name, input: LedgerWriteInput<Name>): Promise<void>

  /** Writes to the mirror what is said of downloaded files; every read sees it when this resolves. */
  keepHeld<Name extends HeldWriteName>(name: Name, input: HeldWrites[Name]): Promise<void>

  /** Writes made here. */
  readonly outbox: OutboxStore

  /** When each resource's last complete sweep ended, ISO 8601. */
  lastComplete(): Promise<Partial<Record<Resource, string>>>
  /** Called with the resources whose rows changed, after the commit that changed them. Returns the unsubscriber. */
  onChanged(listener: (resources: Resource[]) => void): () => void
  close(): Promise<void>
}
