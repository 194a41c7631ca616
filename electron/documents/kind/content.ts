import type { Caution } from '../../../shared/domain/file-kinds.ts'

/** A file whose kind is to be found. */
export type Content = {
  name: string
  size: number
  /** The first bytes, at most 64 KiB. */
  head: Uint8Array
  /** Reads some bytes, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** The kind of a file, and the reasons against opening it in another program even where its kind may be opened. */
export type Judgement = {
  /** By content: `application/pdf`; `application/octet-stream` if unknown. The name decides only between kinds of text. */
  mediaType: string
  caution: Caution | null
}

export const unknownType = 'application/octet-stream'
