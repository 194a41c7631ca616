import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { EmptyState, ErrorState, PageSkeleton } from '../components/States.tsx'
import { type Connection, ConnectionContext, useApi } from '../lib/api.ts'
import { presentError, presentFailure } from '../lib/present-error.ts'

/**
 * Opens a known connection's offline copy. Its screens are drawn at once and fill when the copy is open; if it cannot be opened, the
 * reason is shown in their place. Uses no network.
 */
function Screens({ connection }: { connection: Connection }) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate, error } = useMutation(
    api.connections.open.mutationOptions({
      meta: { shown: true },
      // The response is the new state, so the screens need not wait for the list to be refetched.
      onSuccess: (opened) =>
        queries.setQueryData(api.connections.list.queryKey({ input: {} }), (known) =>
          known?.map((each) => (each.id === opened.id ? opened : each)),
        ),
    }),
  )
  const closed = connection.cache === 'closed'
  const open = useCallback(() => mutate({ connectionId: connection.id }), [mutate, connection.id])
  useEffect(() => {
    if (closed) open()
  }, [closed, open])
  const problem = connection.cache === 'failed' ? connection.cacheProblem : null
  const failure = problem ? presentFailure(problem) : closed && error ? presentError(error) : null
  if (failure === null)
    return (
      <ConnectionContext value={connection}>
        <Outlet />
      </ConnectionContext>
    )
  return (
    <main id="main">
      <ErrorState screen error={failure} onRetry={open}>
        <Button component={Link} to={`/sign-in/${connection.id}`} variant="default">
          Sign in again
        </Button>
        <Link to="/">All connections</Link>
      </ErrorState>
    </main>
  )
}

/** The connection of an id, without what `Connection` leaves out; null if it is unknown. */
function findConnection(connections: readonly ConnectionSummary[], id: string | undefined): Connection | null {
  const { unsent: _, ...connection } = connections.find((each) => each.id === id) ?? { unsent: 0 }
  return 'id' in connection ? connection : null
}

/** Shows a connection's screens once its offline copy can be read, otherwise the reason why it cannot. */
export function ConnectionGate() {
  const api = useApi()
  const { connectionId } = useParams({ strict: false })
  const select = useCallback(
    (connections: readonly ConnectionSummary[]) => findConnection(connections, connectionId),
    [connectionId],
  )
  const query = useQuery({ ...api.connections.list.queryOptions({ input: {} }), select })
  const connection = query.data
  // While the connections are known, a failed reread must not end what runs on the screens, such as an import.
  if (connection === undefined)
    return query.isError ? (
      <ErrorState screen error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <PageSkeleton label="Loading" />
    )
  if (connection === null) {
    return (
      <main id="main">
        <EmptyState screen title="Unknown connection" hint="It may have been removed from this computer.">
          <Link to="/">All connections</Link>
        </EmptyState>
      </main>
    )
  }
  // The cache may be open, but it is empty before the first sign-in.
  if (connection.cache !== 'failed' && connection.session === 'signed-out' && connection.kind === 'tenant')
    return <Navigate to="/sign-in/$connectionId" params={{ connectionId: connection.id }} replace />
  return <Screens connection={connection} />
}
