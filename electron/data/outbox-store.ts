import type { Operation, OperationEvent, OperationValues } from '../../shared/domain/operation.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { StoredIntakeRow } from './ledger/staged-files.ts'
import type { StoredSource } from './ledger/statements.ts'

/** A record from the service's answer, for the mirror. */
export type ServerRecord =
  | { resource: ListedResource; bytes: Uint8Array<ArrayBuffer> }
  | { resource: 'valuations'; entityId: string; bytes: Uint8Array<ArrayBuffer> }

/** A record that the service has just reported as gone (404, 410, or with `deleted_at`). */
export type GoneRecord = { resource: ListedResource; id: string }

/** One step of the outbox, committed completely or not at all. */
export type OutboxCommit = {
  /** Each is new or replaces the operation with its id. */
  operations: readonly Operation[]
  events: readonly (OperationEvent & {
    operationId: string
    /** The operation's earlier values, if the event changed them. */
    was?: OperationValues
  })[]
  records?: readonly ServerRecord[]
  gone?: readonly GoneRecord[]
  /** The name of the draft that these writes were typed into; it is deleted with this step. */
  draft?: string
  /** Rows that go back to the intake tray with this step: the uploads that it undoes. */
  tray?: readonly StoredIntakeRow[]
  /** The sources of new valuations, by their writes. */
  sources?: readonly (StoredSource & { operation_id: string })[]
}

/** The outbox's part of a connection's ledger. Rejections are AppErrors (`cache/…`); then nothing of the step was committed. */
export type OutboxStore = {
  /** Operations that are neither done nor discarded, ordered by `seq`; and whether all sending is paused. */
  load(): Promise<{ operations: Operation[]; allPaused: boolean; nextSeq: number }>
  /**
   * On the disk (`synchronous=FULL`) when this resolves, and visible to every read. The ledger commits first; the mirror follows,
   * after a crash at the next opening.
   */
  commit(step: OutboxCommit): Promise<void>
  setAllPaused(paused: boolean): Promise<void>
}
