import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { builtInViews, lastPrefix } from '../../../shared/domain/built-in-views.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { SavedView } from '../../../shared/ipc/views.ts'
import { PartError } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './sidebar-views.module.css'

/** The views of one's own households and the saved views of all lists, one click away. */
export function SidebarViews() {
  const api = useApi()
  const input = { connectionId: useConnection().id }
  const id = useId()
  const who = useQuery(api.places.me.queryOptions({ input }))
  const all = useQuery(api.views.all.queryOptions({ input }))
  const me = who.data?.user_id ?? null
  const saved = all.data ?? []
  const unread = [who, all].filter((query) => query.data === undefined && query.isError)
  const mine = me === null ? [] : builtInViews('households', me).filter((view) => view.id.includes(':mine'))
  const views: readonly Pick<SavedView, 'id' | 'name' | 'resource'>[] = [
    ...mine,
    ...saved.filter((view) => !view.id.startsWith(lastPrefix)),
  ]
  if (views.length === 0 && unread.length === 0) return null
  return (
    <>
      <h2 id={id} className={classes.heading} data-views="">
        Views
      </h2>
      <ul aria-labelledby={id} className={classes.views} data-views="">
        {views.map((view) => (
          <li key={view.id}>
            <Link
              to={`/c/$connectionId/${view.resource}`}
              params={input}
              search={{ view: view.id }}
              className={`cut ${classes.view}`}
              activeProps={{ 'data-active': true }}
              activeOptions={{ exact: true, includeSearch: true }}
              title={`${view.name} (${resourceNames[view.resource].many.toLowerCase()})`}
            >
              <RecordText>{view.name}</RecordText>
            </Link>
          </li>
        ))}
      </ul>
      {unread.length === 0 ? null : (
        <PartError what="Some of your views" onRetry={() => void Promise.all(unread.map((query) => query.refetch()))} />
      )}
    </>
  )
}
