import { useQuery, useQueryClient } from '@tanstack/react-query'
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
  const connections = useQuery(api.connections.list.queryOptions({ input: {} })).data
  const unsent = connections?.find(({ id }) => id === connection.id)?.unsent ?? 0
  return (
    <LeaveConnectionDialog
      connection={{ ...connection, unsent }}
      title="Sign out?"
      verb="Sign out"
      keep="Stay signed in"
      leave={async (kept) => {
        await client.connections.signOut({ connectionId: connection.id, ...(kept ? { unsent: kept } : {}) })
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
