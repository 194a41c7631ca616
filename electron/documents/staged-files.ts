import { randomUUID } from 'node:crypto'
import { isDiskFull } from '../data/cache-errors.ts'
import type { StagedRow } from '../data/ledger/staged-files.ts'
import type { ConnectionFilesOptions, StagedFile, StagedFiles } from './connection-files.ts'
import { notHeld } from './file-errors.ts'
import type { ByteRange, FileStore, ReadOptions } from './file-store.ts'
import { judgeAgain, judgeSealed } from './judge-sealed.ts'
import { fileNameFor } from './openable.ts'

/** Staged files, and the row of one, which has the facts needed to read it. */
export type StagedFilesInside = StagedFiles & { row(id: string): Promise<StagedRow | null> }

/** {@link StagedFiles} over the ledger's rows. */
export function createStagedFiles(
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
      await rows.keep('files.putStaged', added)
      return toStagedFile(added)
    },
    async get(id) {
      const found = await row(id)
      if (found === null) return null
      const judged = await judgeAgain(store, found)
      if (judged === null) return toStagedFile(found)
      // Where it cannot be stored, it is judged again next time.
      await rows.keep('files.judgeStaged', { id, ...judged }).catch(() => {})
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
      const forget = () => rows.keep('files.removeStaged', { ids: [id] })
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
