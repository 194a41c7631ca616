import { type KeyboardEvent, useId, useMemo } from 'react'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { byDay } from '../../lib/by-day.ts'
import { useConnection } from '../../lib/connection.ts'
import { useNow } from '../../lib/use-now.ts'
import { ActivityChangeItem } from './ActivityChangeItem.tsx'
import { ActivityExport } from './ActivityExport.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivitySave } from './ActivitySave.tsx'
import classes from './activity.module.css'
import { isNarrowed, useActivitySearch } from './activity-search.ts'
import { useChanges } from './use-changes.ts'

function Day({ title, changes }: { title: string; changes: readonly ActivityChange[] }) {
  const id = useId()
  return (
    <li className={classes.day}>
      <h2 id={id}>{title}</h2>
      <ol className={classes.changes} aria-labelledby={id}>
        {changes.map((change) =>
          change.together === null ? (
            <ActivityChangeItem key={change.operation_id} change={change} />
          ) : (
            <ActivitySave key={change.operation_id} change={change} together={change.together} />
          ),
        )}
      </ol>
    </li>
  )
}

function Days({ changes }: { changes: readonly ActivityChange[] }) {
  const now = useNow()
  const days = useMemo(() => byDay(changes, (change) => change.saved_at, now), [changes, now])
  /** The arrow keys move between changes; above the first one is the search. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [first] = event.currentTarget.querySelectorAll('[data-line]')
    if (event.key !== 'ArrowUp' || event.target !== first) return moveByLine(event)
    event.preventDefault()
    document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
  }
  return (
    <ol className={classes.days} onKeyDown={onKeyDown}>
      {days.map(({ title, items: ofDay }) => (
        <Day key={ofDay[0]?.operation_id} title={title} changes={ofDay} />
      ))}
    </ol>
  )
}

/** Who the changes were made as, and which ones are not here. */
function Introduction() {
  const { user } = useConnection()
  return (
    <p className={classes.intro}>
      Changes made from this computer, all{' '}
      {user === null ? (
        'with the organization’s access'
      ) : (
        <>
          as <RecordText>{user}</RecordText>
        </>
      )}
      . Changes made elsewhere are not included: the service does not say who made them.
    </p>
  )
}

/** The changes made on this computer by day, newest first: the record, the values before and after, and the latest state. */
export function ActivityPage() {
  const search = useActivitySearch()
  const query = useChanges(search.asked)
  const narrowed = isNarrowed(search.asked)
  const changes = useMemo(() => query.data?.pages.flatMap((page) => page.changes) ?? [], [query.data])
  const isEmpty = changes.length === 0 && !query.hasNextPage && !query.isPlaceholderData
  const isNew = query.data !== undefined && isEmpty && !narrowed
  return (
    <Page title="Activity" aside={isNew ? null : <ActivityExport />}>
      <QueryView query={query} label="activity">
        {() =>
          isNew ? (
            <EmptyState
              title="No changes from this computer yet"
              hint="Every change that you save here is listed with the values before and after, and its outcome."
            />
          ) : (
            <div className={classes.activity}>
              <Introduction />
              <ActivityFilters {...search} />
              <Days changes={changes} />
              {isEmpty ? (
                <EmptyState title="No matches" hint="No change from this computer fits the search and the filters." />
              ) : null}
              {query.hasNextPage ? (
                <ShowMore
                  label="Show earlier changes"
                  busy={query.isFetchingNextPage || query.isPlaceholderData}
                  onMore={() => void query.fetchNextPage()}
                />
              ) : null}
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}
