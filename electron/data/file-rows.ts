/** What the ledger says of a file that waits to be uploaded. Moments are ISO 8601. */
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

/** What the mirror says of a file that was downloaded. */
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

/** What the reader answers about files. */
export type FileReads = {
  /** At most 500; what is not there is left out. */
  'files.staged': { input: { ids: readonly string[] }; output: StagedRow[] }
  'files.stagedByDigest': { input: { sha256: string }; output: StagedRow[] }
  /** The stored name of every staged file. */
  'files.stagedNames': { input: Record<string, never>; output: string[] }
  /** At most 500 ids; what is not held is left out. */
  'files.held': { input: { kind: HeldRow['kind']; ids: readonly string[] }; output: HeldRow[] }
  'files.heldByDigest': { input: { sha256: string }; output: HeldRow[] }
  /** Of every held file, least recently used first. */
  'files.heldUse': {
    input: Record<string, never>
    output: Pick<HeldRow, 'kind' | 'id' | 'stored_name' | 'size' | 'held_at' | 'used_at'>[]
  }
  /** Pictures of files as they are held: one that was made of another content is not given. */
  'files.thumbnails': { input: { ids: readonly string[] }; output: { id: string; png: Uint8Array }[] }
  /** A summary as it was before it was first edited here. */
  'files.summaryOriginal': { input: { id: string }; output: { kept_at: string; json: string } | null }
}

/** What the writer keeps in the ledger. */
export type StagedWrites = {
  'files.putStaged': StagedRow
  'files.removeStaged': { ids: readonly string[] }
  /** The first one stays. */
  'files.keepSummaryOriginal': { id: string; json: string }
}

/** What the writer keeps in the mirror. */
export type HeldWrites = {
  /** Takes the place of the row with its key; a picture of another content goes. */
  'files.putHeld': HeldRow
  'files.removeHeld': { keys: readonly HeldKey[] }
  'files.touchHeld': HeldKey & { used_at: string }
  /** Only of a document whose held file has this digest. */
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
