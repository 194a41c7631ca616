import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { RecordFreshness } from '../../components/Freshness.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { useConnection } from '../../lib/connection.ts'
import { ListSteps } from './ListSteps.tsx'
import { PendingNotice } from './PendingNotice.tsx'
import { type Editable, FavoriteToggle, RecordActions } from './RecordActions.tsx'

type Props = {
  resource: Resource
  id: string
  title: string
  checkedAt: string
  /** The record's household, shown between the list and the title in the breadcrumbs. */
  household?: { id: string; name: string | null } | null
  avatar?: ReactNode
  /** Short facts about the record, shown side by side; the time of the last check follows. */
  subtitle?: ReactNode
  tags?: ReactNode
  /** The page's one primary action. */
  primary?: ReactNode
  edit?: Editable
  /** Pending writes to the record. */
  pending?: PendingWork | null
  rail?: ReactNode
  children: ReactNode
}

/** The page of one record: breadcrumbs, name, what it is, actions, and when it was last checked. */
export function RecordPage(props: Props) {
  const { resource, id, title, checkedAt, household, primary, edit, pending = null, children } = props
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
      avatar={props.avatar}
      tags={
        <>
          {props.tags}
          <FavoriteToggle resource={resource} id={id} />
          <ListSteps resource={resource} id={id} />
        </>
      }
      subtitle={
        <>
          {props.subtitle}
          <RecordFreshness at={checkedAt} />
        </>
      }
      aside={<RecordActions resource={resource} id={id} primary={primary} {...(edit ? { edit } : {})} />}
      rail={props.rail}
    >
      <PendingNotice pending={pending} />
      {children}
    </Page>
  )
}
