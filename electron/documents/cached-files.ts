import { AppError } from '../../shared/domain/app-error.ts'
import { previewOf } from '../../shared/domain/file-kinds.ts'
import type { HeldRow } from '../data/mirror/cached-files.ts'
import type { ConnectionFilesOptions, HeldEntry, HeldFiles, HeldRef } from './connection-files.ts'
import { notHeld } from './file-errors.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import { judgeAgain, judgeSealed } from './judge-sealed.ts'
import { fileNameFor, whyNotOpenable } from './openable.ts'
import type { StagedFilesInside } from './staged-files.ts'

type Parts = Required<Pick<ConnectionFilesOptions, 'rows' | 'now' | 'onChanged'>> & {
  store: FileStore
  staged: StagedFilesInside
}

/** {@link HeldFiles} over the mirror's rows. */
export function createCachedFiles({ rows, now, onChanged, store, staged }: Parts): HeldFiles {
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
      await rows.keep('files.removeStaged', { ids: [stagedId] })
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
