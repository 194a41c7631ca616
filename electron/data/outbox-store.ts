import type { Operation, OperationEvent } from '../../shared/domain/operation.ts'
import type { OperationValues } from '../../shared/domain/operation-values.ts'
import type { ListedResource } from '../../shared/service/resource.ts'

/** A record as the service just sent it, for the mirror. */
export type ServerRecord =
  | { resource: ListedResource; bytes: Uint8Array<ArrayBuffer> }
  | { resource: 'valuations'; entityId: string; bytes: Uint8Array<ArrayBuffer> }

/** The service just said that this record is gone (404, 410, or with `deleted_at`). */
export type GoneRecord = { resource: ListedResource; id: string }

/** One step of the outbox, kept whole or not at all. */
export type OutboxCommit = {
  /** Each replaces the operation with its id, or is new. */
  operations: readonly Operation[]
  events: readonly (OperationEvent & {
    operationId: string
    /** What the operation said before, where the event changed that. */
    was?: OperationValues
  })[]
  records?: readonly ServerRecord[]
  gone?: readonly GoneRecord[]
  /** The name of the draft that these writes were typed into: it is forgotten with this step. */
  draft?: string
}

/**
 * The outbox's part of a connection's ledger. Rejections are AppErrors (`cache/…`); then nothing of the step was kept.
 */
export type OutboxStore = {
  /** Operations that are neither done nor discarded, by `seq`; and whether everything is held back. */
  load(): Promise<{ operations: Operation[]; allPaused: boolean; nextSeq: number }>
  /**
   * On the disk (`synchronous=FULL`) when this resolves, and visible to every read. The ledger's commit comes first; the
   * mirror follows from it, after a crash at the next opening.
   */
  commit(step: OutboxCommit): Promise<void>
  setAllPaused(paused: boolean): Promise<void>
}
