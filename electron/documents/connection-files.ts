import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { previewOf } from '../../shared/domain/file-kinds.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { FileRef, HeldFile } from '../../shared/ipc/files.ts'
import { isDiskFull } from '../data/cache-errors.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { StagedRow } from '../data/ledger/operations.ts'
import type { HeldRow } from '../data/mirror/cached-files.ts'
import { notHeld } from './file-errors.ts'
import {
  type ByteRange,
  createFileStore,
  type FileStore,
  headBytes,
  type NewSealedFile,
  type ReadOptions,
  type SealedRef,
} from './file-store.ts'
import { judgeFile, judgeVersion } from './kind/judge-file.ts'
import { fileNameFor, whyNotOpenable } from './openable.ts'

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

type StagedFiles = {
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
  /** No person asked for it: it makes room before every file that one did. */
  setUnused(ref: HeldRef): Promise<void>
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

type ConnectionFilesOptions = {
  rows: Pick<ConnectionStore, 'read' | 'writeLedger' | 'writeFileCache'>
  /** The folders of downloaded files and of files staged for upload. */
  folders: { held: string; staged: string }
  /** A folder that is removed when Steward quits, because the rows are in memory; null if the rows are on disk. */
  ofThisRun: string | null
  /**
   * The key under which facts about downloaded files, their keys among them, are stored beside them, so that they outlive a damaged
   * mirror. It ends with the mirror's own key. Null if they are in the mirror alone.
   */
  labelKey?: Uint8Array | null
  /** The mirror was damaged and started empty: it has no rows of the files that are here. */
  isMirrorNew?: boolean
  /** Whether staged files without a row stay, because a ledger was damaged and some of its rows may be missing. */
  keepsUnknownStaged?: boolean
  onChanged(what: Extract<AppEvent, { type: 'files' }>['what']): void
  /** ms since the epoch. */
  now?: () => number
}

/**
 * The files of a connection whose stores were just opened; files without a row are removed, unless the mirror was started empty and their
 * label has their row.
 */
export async function openConnectionFiles(options: ConnectionFilesOptions): Promise<ConnectionFiles> {
  const { rows, folders, ofThisRun, labelKey = null, isMirrorNew = false, onChanged, now = Date.now } = options
  const { keepsUnknownStaged = false } = options
  const staged = createStagedFiles({ rows, now }, createFileStore(folders.staged))
  const held = createCachedFiles({
    rows,
    now,
    onChanged,
    store: createFileStore(folders.held, { isDurable: false, labelKey }),
    staged,
  })
  if (isMirrorNew) await putLabelled(rows, held.store)
  const [stagedNames, heldUse] = await Promise.all([rows.read('files.stagedNames', {}), rows.read('files.heldUse', {})])
  if (!keepsUnknownStaged) await staged.store.sweep(new Set(stagedNames))
  await held.store.sweep(new Set(heldUse.map(({ stored_name }) => stored_name)))
  const closing = new AbortController()
  const labelling = labelUnlabelled(rows, held.store, { heldUse, signal: closing.signal }).catch(() => {})
  return {
    staged,
    held,
    async close() {
      closing.abort()
      await labelling
      if (ofThisRun !== null) await rm(ofThisRun, { recursive: true, force: true })
    },
  }
}

/** A row as it is stored beside its file; the name of the file is the name of its label. */
const labelForm = z.object({
  kind: z.enum(['document', 'summary']),
  id: z.string(),
  key: z.base64(),
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  media_type: z.string(),
  caution: z.string().nullable(),
  judge_version: z.number().int(),
  name: z.string(),
  held_at: z.string(),
  used_at: z.string(),
  etag: z.string().nullable(),
  record_updated_at: z.string().nullable(),
})

const labelTextOf = ({ stored_name: _name, key, ...row }: HeldRow): string =>
  JSON.stringify({ ...row, key: Buffer.from(key).toString('base64') } satisfies z.infer<typeof labelForm>)

/** Null for a label of another version of Steward. */
function rowOfLabel(stored_name: string, text: string): HeldRow | null {
  try {
    const { key, ...row } = labelForm.parse(JSON.parse(text))
    return { ...row, stored_name, key: new Uint8Array(Buffer.from(key, 'base64')) }
  } catch {
    return null
  }
}

/** Puts the rows of all labelled files into an empty mirror, in one transaction; of two of the same record, the later one. */
async function putLabelled(rows: ConnectionFilesOptions['rows'], store: FileStore): Promise<void> {
  if ((await rows.read('files.heldUse', {})).length > 0) return
  const found = [...(await store.labels())].map(([name, text]) => rowOfLabel(name, text)).filter((row) => row !== null)
  const latest = new Map<string, HeldRow>()
  for (const row of found.sort((a, b) => Date.parse(a.held_at) - Date.parse(b.held_at)))
    latest.set(`${row.kind} ${row.id}`, row)
  if (latest.size > 0) await rows.writeFileCache('files.putAllHeld', { rows: [...latest.values()] })
}

/** The most rows that are read at once. */
const rowsAtOnce = 200

/** Labels the files that an earlier version of Steward downloaded, in the background. */
async function labelUnlabelled(
  rows: ConnectionFilesOptions['rows'],
  store: FileStore,
  { heldUse, signal }: { heldUse: readonly (HeldRef & { stored_name: string })[]; signal: AbortSignal },
): Promise<void> {
  const labelled = await store.labelled()
  const unlabelled = heldUse.filter(({ stored_name }) => !labelled.has(stored_name))
  for (const kind of ['document', 'summary'] as const) {
    const ids = unlabelled.filter((one) => one.kind === kind).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      if (signal.aborted) return
      const known = await rows.read('files.held', { kind, ids: ids.slice(at, at + rowsAtOnce) })
      for (const row of known) if (!signal.aborted) await store.label(row.stored_name, labelTextOf(row))
    }
  }
}

type Parts = Required<Pick<ConnectionFilesOptions, 'rows' | 'now' | 'onChanged'>> & {
  store: FileStore
  staged: StagedFilesInside
}

/** {@link HeldFiles} over the mirror's rows. */
function createCachedFiles({ rows, now, onChanged, store, staged }: Parts): HeldFiles {
  const moment = () => new Date(now()).toISOString()
  const rowOf = async ({ kind, id }: HeldRef) => (await rows.read('files.held', { kind, ids: [id] }))[0] ?? null

  const entryOf = async (row: HeldRow): Promise<HeldEntry> => {
    const judged = await judgeAgain(store, row)
    if (judged === null) return toEntry(row)
    // Where it cannot be stored, it is judged again next time.
    await rows.writeFileCache('files.judgeHeld', { stored_name: row.stored_name, ...judged }).catch(() => {})
    return toEntry({ ...row, ...judged })
  }

  /** Deletes the row first, so that there is never a row whose file is gone. */
  const remove = async (row: HeldRow) => {
    await rows.writeFileCache('files.removeHeld', { keys: [{ kind: row.kind, id: row.id }] })
    await store.remove(row.stored_name)
    onChanged('held')
  }

  const putRow = async (row: HeldRow): Promise<HeldEntry> => {
    const before = await rowOf(row)
    await store.label(row.stored_name, labelTextOf(row))
    await rows.writeFileCache('files.putHeld', row)
    if (before !== null && before.stored_name !== row.stored_name) await store.remove(before.stored_name)
    onChanged('held')
    return toEntry(row)
  }

  return {
    store,
    async put({ kind, id }, file, { name, etag, recordUpdatedAt }) {
      const at = moment()
      const judged = await judgeSealed(store, file, name)
      return putRow({
        kind,
        id,
        stored_name: file.storedName,
        key: file.key,
        size: file.size,
        sha256: file.sha256,
        ...judged,
        name: fileNameFor(name, judged.media_type),
        held_at: at,
        used_at: at,
        etag,
        record_updated_at: recordUpdatedAt,
      })
    },
    async confirm(ref, { recordUpdatedAt }) {
      const row = await rowOf(ref)
      return row && putRow({ ...row, used_at: moment(), record_updated_at: recordUpdatedAt })
    },
    async get(ref) {
      const row = await rowOf(ref)
      return row && entryOf(row)
    },
    async getMany(kind, ids) {
      const entries: HeldEntry[] = []
      for (const row of await rows.read('files.held', { kind, ids })) entries.push(await entryOf(row))
      return entries
    },
    async *read(ref: HeldRef, range?: ByteRange) {
      const row = await rowOf(ref)
      if (row === null) throw notHeld()
      const { stored_name: storedName, key, size } = row
      try {
        yield* store.read({ storedName, key, size }, range)
      } catch (problem) {
        if (problem instanceof AppError && problem.code === 'files/damaged') await forgetDamaged(row)
        throw problem
      }
    },
    async touch({ kind, id }) {
      await rows.writeFileCache('files.touchHeld', { kind, id, used_at: moment() })
    },
    async setUnused({ kind, id }) {
      await rows.writeFileCache('files.touchHeld', { kind, id, used_at: new Date(0).toISOString() })
    },
    async remove(ref) {
      const row = await rowOf(ref)
      if (row !== null) await remove(row)
    },
    async adoptStaged(stagedId, documentId) {
      const row = await staged.row(stagedId)
      if (row === null) return
      const { stored_name, key, size, sha256, media_type, caution, judge_version, name } = row
      const at = moment()
      await store.adopt(staged.store, stored_name)
      await putRow({
        ...{ kind: 'document', id: documentId, stored_name, key, size, sha256, name },
        ...{ media_type, caution, judge_version, held_at: at, used_at: at, etag: null, record_updated_at: null },
      })
      await rows.writeLedger('files.removeStaged', { ids: [stagedId] })
    },
    byDigest: async (sha256) => (await rows.read('files.heldByDigest', { sha256 })).map(toEntry),
    async usage() {
      const rowsInUse = await rows.read('files.heldUse', {})
      return rowsInUse.map(({ kind, id, size, used_at, held_at }) => ({
        kind,
        id,
        size,
        usedAt: used_at,
        heldAt: held_at,
      }))
    },
  }

  /** Forgets a damaged file, which the service still has, unless it was replaced while it was being read. */
  async function forgetDamaged(row: HeldRow): Promise<void> {
    const current = await rowOf(row)
    if (current?.stored_name === row.stored_name) await remove(current)
  }
}

function toEntry(row: HeldRow): HeldEntry {
  const { kind, id, name, size, sha256, media_type, held_at, used_at, etag, record_updated_at } = row
  const notOpenable = whyNotOpenable(row)
  return {
    kind,
    id,
    name,
    size,
    sha256,
    media_type,
    preview: previewOf(media_type),
    openable: notOpenable === null,
    not_openable: notOpenable,
    held_at,
    record_updated_at,
    etag,
    usedAt: used_at,
  }
}

/** Staged files, and the row of one, which has the facts needed to read it. */
type StagedFilesInside = StagedFiles & { row(id: string): Promise<StagedRow | null> }

/** {@link StagedFiles} over the ledger's rows. */
function createStagedFiles(
  { rows, now }: Required<Pick<ConnectionFilesOptions, 'rows' | 'now'>>,
  store: FileStore,
): StagedFilesInside {
  const row = async (id: string) => (await rows.read('files.staged', { ids: [id] }))[0] ?? null
  return {
    store,
    row,
    async add(file, name) {
      const judged = await judgeSealed(store, file, name)
      const added: StagedRow = {
        id: randomUUID(),
        stored_name: file.storedName,
        key: file.key,
        size: file.size,
        sha256: file.sha256,
        ...judged,
        name: fileNameFor(name, judged.media_type),
        staged_at: new Date(now()).toISOString(),
      }
      await rows.writeLedger('files.putStaged', added)
      return toStagedFile(added)
    },
    async get(id) {
      const found = await row(id)
      if (found === null) return null
      const judged = await judgeAgain(store, found)
      if (judged === null) return toStagedFile(found)
      // Where it cannot be stored, it is judged again next time.
      await rows.writeLedger('files.judgeStaged', { id, ...judged }).catch(() => {})
      return toStagedFile({ ...found, ...judged })
    },
    async *read(id: string, range?: ByteRange, options?: ReadOptions) {
      const found = await row(id)
      if (found === null) throw notHeld()
      const { stored_name: storedName, key, size } = found
      yield* store.read({ storedName, key, size }, range, options)
    },
    async remove(id) {
      const found = await row(id)
      if (found === null) return
      const forget = () => rows.writeLedger('files.removeStaged', { ids: [id] })
      try {
        await forget()
      } catch (problem) {
        if (!isDiskFull(problem)) throw problem
        // The file's space is what the row's removal needs.
        await store.remove(found.stored_name)
        return forget()
      }
      await store.remove(found.stored_name)
    },
    byDigest: async (sha256) => (await rows.read('files.stagedByDigest', { sha256 })).map(toStagedFile),
  }
}

function toStagedFile({ stored_name: _name, key: _key, judge_version: _version, ...file }: StagedRow): StagedFile {
  return file
}

/** The result of judging a sealed file, as stored with it. `judge_version`: the version of the rules by which it was judged. */
type JudgedColumns = { media_type: string; caution: string | null; judge_version: number }

/** Judges the content of a sealed file. Throws `files/damaged`. */
async function judgeSealed(store: FileStore, file: SealedRef, name: string): Promise<JudgedColumns> {
  const read = async (offset: number, length: number) => {
    const pieces: Uint8Array[] = []
    for await (const piece of store.read(file, { offset, length })) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  const head = await read(0, headBytes)
  const { mediaType, caution } = await judgeFile({ name, size: file.size, head, read })
  return { media_type: mediaType, caution, judge_version: judgeVersion }
}

type JudgedRow = JudgedColumns & { stored_name: string; key: Uint8Array; size: number; name: string }

/**
 * Judges a file again that an earlier version judged: it may have taken a document for an archive, and knew no cautions. Null if these
 * rules judged it already, or it cannot be read, which shows when its content is needed.
 */
async function judgeAgain(store: FileStore, row: JudgedRow): Promise<JudgedColumns | null> {
  if (row.judge_version >= judgeVersion) return null
  const { stored_name: storedName, key, size, name } = row
  return judgeSealed(store, { storedName, key, size }, name).catch(() => null)
}
