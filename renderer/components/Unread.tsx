import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../shared/domain/counts.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { EmptyState } from './States.tsx'
import { isReading, isUnread, noValueKnown, useIsUnread, useSyncStatus } from './sync-state.tsx'
import classes from './unread.module.css'
import { Quiet } from './Values.tsx'

/**
 * Shown for a value that is not known because no sync has read it yet: a skeleton while one runs, else words; `narrow`: a dash with the
 * words in its tooltip, where they would be cut.
 */
export function UnreadValue({ narrow = false }: { narrow?: boolean }) {
  const status = useSyncStatus()
  if (status !== undefined && !isReading(status))
    return (
      <span title="Not read yet: sync again to read it.">
        <Quiet>{narrow ? <span aria-hidden="true">—</span> : 'Not read yet'}</Quiet>
        {narrow ? <span className="visually-hidden">Not read yet</span> : null}
      </span>
    )
  return (
    <span className={classes.value} title="Not read yet: the first sync is still running.">
      <Skeleton component="span" height={10} width={40} maw="100%" radius={4} />
      <span className="visually-hidden">Not read yet</span>
    </span>
  )
}

const lengths = ['72%', '54%', '63%', '48%', '68%', '57%']
const howToRead = 'Check the service with “Sync now” in the sidebar.'

/** Shown for rows of a list that no sync has read yet: skeletons while one runs, else words; `section`: below a heading that names them. */
export function UnreadRows({ resource, section = false }: { resource: Resource; section?: boolean }) {
  const status = useSyncStatus()
  const label = status === undefined ? 'Loading' : `${resourceNames[resource].many} not read yet`
  if (status !== undefined && !isReading(status))
    return section ? (
      <Quiet>
        {label}. {howToRead}
      </Quiet>
    ) : (
      <EmptyState title={label} hint={howToRead} />
    )
  return (
    <div className={classes.rows} role="status">
      <span className="visually-hidden">{label}</span>
      {lengths.map((width) => (
        <Skeleton key={width} height={12} width={width} radius={4} />
      ))}
    </div>
  )
}

/** "None" is not known of every entity while the service has not answered for some of them. */
function noValueWords(status: SyncStatus | undefined, none: ReactNode): ReactNode {
  return status === undefined || status.valuationsNeverChecked === 0 ? none : <Quiet>{noValueKnown}</Quiet>
}

/** The words for none of a resource; "Not read yet", or a skeleton, while no sync has read all of it. */
export function NoneOf({
  resource,
  rows = false,
  children,
}: {
  resource: Resource
  rows?: boolean
  children: ReactNode
}) {
  const status = useSyncStatus()
  if (!useIsUnread(resource)) return resource === 'valuations' ? <>{noValueWords(status, children)}</> : <>{children}</>
  return rows ? <UnreadRows resource={resource} section /> : <UnreadValue />
}

/** The count beside a title: no number where none is known, and "so far" while no sync has read all of them. */
export function TitleCount({ count, of }: { count: number; of: Resource }) {
  const status = useSyncStatus()
  const known = formatCount(count)
  if (status === undefined || !isUnread(status, of)) return <>{known}</>
  if (count === 0) return isReading(status) ? <UnreadValue /> : null
  return <>{`${known}\u00a0so far`}</>
}

/** Follows a total of what was read, while no sync has read all of it. */
export function SoFar({ of }: { of: Resource }) {
  return useIsUnread(of) ? <Quiet>{'\u00a0so far'}</Quiet> : null
}
