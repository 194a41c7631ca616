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
 * The reads that the data worker answers. Names and shapes are those of the procedures they serve, without the connection's id,
 * because a store belongs to one connection.
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
/** Windows into lists: the most frequent reads, and large ones. */
export type ListName = Extract<ReadName, `${string}.list`> & keyof typeof listOutputs

export type ReadInput<Name extends ReadName> = Reads[Name]['input']
export type ReadOutput<Name extends ReadName> = Reads[Name]['output']

/** Where a sweep starts or resumes. */
export type SweepStart = {
  sweepId: number
  /** Cursor after the last committed page of an unfinished sweep; null to start from the first page. */
  after: string | null
  /** Records already received by that unfinished sweep. */
  received: number
  /** Cursors between the pages of the last sweep, from the current position on; a hint for requesting pages ahead. */
  expectedCursors: string[]
}

/** The envelope of a page, known before its records are written. */
export type PageOutcome = {
  hasNextPage: boolean
  endCursor: string | null
  totalCount: number | null
  /** Records on the page. */
  received: number
}

/** The number of a page's records by outcome. */
export type PageCounts = { written: number; unchanged: number; setAside: number }

/** The result of a list that is not a sweep: the ids of its records, and of those that cannot be read. */
export type ListedAnswer = { outcome: PageOutcome; ids: string[]; unreadable: string[] }

/** Ages of the valuations. */
export type ValuationAges = {
  /** The oldest check, ISO 8601; null when there was none. */
  checkedFrom: string | null
  /** Number of entities without any check. */
  neverChecked: number
  /** Entities whose last request was refused, by HTTP status; 0 if the answer was unreadable. */
  refused: { status: number; count: number }[]
}

/** The end of a sweep: ids of records in the mirror that it did not deliver. */
export type SweepEnd = { missing: string[] }

/**
 * One connection's mirror and ledger, behind the data worker. Rejections are AppErrors (`cache/…`, `service/bad-page`,
 * `record/not-found`).
 */
export type ConnectionStore = {
  read<Name extends ReadName>(name: Name, input: ReadInput<Name>): Promise<ReadOutput<Name>>
  /**
   * A list's window as JSON text that is already validated against the contract. It is passed on to the screen as text, so that
   * no thread in between parses a hundred records and serialises them again.
   */
  readText<Name extends ListName>(name: Name, input: ReadInput<Name>): Promise<string>

  /** Resumes the unfinished sweep of a resource, or starts one. */
  beginSweep(resource: ListedResource): Promise<SweepStart>
  /**
   * Applies a page; its bytes are transferred. `outcome` settles as soon as the page is parsed, so that the next request can be
   * sent; `counts` settles when its records are in the open batch. Commits depend on the number of pages and on time.
   */
  applyPage(page: { sweepId: number; after: string | null; bytes: Uint8Array<ArrayBuffer> }): {
    outcome: Promise<PageOutcome>
    counts: Promise<PageCounts>
  }
  /** Commits the open batch. */
  flush(): Promise<void>
  /**
   * Ends a complete sweep. Returns the records that it did not deliver; they stay in the mirror, and the caller reads each by id.
   */
  completeSweep(sweepId: number): Promise<SweepEnd>
  /** Ends a sweep that will not be resumed (pagination went wrong); no conclusion is drawn from it. */
  abandonSweep(sweepId: number): Promise<void>
  /** Removes records that the service confirmed as gone (404, or a record with `deleted_at`). */
  removeRecords(resource: ListedResource, ids: readonly string[]): Promise<void>
  /** Applies a record that was read by id. */
  applyRecord(resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): Promise<void>

  /** Applies a page of a list that is not a sweep, such as that of one household; records that are not on it stay. */
  applyListed(resource: ListedResource, bytes: Uint8Array<ArrayBuffer>): Promise<ListedAnswer>

  /**
   * Entities not checked since `notCheckedSince` (ISO 8601), or changed since their check, in the order in which their valuations
   * should be read: changed, never checked, then the others; within each group pinned households first, then the least recently
   * checked.
   */
  entitiesToValue(options: { limit: number; notCheckedSince: string }): Promise<{ ids: string[]; total: number }>
  /**
   * Applies an answer to "latest valuation of"; `bytes` is null when the entity has none. A valuation that differs from the last
   * one is recorded in the ledger as an observation.
   */
  applyValuation(answer: { entityId: string; bytes: Uint8Array<ArrayBuffer> | null }): Promise<PageCounts>
  /** Records that a request for an entity's latest valuation was refused; status 0: the answer was unreadable. */
  refuseValuation(refusal: { entityId: string; status: number }): Promise<void>
  valuationAges(): Promise<ValuationAges>
  /** Records that every due entity has been asked for its valuation. */
  completeValuations(): Promise<void>

  /** Writes the user's data to the ledger; it is on the disk when this resolves. */
  keep<Name extends LedgerWriteName>(name: Name, input: LedgerWriteInput<Name>): Promise<void>

  /** Writes facts about downloaded files to the mirror; every read sees them when this resolves. */
  keepHeld<Name extends HeldWriteName>(name: Name, input: HeldWrites[Name]): Promise<void>

  /** Writes that were made on this computer. */
  readonly outbox: OutboxStore

  /** When each resource's last complete sweep ended, ISO 8601. */
  lastComplete(): Promise<Partial<Record<Resource, string>>>
  /** Called with the resources whose rows changed, after the commit that changed them. Returns the unsubscriber. */
  onChanged(listener: (resources: Resource[]) => void): () => void
  close(): Promise<void>
}
