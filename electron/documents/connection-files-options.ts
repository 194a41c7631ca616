import type { AppEvent } from '../../shared/ipc/events.ts'
import type { FileRows } from '../data/file-rows.ts'

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
