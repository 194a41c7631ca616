import type { Operation, OperationEvent } from '../../shared/domain/operation.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'
import type { Holds } from './backoff.ts'
import type { Step } from './commits.ts'
import type { OperationBook } from './open-operations.ts'
import type { OutboxFiles } from './outbox.ts'
import type { Uploads } from './uploads.ts'

/** What every part of the engine works with. */
export type EngineParts = {
  readonly book: OperationBook
  service: WriteService
  files: OutboxFiles
  uploads: Uploads
  clock: Clock
  holds: Holds
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
  change(id: string, plan: (operation: Operation) => Step | null): Promise<Operation | null>
  /** Keeps a step that hangs on no open operation. */
  keep(step: Step): Promise<void>
}
