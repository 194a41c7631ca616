import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { RecordFreshness } from '../../components/Freshness.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { useConnection } from '../../lib/connection.ts'
import { ListSteps } from './ListSteps.tsx'
import { PendingNotice } from './PendingNotice.tsx'
import { RecordActions } from './RecordActions.tsx'

type Props = {
  resource: Resource
  id: string
  title: string
  checkedAt: string
  /** The record's household, shown between the list and the title in the breadcrumbs. */
  household?: { id: string; name: string | null } | null
  tags?: ReactNode
  /** Actions for this kind of record, shown before the freshness. */
  aside?: ReactNode
  /** Pending writes to the record. */
  pending?: PendingWork | null
  children: ReactNode
}

/** The page of one record: breadcrumbs, name, and when it was last checked. */
export function RecordPage({
  resource,
  id,
  title,
  checkedAt,
  household,
  tags,
  aside,
  pending = null,
  children,
}: Props) {
  const { id: connectionId } = useConnection()
  const crumbs: Crumb[] = [
    { label: resourceNames[resource].many, to: `/c/$connectionId/${resource}`, params: { connectionId } },
  ]
  if (household)
    crumbs.push({
      label: household.name ?? household.id,
      to: '/c/$connectionId/households/$id',
      params: { connectionId, id: household.id },
    })
  return (
    <Page
      title={title.trim() === '' ? resourceNames[resource].one : title}
      kind={resourceNames[resource].one}
      crumbs={crumbs}
      tags={tags}
      aside={
        <>
          <ListSteps resource={resource} id={id} />
          {aside}
          <RecordFreshness at={checkedAt} />
          <RecordActions resource={resource} id={id} />
        </>
      }
    >
      <PendingNotice pending={pending} />
      {children}
    </Page>
  )
}
