import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { writableResources } from '../../../shared/domain/operation-rules.ts'
import { eventWords, sayAction, sayNote } from '../../../shared/domain/operation-words.ts'
import { isSame } from '../../../shared/domain/same.ts'
import type { ActivityEntry } from '../../../shared/ipc/outbox.ts'
import { Moment } from '../../components/Dates.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { ActivityExport } from './ActivityExport.tsx'
import { ChangeList } from './Changes.tsx'
import { moveByLine } from './line-keys.ts'
import classes from './outbox.module.css'
import { PutBack } from './PutBack.tsx'

const pageSize = 50

function useActivity() {
  const connectionId = useConnection().id
  return useInfiniteQuery(
    useApi().outbox.activity.infiniteOptions({
      input: (before: number | null) => ({ connectionId, before, limit: pageSize }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
}

/** The resource of a write, in words. Covers entities too, which are deleted without the outbox. */
function aboutOf({ action, resource }: ActivityEntry): string {
  const known = writableResources.find((one) => one === resource)
  return known ? sayAction({ action, resource: known }) : `Delete ${resource === 'entities' ? 'entity' : resource}`
}

/** Events that carry values worth showing; the events between them would only repeat these. */
const telling: ReadonlySet<ActivityEntry['event']> = new Set(['saved', 'changed', 'decided', 'done', 'discarded'])

/** The values of the write at the time of the event. */
function Values({ changes }: Pick<ActivityEntry, 'changes'>) {
  if (changes === null) return <Quiet>An earlier version of Steward did not keep the values at this point.</Quiet>
  return <ChangeList changes={changes.filter(({ before, after }) => !isSame(before, after))} most={8} />
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const connectionId = useConnection().id
  const note = sayNote(entry)
  return (
    <li className={classes.entry}>
      <Moment at={entry.at} />
      <div>
        <div className={classes.entryHead}>
          <span className={classes.event}>{eventWords[entry.event]}</span>
          <Link
            to="/c/$connectionId/outbox/$operationId"
            params={{ connectionId, operationId: entry.operation_id }}
            className={classes.plain}
            data-line
          >
            {aboutOf(entry)}: <RecordText>{entry.title}</RecordText>
          </Link>
        </div>
        {note === null ? null : (
          <Quiet>
            <RecordText>{note}</RecordText>
          </Quiet>
        )}
        {telling.has(entry.event) ? <Values changes={entry.changes} /> : null}
        <PutBack entry={entry} />
      </div>
    </li>
  )
}

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
        Show more
      </Button>
    </div>
  )
}

/** The writes made on this computer, newest first: the record, the values before and after, and the outcome. */
export function ActivityPage() {
  const { user } = useConnection()
  const query = useActivity()
  const empty = query.data?.pages[0]?.entries.length === 0
  return (
    <Page title="Activity" aside={empty ? null : <ActivityExport />}>
      <QueryView query={query} label="activity">
        {({ pages }) =>
          empty ? (
            <EmptyState
              title="No changes from this computer yet"
              hint="Every change that you save here is listed with the values before and after, and its outcome."
            />
          ) : (
            <>
              <p className={classes.intro}>
                Changes made from this computer, newest first, all{' '}
                {user === null ? (
                  'with the organization’s access'
                ) : (
                  <>
                    as <RecordText>{user}</RecordText>
                  </>
                )}
                . Changes made elsewhere are not included: the service does not say who made them.
              </p>
              <ol className={classes.list} onKeyDown={moveByLine}>
                {pages
                  .flatMap((page, at) => page.entries.map((entry, line) => ({ entry, key: `${at}/${line}` })))
                  .map(({ entry, key }) => (
                    <Entry key={key} entry={entry} />
                  ))}
              </ol>
              {query.hasNextPage ? (
                <More busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
              ) : null}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
