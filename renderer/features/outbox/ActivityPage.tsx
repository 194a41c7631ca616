import { type KeyboardEvent, useMemo } from 'react'
import type { ActivityChange } from '../../../shared/ipc/activity.ts'
import { DayList } from '../../components/DayList.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { ActivityChangeItem } from './ActivityChangeItem.tsx'
import { ActivityExport } from './ActivityExport.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivitySave } from './ActivitySave.tsx'
import classes from './activity.module.css'
import { isNarrowed, useActivitySearch } from './activity-search.ts'
import { useChanges } from './use-changes.ts'

const savedAt = ({ saved_at }: ActivityChange) => saved_at
const operationOf = ({ operation_id }: ActivityChange) => operation_id

/** The arrow keys move between changes; above the first one is the search. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const [first] = event.currentTarget.querySelectorAll('[data-line]')
  if (event.key !== 'ArrowUp' || event.target !== first) return moveByLine(event)
  event.preventDefault()
  document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
}

function Days({ changes }: { changes: readonly ActivityChange[] }) {
  return (
    <DayList items={changes} momentOf={savedAt} keyOf={operationOf} level={2} onKeyDown={onKeyDown}>
      {(change) =>
        change.together === null ? (
          <ActivityChangeItem key={change.operation_id} change={change} />
        ) : (
          <ActivitySave key={change.operation_id} change={change} together={change.together} />
        )
      }
    </DayList>
  )
}

/** Who the changes were made as, and which ones are not here. */
function Introduction() {
  const { user } = useConnection()
  return (
    <p className="quiet prose below">
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
