import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LeaveConnectionDialog } from '../features/start/LeaveConnectionDialog.tsx'
import { useApi, useClient } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'

/** Asks before the connection on screen is signed out. */
export function SignOutDialog({ close }: { close: () => void }) {
  const connection = useConnection()
  const navigate = useNavigate()
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  return (
    <LeaveConnectionDialog
      connection={connection}
      title="Sign out?"
      verb="Sign out"
      keep="Stay signed in"
      leave={async (unsent) => {
        await client.connections.signOut({ connectionId: connection.id, ...(unsent ? { unsent } : {}) })
        await navigate({ to: '/', ignoreBlocker: true })
        // The list must show the sign-out before the user can open this connection again, so that it asks for a sign-in.
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      }}
      onClose={close}
    >
      The sign-in and the offline copy are removed from this computer. Signing in again downloads everything again.
    </LeaveConnectionDialog>
  )
}
