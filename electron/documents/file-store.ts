/** A sealed file in a folder: its name there, its key, and facts about its content. */
export type SealedFile = {
  storedName: string
  /** 32 bytes, used for this file only. */
  key: Uint8Array
  /** Size of the content, in bytes. */
  size: number
  /** SHA-256 of the content, lower-case hex. */
  sha256: string
}

/** Includes the first bytes of the content, at most {@link headBytes}, by which its type is detected. */
export type NewSealedFile = SealedFile & { head: Uint8Array }

export const headBytes = 65_536

/** A range of a file, in bytes; the part beyond its end is ignored. */
export type ByteRange = { offset: number; length: number }

/** The facts needed to read a sealed file. */
export type SealedRef = Pick<SealedFile, 'storedName' | 'key' | 'size'>

/** A file that is sealed piece by piece. */
export type SealedWriter = {
  /** The bytes are copied, so the caller may reuse the chunk's memory. Rejects with `files/disk-full`. */
  append(chunk: Uint8Array): Promise<void>
  /** Bytes of content so far. */
  written(): number
  /** The first bytes of the content, as far as they were written. */
  head(): Uint8Array
  /** When this resolves, the file has its final name, and is on the disk if the store is durable. */
  finish(): Promise<NewSealedFile>
  /** Removes the written part; does nothing once finished. */
  drop(): Promise<void>
}

/** `isPassing`: the reader is done with each piece when it requests the next one; the piece's memory is then released. */
export type ReadOptions = { isPassing?: boolean }

export type WriteOptions = {
  signal: AbortSignal
  /** Called once, as soon as the first bytes are available. */
  onHead?(head: Uint8Array): void
}

/** A folder of sealed files. They are unreadable without their keys, which are stored elsewhere. */
export type FileStore = {
  /**
   * Seals a stream. Rejects with `files/disk-full`, `files/cancelled`, or the stream's own error, and then leaves nothing behind.
   */
  write(source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<NewSealedFile>
  /** Reads a sealed file, in pieces of up to 1 MiB. Throws `files/damaged`; pieces returned before that were intact. */
  read(file: SealedRef, range?: ByteRange, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** Begins a file that is written piece by piece; it can be resumed after a broken connection while Steward runs. */
  begin(): Promise<SealedWriter>
  remove(storedName: string): Promise<void>
  /**
   * How many bytes may still be written so that the disk keeps a reserve, in which everything else of Steward can go on writing; Infinity
   * if the system does not say.
   */
  room(): Promise<number>
  /** Moves a file from another store of the same connection into this one. */
  adopt(from: FileStore, storedName: string): Promise<void>
  /** Removes all files except these names and files being written. */
  sweep(keep: ReadonlySet<string>): Promise<void>
  /** The path of a file; only for `adopt`. */
  pathOf(storedName: string): string
}
