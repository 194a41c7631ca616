import type { AppEvent } from '../../shared/ipc/events.ts'
import type { FileRef, HeldFile } from '../../shared/ipc/files.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ByteRange, FileStore, NewSealedFile, ReadOptions } from './file-store.ts'

/** A downloadable file: a document's file, or the service's PDF of a summary. */
export type HeldRef = { kind: Exclude<FileRef['kind'], 'staged'>; id: string }

/** A file on this computer that is queued for upload. */
export type StagedFile = {
  id: string
  name: string
  size: number
  sha256: string
  media_type: string
  /** See `Caution`; null if there is none. */
  caution: string | null
  /** ISO 8601. */
  staged_at: string
}

/** The service's facts about a file at the time of its download. */
export type HeldFacts = { name: string; etag: string | null; recordUpdatedAt: string | null }

/** `record_updated_at` is the `recordUpdatedAt` of {@link HeldFacts}. */
export type HeldEntry = HeldFile & HeldRef & { etag: string | null; usedAt: string }

/** The part of an entry that windows receive. */
export function heldFileOf(entry: HeldEntry): HeldFile {
  const { kind: _kind, id: _id, etag: _etag, usedAt: _usedAt, ...file } = entry
  return file
}

/** The size of one file, with its times. `usedAt` and `heldAt` are ISO 8601. */
export type HeldUse = HeldRef & { size: number; usedAt: string; heldAt: string }

export type StagedFiles = {
  store: FileStore
  /** `name`: the original file name. */
  add(file: NewSealedFile, name: string): Promise<StagedFile>
  get(id: string): Promise<StagedFile | null>
  /** Throws `files/not-held`, `files/damaged`. */
  read(id: string, range?: ByteRange, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** Does nothing for a file that does not exist. */
  remove(id: string): Promise<void>
  byDigest(sha256: string): Promise<StagedFile[]>
}

export type HeldFiles = {
  store: FileStore
  /** Replaces the file that was held before. */
  put(ref: HeldRef, file: NewSealedFile, facts: HeldFacts): Promise<HeldEntry>
  /** Records that the service still has this file, as of the record's `recordUpdatedAt`; null if the file is no longer held. */
  confirm(ref: HeldRef, facts: Pick<HeldFacts, 'recordUpdatedAt'>): Promise<HeldEntry | null>
  get(ref: HeldRef): Promise<HeldEntry | null>
  /** At most 500 ids; files that are not held are omitted. */
  getMany(kind: HeldRef['kind'], ids: readonly string[]): Promise<HeldEntry[]>
  /** Throws `files/not-held`, `files/damaged`; a damaged file is forgotten, so that it is downloaded again. */
  read(ref: HeldRef, range?: ByteRange): AsyncIterable<Uint8Array>
  /** Sets its last use to now. */
  touch(ref: HeldRef): Promise<void>
  remove(ref: HeldRef): Promise<void>
  /** After the upload of a staged file: makes it the document's file, without a download. */
  adoptStaged(stagedId: string, documentId: string): Promise<void>
  byDigest(sha256: string): Promise<HeldEntry[]>
  usage(): Promise<HeldUse[]>
}

/** The files of a connection while it is open. */
export type ConnectionFiles = {
  staged: StagedFiles
  held: HeldFiles
  /** Cancels work in progress; if the store is in memory, its files are removed. */
  close(): Promise<void>
}

export type ConnectionFilesOptions = {
  rows: Pick<ConnectionStore, 'read' | 'keep' | 'writeFileCache'>
  /** The folders of downloaded files and of files staged for upload. */
  folders: { held: string; staged: string }
  /** A folder that is removed when Steward quits, because the rows are in memory; null if the rows are on disk. */
  ofThisRun: string | null
  /** Whether staged files without a row stay, because a ledger was damaged and some of its rows may be missing. */
  keepsUnknownStaged?: boolean
  onChanged(what: Extract<AppEvent, { type: 'files' }>['what']): void
  /** ms since the epoch. */
  now?: () => number
}
