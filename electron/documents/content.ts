/** A file whose type is to be detected. */
export type Content = {
  name: string
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Uint8Array
  /** Reads some bytes, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}
