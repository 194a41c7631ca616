import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { formatDay } from '../../../shared/domain/dates.ts'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { useNow } from '../../lib/use-now.ts'
import { ActivityChangeItem } from './ActivityChangeItem.tsx'
import { ActivityExport } from './ActivityExport.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivitySave } from './ActivitySave.tsx'
import classes from './activity.module.css'
import { isNarrowed, useActivitySearch } from './activity-search.ts'
import { moveByLine } from './line-keys.ts'
import { useChanges } from './use-changes.ts'

/** Calls `onMore` when the user scrolls near it. */
function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (!mark.current || busy) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) more()
      },
      { rootMargin: '400px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [busy])
  return (
    <div ref={mark} className={classes.more}>
      <Button variant="default" loading={busy} onClick={onMore}>
        Show earlier changes
      </Button>
    </div>
  )
}

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

/** Changes by the day on which they were saved, in their order; a day appears twice if the clock was set back. */
function byDay(changes: readonly ActivityChange[], now: number) {
  const days: { title: string; changes: ActivityChange[] }[] = []
  for (const change of changes) {
    const title = formatDay(change.saved_at, now)
    const last = days.at(-1)
    if (last?.title === title) last.changes.push(change)
    else days.push({ title, changes: [change] })
  }
  return days
}

function Days({ changes }: { changes: readonly ActivityChange[] }) {
  const now = useNow()
  const days = useMemo(() => byDay(changes, now), [changes, now])
  /** The arrow keys move between changes; above the first one is the search. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [first] = event.currentTarget.querySelectorAll('[data-line]')
    if (event.key !== 'ArrowUp' || event.target !== first) return moveByLine(event)
    event.preventDefault()
    document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
  }
  return (
    <ol className={classes.days} onKeyDown={onKeyDown}>
      {days.map(({ title, changes: ofDay }) => (
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
                <More
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
