import type { Operation, OperationEvent } from '../../shared/domain/operation.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'
import type { Backoff } from './backoff.ts'
import type { OutboxCommit } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { OutboxFiles } from './outbox.ts'
import type { Uploads } from './uploads.ts'

/** Dependencies shared by all parts of the engine. */
export type EngineParts = {
  readonly book: OpenOperations
  service: WriteService
  files: OutboxFiles
  uploads: Uploads
  clock: Clock
  holds: Backoff
  /** Aborts when answers are no longer waited for. */
  signal: AbortSignal
  newId(): string
  /** The number of a new operation. */
  nextSeq(): number
  /** An event with the current time. */
  event(event: OperationEvent['event'], note: string): OperationEvent
  /** True if sending is allowed now. */
  maySend(): boolean
  /**
   * Plans a step from the operation's current state and commits it, one step at a time; a plan of null changes nothing.
   * @returns the operation afterwards, open or not; null if nothing was planned
   */
  change(id: string, plan: (operation: Operation) => OutboxCommit | null): Promise<Operation | null>
  /** Commits a step that depends on no open operation. */
  keep(step: OutboxCommit): Promise<void>
}
