import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './connect.module.css'
import { EditForm } from './EditForm.tsx'

function Edit({ connection }: { connection: ConnectionSummary }) {
  const details = useQuery({
    ...useApi().connections.describe.queryOptions({ input: { connectionId: connection.id } }),
    // The form begins with what is saved now, and is not disturbed while it is filled in.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  if (connection.managed || connection.kind === 'demo')
    return (
      <p>
        {connection.managed ? 'Your firm set up this connection and changes it.' : 'The demo firm cannot be edited.'}
      </p>
    )
  if (details.data) return <EditForm connection={connection} details={details.data} />
  return details.isError ? (
    <ErrorState error={presentError(details.error)} onRetry={() => void details.refetch()} />
  ) : null
}

/** Edits a connection in place. */
export function EditPage() {
  const { connectionId } = useParams({ strict: false })
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  const connection = connections.data?.find(({ id }) => id === connectionId)
  useEffect(() => {
    document.title = 'Edit connection – Steward'
  }, [])
  if (connections.isPending) return <PageSkeleton label="Loading" />
  return (
    <main id="main" className={classes.page}>
      <div className={classes.inner}>
        <Link to="/settings" hash="connections">
          Settings
        </Link>
        {connection ? (
          <>
            <h1>
              Edit <RecordText>{connection.name}</RecordText>
            </h1>
            <Edit key={connection.id} connection={connection} />
          </>
        ) : (
          <p>Unknown connection. It may have been removed from this computer.</p>
        )}
      </div>
    </main>
  )
}
