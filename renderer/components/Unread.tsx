import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { resourceNames } from '../../shared/domain/names.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useIsUnread } from './sync-state.ts'
import classes from './unread.module.css'
import { Quiet } from './Values.tsx'

/** Stands for a value that is not known because the first sync has not read it yet. */
export function UnreadValue({ width = 40 }: { width?: number }) {
  return (
    <span className={classes.value} title="Not read yet: the first sync is still running.">
      <Skeleton component="span" height={10} width={width} maw="100%" radius={4} />
      <span className="visually-hidden">Not read yet</span>
    </span>
  )
}

const lengths = ['72%', '54%', '63%', '48%', '68%', '57%']

/** Stands for rows of a list that the first sync has not read yet. */
export function UnreadRows({ label }: { label: string }) {
  return (
    <div className={classes.rows} role="status">
      <span className="visually-hidden">{label}</span>
      {lengths.map((width) => (
        <Skeleton key={width} height={12} width={width} radius={4} />
      ))}
    </div>
  )
}

/** What is said about none of a resource; a skeleton while the first sync has not read all of it. */
export function NoneOf({
  resource,
  rows = false,
  children,
}: {
  resource: Resource
  rows?: boolean
  children: ReactNode
}) {
  if (!useIsUnread(resource)) return <>{children}</>
  return rows ? <UnreadRows label={`${resourceNames[resource].many} not read yet`} /> : <UnreadValue />
}

/** Follows a total that grows while the first sync reads these. */
export function SoFar({ of }: { of: Resource }) {
  return useIsUnread(of) ? <Quiet>{'\u00a0so far'}</Quiet> : null
}
