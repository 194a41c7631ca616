import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { EmptyState, ErrorState, PageSkeleton } from '../components/States.tsx'
import { useApi } from '../lib/api.ts'
import { type Connection, ConnectionContext } from '../lib/connection.ts'
import { presentError, presentFailure } from '../lib/present-error.ts'

/** Opens a known connection's offline copy. Its screens are drawn at once and fill when the copy is open. Uses no network. */
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
  if (closed && error) return <OpenFailed connection={connection} error={presentError(error)} onRetry={open} />
  return (
    <ConnectionContext value={connection}>
      <Outlet />
    </ConnectionContext>
  )
}

type FailedProps = {
  connection: Connection
  error: ReturnType<typeof presentFailure>
  onRetry: () => void
}

function OpenFailed({ connection, error, onRetry }: FailedProps) {
  return (
    <main id="main">
      <ErrorState screen error={error} onRetry={onRetry}>
        <Button component={Link} to={`/sign-in/${connection.id}`} variant="default">
          Sign in again
        </Button>
        <Link to="/">All connections</Link>
      </ErrorState>
    </main>
  )
}

function Failed({ connection }: { connection: Connection }) {
  const { mutate } = useMutation(useApi().connections.open.mutationOptions({ meta: { shown: true } }))
  if (!connection.cacheProblem) return <Screens connection={connection} />
  const error = presentFailure(connection.cacheProblem)
  return <OpenFailed connection={connection} error={error} onRetry={() => mutate({ connectionId: connection.id })} />
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
  if (connection.cache === 'failed') return <Failed connection={connection} />
  // The cache may be open, but it is empty before the first sign-in.
  if (connection.session === 'signed-out' && connection.kind === 'tenant')
    return <Navigate to="/sign-in/$connectionId" params={{ connectionId: connection.id }} replace />
  return <Screens connection={connection} />
}
