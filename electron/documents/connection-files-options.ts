import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionStore } from '../data/connection-store.ts'

export type ConnectionFilesOptions = {
  rows: Pick<ConnectionStore, 'read' | 'keep' | 'keepHeld'>
  /** The folders of downloaded files and of files staged for upload. */
  folders: { held: string; staged: string }
  /** A folder that is removed when Steward quits, because the rows are in memory; null if the rows are on disk. */
  ofThisRun: string | null
  onChanged(what: Extract<AppEvent, { type: 'files' }>['what']): void
  /** ms since the epoch. */
  now?: () => number
}
