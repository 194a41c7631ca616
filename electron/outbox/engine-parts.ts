import type { Operation, OperationEvent } from '../../shared/domain/operation.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'
import type { Backoff } from './backoff.ts'
import type { OutboxCommit } from './commits.ts'
import type { OpenOperations } from './open-operations.ts'
import type { OutboxFiles } from './outbox.ts'
import type { Uploads } from './uploads.ts'

/** What every part of the engine works with. */
export type EngineParts = {
  readonly book: OpenOperations
  service: WriteService
  files: OutboxFiles
  uploads: Uploads
  clock: Clock
  holds: Backoff
  /** Aborts when answers are not waited for any longer. */
  signal: AbortSignal
  /** An event that happens now. */
  event(event: OperationEvent['event'], note: string): OperationEvent
  /** Whether anything may be sent now. */
  maySend(): boolean
  /**
   * Plans a step from the operation as it is now and keeps it, one step at a time; null plans nothing.
   * @returns the operation afterwards, done or not; null where nothing was planned
   */
  change(id: string, plan: (operation: Operation) => OutboxCommit | null): Promise<Operation | null>
  /** Keeps a step that hangs on no open operation. */
  keep(step: OutboxCommit): Promise<void>
}
