import { rm } from 'node:fs/promises'
import { createCachedFiles } from './cached-files.ts'
import type { ConnectionFiles, ConnectionFilesOptions } from './connection-files.ts'
import { createFileStore } from './create-file-store.ts'
import { createStagedFiles } from './staged-files.ts'

/** The files of a connection whose stores were just opened; files without a row are removed. */
export async function openConnectionFiles(options: ConnectionFilesOptions): Promise<ConnectionFiles> {
  const { rows, folders, ofThisRun, keepsUnknownStaged = false, onChanged, now = Date.now } = options
  const staged = createStagedFiles({ rows, now }, createFileStore(folders.staged))
  const held = createCachedFiles({
    rows,
    now,
    onChanged,
    store: createFileStore(folders.held, { isDurable: false }),
    staged,
  })
  const [stagedNames, heldUse] = await Promise.all([rows.read('files.stagedNames', {}), rows.read('files.heldUse', {})])
  if (!keepsUnknownStaged) await staged.store.sweep(new Set(stagedNames))
  await held.store.sweep(new Set(heldUse.map(({ stored_name }) => stored_name)))
  return {
    staged,
    held,
    async close() {
      if (ofThisRun !== null) await rm(ofThisRun, { recursive: true, force: true })
    },
  }
}
