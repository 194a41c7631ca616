import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { OutboxFiles } from '../outbox/outbox.ts'

/**
 * The staged files of a connection for its outbox: an uploaded one becomes the document's own file without a download, and one
 * that is no longer needed is removed.
 */
export function createOutboxFiles({ staged, held }: ConnectionFiles): OutboxFiles {
  return {
    open: (stagedId) => staged.read(stagedId, undefined, { isPassing: true }),
    async settled({ state, server_id, file }, isSame) {
      if (!file) return
      if (state === 'done' && isSame && server_id !== null) await held.adoptStaged(file.staged_id, server_id)
      else await staged.remove(file.staged_id)
    },
  }
}
