import { useQueryClient } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { LeaveConnectionDialog } from './LeaveConnectionDialog.tsx'

/** Confirms the removal of a connection from this computer. */
export function RemoveDialog({ connection, close }: { connection: ConnectionSummary; close: () => void }) {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  return (
    <LeaveConnectionDialog
      connection={connection}
      title="Remove this connection?"
      verb="Remove"
      keep="Keep it"
      leave={async (unsent) => {
        await client.connections.remove({ connectionId: connection.id, ...(unsent ? { unsent } : {}) })
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      }}
      onClose={close}
    >
      Its sign-in, client secret and offline copy are removed from this computer. Nothing changes in the service, and
      the history observed on this computer is kept.
    </LeaveConnectionDialog>
  )
}
