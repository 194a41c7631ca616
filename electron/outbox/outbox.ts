import type { JsonFields, Operation, OperationFile } from '../../shared/domain/operation.ts'
import type { Decision, OutboxCounts, UndoTarget, Write } from '../../shared/ipc/outbox.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { DocumentCreate, ValuationCreate } from '../../shared/service/writes.ts'
import type { OutboxStore, StoredIntakeRow } from '../data/ledger/operations.ts'
import type { StoredSource } from '../data/ledger/statements.ts'
import type { Clock } from '../platform/clock.ts'
import type { WriteService } from '../service/write-service.ts'

/**
 * The saved operation, the record it is about (a local id for a new record), and until when the save waits before it is sent
 * (ISO 8601; null if it does not wait).
 */
export type Saved = { operation_id: string; record_id: string; undo: { save_id: string; until: string } | null }

/** A document to be created, with the file that is staged for it. */
export type DocumentWrite = { fields: DocumentCreate; file: OperationFile }

/**
 * A valuation that was reviewed beside the entity's latest one, `expects_latest` (null: none): if another is the latest when it is sent, the
 * user is asked first. `source` is what it was read from. `replaces`: an operation that waits for the user's answer since the service refused
 * it or has another valuation; it is discarded in the same step, and null if there is none.
 */
export type ReviewedValuation = {
  entity_id: string
  fields: ValuationCreate
  expects_latest: string | null
  /** The entity as the review showed it: if a colleague archived it, moved it or deleted it, that is asked about as well. */
  expects_entity: NonNullable<Operation['expects_entity']>
  source: StoredSource
  replaces: string | null
}

/** `typed`: the name that the user typed; `seen`: the entity as the user saw it. */
export type EntityDeletion = { id: string; typed: string; seen: JsonFields }

/** One of two records of the same person or household, as the user saw it. */
type Seen = { id: string; title: string; seen: JsonFields }

/** A merge as the user confirmed it. */
export type RecordsMerge = {
  resource: 'households' | 'individuals'
  /** The record that is kept. */
  keep: Seen
  /** The record that is deleted in the end. */
  drop: Seen
  /** Fields that the record that is kept gets from the other one. */
  fields: JsonFields
  /** The documents about the person that is deleted, as this computer knows them; none for households. */
  documents: readonly { id: string; title: string; household_id: string }[]
  /** The name that the user typed to confirm the deletion. */
  typed: string
}

/** Progress of an upload, in bytes of the file. */
export type UploadProgress = { operation_id: string; sent: number; total: number }

/**
 * One connection's queued writes. A write is on the disk when the promise resolves and is sent as soon as possible. No saved
 * write is lost, and no record is created twice unless the user decides so. Throws `outbox/…` and `cache/…`.
 */
export type Outbox = {
  /**
   * @param draft - the name of the draft of the form that the write was typed into; it is deleted once the write is saved. An edit from
   *   a form that was opened before the same fields were changed is refused with `outbox/overtaken`: the form shows both values, and
   *   nothing is lost. Any other edit like that is saved, and asked about when it is sent.
   */
  save(write: Write, draft?: string): Promise<Saved>
  /**
   * Saves all of them or none. Calls with the same `saveId` are undone together. `more`: further calls follow, and nothing of the save is
   * sent before {@link Outbox.endSave}, unless the program ends.
   */
  saveAll(writes: readonly Write[], options?: { saveId?: string | undefined; more?: boolean }): Promise<Saved[]>
  /** No further writes follow for this save: all of it now waits equally long, and can be undone as one. Never rejects. */
  endSave(saveId: string): Promise<Saved['undo']>
  /** Saves new documents, each with its file; all of them or none. */
  saveDocuments(writes: readonly DocumentWrite[]): Promise<Saved[]>
  /**
   * Saves reviewed valuations as one save, in one step; they wait a minute before they are sent. One whose replaced operation does not wait for
   * an answer any more is not saved, and not in the result.
   */
  saveReviewed(
    valuations: readonly ReviewedValuation[],
    saveId: string,
  ): Promise<(Saved & Pick<ReviewedValuation, 'entity_id'>)[]>
  /**
   * Saves the merge of two records of one person or household, as one operation. Throws `outbox/typed-name-differs`, and
   * `outbox/not-allowed` while a change of either waits to be sent.
   */
  mergeRecords(merge: RecordsMerge): Promise<Saved>
  decide(id: string, answer: Decision): Promise<void>
  setPaused(id: string, paused: boolean): Promise<void>
  setAllPaused(paused: boolean): Promise<void>
  allPaused(): boolean
  /**
   * Retries at once the operations that wait only for the network or after a failure. A pause that the service asked for is kept,
   * and so are grace periods.
   */
  retry(): void
  /** Like {@link Outbox.retry}, and ends the grace period of one operation with those before it, or of all. */
  sendNow(id?: string): Promise<void>
  /**
   * Takes unsent writes back. Throws `outbox/nothing-to-undo`, `outbox/not-allowed`.
   * @param toTray - the row with which the file of an undone upload goes back to the intake tray; if absent, the file is removed
   * @returns what was taken back
   */
  undo(what: UndoTarget, toTray?: (upload: Operation) => StoredIntakeRow): Promise<Operation[]>
  /** Until when a save can be undone, ISO 8601; null once nothing of it waits. */
  undoableUntil(saveId: string): string | null
  counts(): OutboxCounts
  /** Called after every step. Returns the unsubscriber. */
  onChange(listener: (counts: OutboxCounts) => void): () => void
  /** Number of uploads in progress. */
  uploads(): number
  /** Called with all uploads in progress whenever one begins, advances or ends; often. Returns the unsubscriber. */
  onUploads(listener: (uploads: UploadProgress[]) => void): () => void
  /**
   * Deletes an entity and everything that belongs to it, now or not at all. Throws `service/…` when it was not sent,
   * `outbox/typed-name-differs`, `outbox/changed-elsewhere`, and `outbox/not-confirmed` when it may have been sent.
   */
  deleteEntity(entity: EntityDeletion): Promise<void>
  /** Settles when no operation is in progress and none is waiting only for time to pass: the remaining ones wait for the user. */
  idle(): Promise<void>
  /** Stops sending, waits a short time for answers in flight, and settles when the store is no longer used. */
  close(): Promise<void>
}

/** The mirror's knowledge of records, for titles and for what a deletion removes. */
export type KnownRecords = {
  titleOf(resource: Resource, id: string): Promise<string | null>
  recordOf(resource: Resource, id: string): Promise<JsonFields | null>
  /** The service's id of a record that was created here; null while it has none. */
  serverIdOf(localId: string): Promise<string | null>
}

/** The staged files of new documents. */
export type OutboxFiles = {
  /** Reads a staged file from its first byte. Throws `files/…` when it is missing or damaged. */
  open(stagedId: string): AsyncIterable<Uint8Array>
  /**
   * A document's operation ended: discarded or done. `isSame` is true if the document at the service has exactly the bytes of the
   * staged file. A rejection is ignored.
   */
  settled(operation: Operation, isSame: boolean): Promise<void>
}

export type OutboxOptions = {
  store: OutboxStore
  service: WriteService
  records: KnownRecords
  files: OutboxFiles
  isReadOnly: () => boolean
  /** How long a saved write waits so that it can be undone, in ms; 0, also if absent, for not at all. */
  graceMs?: () => Promise<number>
  clock?: Clock
  /** Returns a UUID. */
  newId?: () => string
  /** Concurrent requests. */
  concurrency?: number
}
