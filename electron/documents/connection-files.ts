import type { FileRef, HeldFile } from '../../shared/ipc/files.ts'
import type { ByteRange, FileStore, NewSealedFile, ReadOptions } from './file-store.ts'

/** What can be downloaded: a document's file, or the service's PDF of a summary. */
export type HeldRef = { kind: Exclude<FileRef['kind'], 'staged'>; id: string }

/** A file that waits on this computer to be uploaded. */
export type StagedFile = {
  id: string
  name: string
  size: number
  sha256: string
  media_type: string
  /** ISO 8601. */
  staged_at: string
}

/** What the service said of a file when it was downloaded. */
export type HeldFacts = { name: string; etag: string | null; recordUpdatedAt: string | null }

/** `record_updated_at` is what was given as `recordUpdatedAt`. */
export type HeldEntry = HeldFile & HeldRef & { etag: string | null; usedAt: string }

/** What a window is told of a file. */
export function heldFileOf(entry: HeldEntry): HeldFile {
  const { kind: _kind, id: _id, etag: _etag, usedAt: _usedAt, ...file } = entry
  return file
}

/** How much room one file takes. `usedAt` and `heldAt` are ISO 8601. */
export type HeldUse = HeldRef & { size: number; usedAt: string; heldAt: string }

export type StagedFiles = {
  store: FileStore
  /** `name`: as the file was called where it came from. */
  add(file: NewSealedFile, name: string): Promise<StagedFile>
  get(id: string): Promise<StagedFile | null>
  /** Throws `files/not-held`, `files/damaged`. */
  read(id: string, range?: ByteRange, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** Does nothing for a file that is not there. */
  remove(id: string): Promise<void>
  byDigest(sha256: string): Promise<StagedFile[]>
}

export type HeldFiles = {
  store: FileStore
  /** Takes the place of what was held before. */
  put(ref: HeldRef, file: NewSealedFile, facts: HeldFacts): Promise<HeldEntry>
  /** The service said that it is still this file, its record being as new as this; null when it is not held any more. */
  confirm(ref: HeldRef, facts: Pick<HeldFacts, 'recordUpdatedAt'>): Promise<HeldEntry | null>
  get(ref: HeldRef): Promise<HeldEntry | null>
  /** At most 500; what is not held is left out. */
  getMany(kind: HeldRef['kind'], ids: readonly string[]): Promise<HeldEntry[]>
  /** Throws `files/not-held`, `files/damaged`; a damaged one is forgotten, so that it is downloaded again. */
  read(ref: HeldRef, range?: ByteRange): AsyncIterable<Uint8Array>
  /** Notes that it was used now. */
  touch(ref: HeldRef): Promise<void>
  remove(ref: HeldRef): Promise<void>
  /** A staged file was uploaded as this document: it is what the document's file is, without a download. */
  adoptStaged(stagedId: string, documentId: string): Promise<void>
  byDigest(sha256: string): Promise<HeldEntry[]>
  usage(): Promise<HeldUse[]>
}

/** The files of a connection, as long as it is open. */
export type ConnectionFiles = {
  staged: StagedFiles
  held: HeldFiles
  /** Ends what is under way; a store in memory takes its files along. */
  close(): Promise<void>
}
