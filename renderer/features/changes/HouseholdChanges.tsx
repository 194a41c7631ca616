import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday, yearBefore } from '../../../shared/domain/days.ts'
import { perCentOf } from '../../../shared/domain/per-cent.ts'
import { comparedWords } from '../../../shared/domain/value-bridge.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { isAnyUnread, useSyncStatus } from '../../components/sync-state.tsx'
import { Quiet } from '../../components/Values.tsx'
import { amountsAreHidden, perCentWords } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { useNow } from '../../lib/use-now.ts'
import { sayCount } from './change-words.ts'
import classes from './changes.module.css'
import { dayOf, LogMeeting, Meetings } from './Meetings.tsx'
import { ChangeLine, Timeline } from './Timeline.tsx'
import { type HouseholdVisit, useLook } from './use-household-visit.ts'
import { useObservedChanges } from './use-observed-changes.ts'
import { newInVisit } from './visit.ts'

/** Changes of the first page, and of each further one. */
const [few, many] = [10, 50]

/** The number of new changes as a link to them. */
function NewChanges({ of: { householdId, visit } }: { of: HouseholdVisit }) {
  const connectionId = useConnection().id
  const count = visit === null ? 0 : newInVisit(visit)
  if (visit === null || count === 0) return null
  return (
    <p className="note">
      <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: householdId }} hash="changes" replace>
        {sayCount(count)} {visit.opened.looked_at === null ? 'not looked at yet' : 'since you last looked'}
      </Link>
    </p>
  )
}

/** Changes in a household's brief. */
const mostInBrief = 4

/** The changes since the last meeting, as the brief shows them; null if no meeting is logged. */
export function useMetChanges({ householdId, seen }: HouseholdVisit) {
  const since = seen?.met_at ?? null
  const asked = { household_id: householdId, owner_id: null, others_only: false, since: since ?? '' }
  const met = useObservedChanges(asked, () => mostInBrief, since !== null)
  return since === null ? null : met
}

type MetChangesProps = Pick<ReturnType<typeof useObservedChanges>, 'query' | 'changes'> & {
  householdId: string
  since: string
  recorded: string | null
}

function MetChanges({ query, changes, householdId, since, recorded }: MetChangesProps) {
  const connectionId = useConnection().id
  return (
    <QueryView query={query} label="changes since the last meeting">
      {() =>
        changes.length === 0 && !query.hasNextPage ? (
          <Nothing since={since} recorded={recorded} />
        ) : (
          <>
            <ul className={classes.brief}>
              {changes.slice(0, mostInBrief).map((change) => (
                <ChangeLine key={change.number} change={change} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <p className="note">
                <Link
                  to="/c/$connectionId/households/$id"
                  params={{ connectionId, id: householdId }}
                  hash="changes"
                  replace
                >
                  All changes
                </Link>
              </p>
            ) : null}
          </>
        )
      }
    </QueryView>
  )
}

/** The values of a household today and on the day of the last meeting; a year ago, if there was none before today. */
export function useValueSince({ householdId, seen }: HouseholdVisit) {
  const today = localToday(new Date(useNow()))
  const met = seen?.met_at ? localToday(new Date(seen.met_at)) : today
  const from = met < today ? met : yearBefore(today)
  const input = {
    connectionId: useConnection().id,
    of: { what: 'household', id: householdId },
    from,
    to: today,
  } as const
  const query = useQuery({ ...useApi().rollUps.bridge.queryOptions({ input }), enabled: seen !== undefined })
  return { from, query }
}

/** The change of a household's recorded value, of the entities whose value is known on both days, with a link to the details. */
function ValueSince({ of }: { of: HouseholdVisit }) {
  const connectionId = useConnection().id
  const { from, query } = useValueSince(of)
  if (query.data === undefined) return null
  const { compared, kinds } = query.data
  const [before, after] = [BigInt(compared.before), BigInt(compared.after)]
  const change = perCentWords(perCentOf(before, after - before), after - before)
  const entities = kinds.reduce((sum, kind) => sum + kind.entities, 0)
  if (entities === 0) return null
  const isTold = compared.entities > 0 && !amountsAreHidden()
  return (
    <>
      {isTold ? (
        <p className="note">
          Recorded value since {formatCalendarDate(from)}: {change ?? (after === before ? 'unchanged' : 'changed')}
          {compared.entities < entities ? `, ${comparedWords(compared.entities)}` : ''}
        </p>
      ) : null}
      {/* Alone in its paragraph: within other words a link of another colour only would not be seen as one. */}
      <p>
        <Link to="/c/$connectionId/two-dates" params={{ connectionId }} search={{ household: of.householdId, from }}>
          Compare two dates
        </Link>
      </p>
    </>
  )
}

/** The changes since the last meeting, in a household's brief, with a button that logs one. */
export function SinceMeeting({ of }: { of: HouseholdVisit }) {
  const { query, seen, householdId } = of
  const met = useMetChanges(of)
  return (
    <Section title="Since the last meeting" aside={<LogMeeting householdId={householdId} />}>
      {seen === undefined ? (
        query.isError ? (
          <PartError what="The last meeting" onRetry={() => void query.refetch()} />
        ) : null
      ) : seen.met_at === null || met === null ? (
        <Quiet>No meeting logged yet.</Quiet>
      ) : (
        <>
          <Meetings householdId={householdId} />
          <MetChanges {...met} householdId={householdId} since={seen.met_at} recorded={seen.recorded_since} />
        </>
      )}
      <ValueSince of={of} />
      <NewChanges of={of} />
    </Section>
  )
}

/** Changes that are new on this visit, then earlier ones. */
function Blocks({ changes, of: { visit } }: { changes: readonly ObservedChange[]; of: HouseholdVisit }) {
  const id = useId()
  const fresh = changes.filter(({ number }) => visit !== null && number > visit.opened.looked_to)
  const opened = visit?.opened.looked_at ?? null
  if (opened === null || fresh.every(({ own }) => own)) return <Timeline changes={changes} level={3} />
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the elements within are a list, not a form */}
      <div role="group" aria-labelledby={id} className={classes.fresh}>
        <p id={id}>New since you last looked on {dayOf(opened)}</p>
        <Timeline changes={fresh} level={3} />
      </div>
      <Timeline changes={changes.slice(fresh.length)} level={3} />
    </>
  )
}

function Nothing({ since, recorded }: { since: string | null; recorded: string | null }) {
  const status = useSyncStatus()
  if (recorded === null || (status !== undefined && isAnyUnread(status)))
    return <Quiet>Steward has not read all of your firm’s data yet. Changes are shown from the first time on.</Quiet>
  if (since !== null) return <Quiet>No changes since the last meeting on {dayOf(since)}.</Quiet>
  return <Quiet>No changes since your first sync, {dayOf(recorded)}.</Quiet>
}

/** A household's changes, newest first: those of its people, entities, valuations and documents too. */
export function HouseholdChanges({ of }: { of: HouseholdVisit }) {
  const { seen, householdId } = of
  const [sinceMeeting, setSinceMeeting] = useState(false)
  const met = seen?.met_at ?? null
  const since = sinceMeeting ? met : null
  const { query, changes } = useObservedChanges(
    { household_id: householdId, owner_id: null, others_only: false, ...(since === null ? {} : { since }) },
    (before) => (before === null ? few : many),
  )
  useLook(of, query.isSuccess && !query.isPlaceholderData ? (changes[0]?.number ?? 0) : null)
  return (
    <Section
      title="Changes"
      anchor="changes"
      aside={
        met === null ? null : (
          <Checkbox
            label="Since the last meeting"
            checked={sinceMeeting}
            onChange={(event) => setSinceMeeting(event.currentTarget.checked)}
          />
        )
      }
    >
      <QueryView query={query} label="changes">
        {() => (
          <div className={classes.page}>
            {changes.length === 0 && !query.hasNextPage && seen !== undefined ? (
              <Nothing since={since} recorded={seen.recorded_since} />
            ) : null}
            <Blocks changes={changes} of={of} />
            {query.hasNextPage ? (
              <Button
                variant="default"
                size="compact-sm"
                className={classes.further}
                loading={query.isFetchingNextPage || query.isPlaceholderData}
                onClick={() => void query.fetchNextPage()}
              >
                {changes.length === 0 ? 'Look further back' : 'Show more'}
              </Button>
            ) : seen?.copied_again ? (
              <p className={classes.looking}>
                This computer’s copy was made again on {dayOf(seen.copied_again)}. Changes between the last sync before
                that and the new copy are not known.
              </p>
            ) : null}
          </div>
        )}
      </QueryView>
    </Section>
  )
}
