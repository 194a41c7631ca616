/** A file that lies sealed in a folder: its name there, the key that opens it, and what its content is. */
export type SealedFile = {
  storedName: string
  /** 32 bytes, of this file alone. */
  key: Uint8Array
  /** Bytes of the content. */
  size: number
  /** Of the content, lower-case hex. */
  sha256: string
}

/** With the first bytes of the content, at most {@link headBytes}, by which its kind is judged. */
export type NewSealedFile = SealedFile & { head: Uint8Array }

export const headBytes = 65_536

/** Part of a file, in bytes; what lies behind its end is left out. */
export type ByteRange = { offset: number; length: number }

/** What a reader has to know of a sealed file. */
export type SealedRef = Pick<SealedFile, 'storedName' | 'key' | 'size'>

/** A file that is sealed piece by piece. */
export type SealedWriter = {
  /** The bytes are copied: whoever owns the chunk may use its memory again. Rejects with `files/disk-full`. */
  append(chunk: Uint8Array): Promise<void>
  /** Bytes of content so far. */
  written(): number
  /** The first bytes of the content, as far as they are there. */
  head(): Uint8Array
  /** Under its name when this resolves, and on the disk where the store is a durable one. */
  finish(): Promise<NewSealedFile>
  /** Removes what was written; does nothing once finished. */
  drop(): Promise<void>
}

/** `isPassing`: the reader is done with each piece when it asks for the next one, and its memory goes then. */
export type ReadOptions = { isPassing?: boolean }

export type WriteOptions = {
  signal: AbortSignal
  /** Told once, as soon as the first bytes are there. */
  onHead?(head: Uint8Array): void
}

/** A folder of sealed files. Nothing in it can be read without the keys, which are kept elsewhere. */
export type FileStore = {
  /**
   * Seals a stream. Rejects with `files/disk-full`, `files/cancelled`, or what the stream threw; nothing is left behind
   * then.
   */
  write(source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<NewSealedFile>
  /** Reads a sealed file, in pieces of up to 1 MiB. Throws `files/damaged`; what was given out before was right. */
  read(file: SealedRef, range?: ByteRange, options?: ReadOptions): AsyncIterable<Uint8Array>
  /** A file that is written piece by piece, and can be gone on with after a cut while Steward runs. */
  begin(): Promise<SealedWriter>
  remove(storedName: string): Promise<void>
  /** Takes over a file of another store of the same connection. */
  adopt(from: FileStore, storedName: string): Promise<void>
  /** Removes what is not among these names, files under way excepted. */
  sweep(keep: ReadonlySet<string>): Promise<void>
  /** Where a file lies; for `adopt` alone. */
  pathOf(storedName: string): string
}
