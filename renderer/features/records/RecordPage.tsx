import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { RecordFreshness } from '../../components/Freshness.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { ListSteps } from './ListSteps.tsx'
import { PendingNotice } from './PendingNotice.tsx'
import { type Editable, FavoriteToggle, RecordActions } from './RecordActions.tsx'

/** A record as its page reads it. */
type Detail = {
  record: { id: string } & Readonly<Record<string, unknown>>
  checked_at: string
  /** Shown between the list and the title in the breadcrumbs. */
  household?: { id: string; name: string | null } | null
  /** Pending writes to the record. */
  pending?: PendingWork | null
}

type Props = {
  resource: Resource
  detail: Detail
  title: string
  avatar?: ReactNode
  /** Short facts about the record, shown side by side; the time of the last check follows. */
  subtitle?: ReactNode
  tags?: ReactNode
  /** The page's one primary action. */
  primary?: ReactNode
  /** Absent if the service can neither change nor delete such a record. */
  edit?: Editable
  rail?: ReactNode
  children: ReactNode
}

/** The page of one record: breadcrumbs, name, what it is, actions, and when it was last checked. */
export function RecordPage({ resource, detail, title, tags, subtitle, primary, edit, children, ...props }: Props) {
  const { record, household } = detail
  const { id: connectionId } = useConnection()
  const { one, many } = resourceNames[resource]
  const crumbs: Crumb[] = [{ label: many, to: `/c/$connectionId/${resource}`, params: { connectionId } }]
  if (household)
    crumbs.push({
      label: household.name ?? household.id,
      to: '/c/$connectionId/households/$id',
      params: { connectionId, id: household.id },
    })
  return (
    <Page
      {...props}
      title={title.trim() === '' ? one : title}
      kind={one}
      crumbs={crumbs}
      tags={
        <>
          {record.deleted_at ? <Tag>Deleted in the service</Tag> : null}
          {tags}
          <FavoriteToggle resource={resource} id={record.id} />
          <ListSteps resource={resource} id={record.id} />
        </>
      }
      subtitle={
        <>
          {subtitle}
          <RecordFreshness at={detail.checked_at} />
        </>
      }
      aside={<RecordActions {...{ resource, record, title, primary }} {...(edit ? { edit } : {})} />}
    >
      <PendingNotice pending={detail.pending ?? null} />
      {children}
    </Page>
  )
}
