/** The ledger's row of a file waiting to be uploaded. Times are ISO 8601. */
export type StagedRow = {
  id: string
  stored_name: string
  key: Uint8Array
  size: number
  sha256: string
  media_type: string
  name: string
  staged_at: string
}

/** The mirror's row of a downloaded file. */
export type HeldRow = {
  kind: 'document' | 'summary'
  id: string
  stored_name: string
  key: Uint8Array
  size: number
  sha256: string
  media_type: string
  name: string
  held_at: string
  used_at: string
  etag: string | null
  record_updated_at: string | null
}

export type HeldKey = Pick<HeldRow, 'kind' | 'id'>

/** The reader's answers about files. */
export type FileReads = {
  /** At most 500 ids; unknown ones are left out. */
  'files.staged': { input: { ids: readonly string[] }; output: StagedRow[] }
  'files.stagedByDigest': { input: { sha256: string }; output: StagedRow[] }
  /** The stored name of every staged file. */
  'files.stagedNames': { input: Record<string, never>; output: string[] }
  /** At most 500 ids; files that are not downloaded are left out. */
  'files.held': { input: { kind: HeldRow['kind']; ids: readonly string[] }; output: HeldRow[] }
  'files.heldByDigest': { input: { sha256: string }; output: HeldRow[] }
  /** All downloaded files, least recently used first. */
  'files.heldUse': {
    input: Record<string, never>
    output: Pick<HeldRow, 'kind' | 'id' | 'stored_name' | 'size' | 'held_at' | 'used_at'>[]
  }
  /** Thumbnails of the downloaded files; one made from different content is not returned. */
  'files.thumbnails': { input: { ids: readonly string[] }; output: { id: string; png: Uint8Array }[] }
  /** A summary as it was before its first edit on this computer. */
  'files.summaryOriginal': { input: { id: string }; output: { kept_at: string; json: string } | null }
}

/** Writes to the ledger. */
export type StagedWrites = {
  'files.putStaged': StagedRow
  'files.removeStaged': { ids: readonly string[] }
  /** Ignored if an original exists already. */
  'files.keepSummaryOriginal': { id: string; json: string }
}

/** Writes to the mirror. */
export type HeldWrites = {
  /** Replaces the row with the same key, and deletes a thumbnail of different content. */
  'files.putHeld': HeldRow
  'files.removeHeld': { keys: readonly HeldKey[] }
  'files.touchHeld': HeldKey & { used_at: string }
  /** Ignored unless the document's downloaded file has this digest. */
  'files.keepThumbnail': { id: string; sha256: string; png: Uint8Array }
}

export type HeldWriteName = keyof HeldWrites

/** A connection's rows about files. Rejections are AppErrors (`cache/…`). */
export type FileRows = {
  read<Name extends keyof FileReads>(name: Name, input: FileReads[Name]['input']): Promise<FileReads[Name]['output']>
  /** On the disk when this resolves. */
  keep<Name extends keyof StagedWrites>(name: Name, input: StagedWrites[Name]): Promise<void>
  /** Visible to every read when this resolves. */
  keepHeld<Name extends keyof HeldWrites>(name: Name, input: HeldWrites[Name]): Promise<void>
}
