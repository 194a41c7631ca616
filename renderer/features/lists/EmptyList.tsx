import { Link } from '@tanstack/react-router'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { EmptyState } from '../../components/States.tsx'
import { useIsUnread, useResourceProgress, useSyncStatus } from '../../components/sync-state.tsx'
import { UnreadRows } from '../../components/Unread.tsx'
import { useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'

type Props = {
  resource: Resource
  scoped: boolean
  filtered: boolean
  /** The text in the list's search field; empty if there is none. */
  search: string
}

/** Why a list is empty, and what to do next. */
export function EmptyList({ resource, scoped, filtered, search }: Props) {
  const connectionId = useConnection().id
  const isForbidden = useForbidden('texts.search') !== null
  const progress = useResourceProgress(resource)
  const running = useSyncStatus()?.state === 'running'
  const many = resourceNames[resource].many.toLowerCase()
  const isUnread = useIsUnread(resource)
  if (filtered)
    return (
      <EmptyState
        title={`No ${many} match${isUnread ? ' so far' : ''}`}
        hint="Change the search or remove a filter above to see more."
      >
        {search.trim() === '' || isForbidden ? null : (
          <Link to="/c/$connectionId/documents/search" params={{ connectionId }} search={{ q: search.trim() }}>
            Search for “{search.trim()}” in documents
          </Link>
        )}
      </EmptyState>
    )
  if (!progress || isUnread) return <UnreadRows resource={resource} />
  if (running) return <EmptyState title={`No ${many} yet`} hint="They appear here as they arrive from the service." />
  if (scoped) return <EmptyState title={`No ${many} here`} hint="Choose “Show all” above to see the whole list." />
  return <EmptyState title={`No ${many}`} hint="The service has none for this connection." />
}
