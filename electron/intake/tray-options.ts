import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { Outbox } from '../outbox/outbox.ts'

/** The dependencies of a tray. */
export type TrayOptions = {
  store: Pick<ConnectionStore, 'read' | 'keep'>
  files: ConnectionFiles
  outbox: Pick<Outbox, 'saveDocuments'>
  /** Called when the tray changed. */
  onChange(): void
  newId: () => string
  /** ISO 8601. */
  now: () => string
}
