import type { JsonFields, Operation, OperationFile } from '../../shared/domain/operation.ts'
import type { Decision, OutboxCounts, Write } from '../../shared/ipc/outbox.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { DocumentCreate } from '../../shared/service/writes.ts'
import type { OutboxStore } from '../data/outbox-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'

/** What was kept: the operation, and the record it is about (a local id for a new one). */
export type Saved = { operation_id: string; record_id: string }

/** A document to be created, with the file that is staged for it. */
export type DocumentWrite = { fields: DocumentCreate; file: OperationFile }

/** How far an upload is: bytes of the file. */
export type UploadProgress = { operation_id: string; sent: number; total: number }

/**
 * One connection's queued writes. Whatever is saved is on the disk when the promise resolves and is sent when it can be;
 * nothing that was saved is lost, and nothing is created twice without a person's word. Throws `outbox/…` and `cache/…`.
 */
export type Outbox = {
  /** @param draft - the name of the draft that the write was typed into: it is gone once the write is kept */
  save(write: Write, draft?: string): Promise<Saved>
  /** All of them or none. */
  saveAll(writes: readonly Write[]): Promise<Saved[]>
  /** New documents, each with its file; all of them or none. */
  saveDocuments(writes: readonly DocumentWrite[]): Promise<Saved[]>
  decide(id: string, answer: Decision): Promise<void>
  setPaused(id: string, paused: boolean): Promise<void>
  setAllPaused(paused: boolean): Promise<void>
  allPaused(): boolean
  /** Tries at once what only waits for the network or after a failure. What the service asked to wait for waits on. */
  sendNow(): void
  counts(): OutboxCounts
  /** Called after every step. Returns the unsubscriber. */
  onChange(listener: (counts: OutboxCounts) => void): () => void
  /** How many uploads are under way. */
  uploads(): number
  /** Called whenever an upload begins, moves on or ends, with those under way; often. Returns the unsubscriber. */
  onUploads(listener: (uploads: UploadProgress[]) => void): () => void
  /**
   * Deletes an entity and all that belongs to it, now or not at all. Throws `service/…` when it was not sent,
   * `outbox/typed-name-differs`, and `outbox/not-confirmed` when it may have been.
   */
  deleteEntity(entity: { id: string; typed: string }): Promise<void>
  /** Settles when nothing is under way and nothing waits for time alone: the rest waits for a person. */
  idle(): Promise<void>
  /** Stops sending; waits a little for answers under way, and until the store is not used any more. */
  close(): Promise<void>
}

/** What the mirror knows of a record, for titles and for what a deletion removes. */
export type KnownRecords = {
  titleOf(resource: Resource, id: string): Promise<string | null>
  recordOf(resource: Resource, id: string): Promise<JsonFields | null>
  /** The id at the service of a record that was made here; null while it has none. */
  serverIdOf(localId: string): Promise<string | null>
}

/** The staged files of new documents. */
export type OutboxFiles = {
  /** A staged file from its first byte on. Throws `files/…` when it is gone or damaged. */
  open(stagedId: string): AsyncIterable<Uint8Array>
  /**
   * A document's operation ended: discarded, or done. `isSame` says that the document at the service has the very bytes of
   * the staged file. A rejection changes nothing.
   */
  settled(operation: Operation, isSame: boolean): Promise<void>
}

export type OutboxOptions = {
  store: OutboxStore
  service: WriteService
  records: KnownRecords
  files: OutboxFiles
  isReadOnly: () => boolean
  clock?: Clock
  /** A UUID. */
  newId?: () => string
  /** Requests under way at once. */
  concurrency?: number
}
