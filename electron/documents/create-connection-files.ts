import { rm } from 'node:fs/promises'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionFiles } from './connection-files.ts'
import { createFileStore } from './create-file-store.ts'
import type { FileRows } from './file-rows.ts'
import { createHeldFiles } from './held-files.ts'
import { createStagedFiles } from './staged-files.ts'

export type ConnectionFilesOptions = {
  rows: FileRows
  /** Where downloaded files lie, and those that wait to be uploaded. */
  folders: { held: string; staged: string }
  /** A folder that goes when Steward ends, since the rows do; null where they stay. */
  ofThisRun: string | null
  onChanged(what: Extract<AppEvent, { type: 'files' }>['what']): void
  /** ms since the epoch. */
  now?: () => number
}

/** The files of a connection whose stores were just opened; what no row speaks of is removed. */
export async function openConnectionFiles(options: ConnectionFilesOptions): Promise<ConnectionFiles> {
  const { rows, folders, ofThisRun, onChanged, now = Date.now } = options
  const staged = createStagedFiles({ rows, now }, createFileStore(folders.staged))
  const held = createHeldFiles({
    rows,
    now,
    onChanged,
    store: createFileStore(folders.held, { isDurable: false }),
    staged,
  })
  const [stagedNames, heldUse] = await Promise.all([rows.read('files.stagedNames', {}), rows.read('files.heldUse', {})])
  await staged.store.sweep(new Set(stagedNames))
  await held.store.sweep(new Set(heldUse.map(({ stored_name }) => stored_name)))
  return {
    staged,
    held,
    async close() {
      if (ofThisRun !== null) await rm(ofThisRun, { recursive: true, force: true })
    },
  }
}
