import { Checkbox, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { changeKinds } from '../../../shared/domain/changes.ts'
import { dateBefore, localToday } from '../../../shared/domain/days.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { resources } from '../../../shared/service/resource.ts'
import { Choice, DateInput, FilterRow } from '../../components/filters/FilterRow.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState, PageSkeleton } from '../../components/States.tsx'
import { isAnyUnread, OfflineMark, useSyncStatus } from '../../components/sync-state.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { kindNames } from './change-words.ts'
import classes from './changes.module.css'
import { type ChangesSearch, changesScreen, fieldsOf, isNarrowed, sinceDays, sinceMoment } from './changes-search.ts'
import { Timeline } from './Timeline.tsx'
import { useObservedChanges } from './use-observed-changes.ts'

const sinceNames: Readonly<Record<string, string>> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** The current filters, and how to change them. */
function useChangesSearch() {
  const { asked, show } = useAddress(changesScreen)
  return {
    asked,
    change: (part: Partial<ChangesSearch>) => show({ ...asked, ...part }),
    clear: () => show({ ...changesScreen.read({}), whose: asked.whose }),
  }
}

type Search = ReturnType<typeof useChangesSearch>

function Since({ asked: { since }, change }: Pick<Search, 'asked' | 'change'>) {
  const now = useNow()
  const isDate = since !== undefined && !Object.hasOwn(sinceDays, since)
  return (
    <>
      <Select
        className={classes.choice}
        aria-label="Seen since"
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(sinceNames).map(([value, label]) => ({ value, label })),
          { value: 'date', label: 'Since a date…' },
        ]}
        value={isDate ? 'date' : (since ?? '')}
        onChange={(chosen) =>
          change({ since: chosen === 'date' ? dateBefore(now, 14) : chosen === '' ? undefined : (chosen ?? undefined) })
        }
      />
      {isDate ? (
        <DateInput label="Date" date={since} max={dateBefore(now, 0)} onDate={(date) => change({ since: date })} />
      ) : null}
    </>
  )
}

/** Filters by kind of record, kind of change, field and time. */
function ChangesFilters({ asked, change, clear }: Search) {
  const fields = fieldsOf(asked.resource)
  return (
    <FilterRow label="Changes" narrowed={isNarrowed(asked)} onClear={clear}>
      <Choice
        label="Record type"
        all="All records"
        values={resources}
        nameOf={(resource) => resourceNames[resource].many}
        value={asked.resource}
        onChange={(resource) =>
          change({
            resource,
            field: asked.field !== undefined && fieldsOf(resource).has(asked.field) ? asked.field : undefined,
          })
        }
      />
      <Choice
        label="Kind of change"
        all="All kinds"
        values={changeKinds}
        nameOf={(kind) => kindNames[kind]}
        value={asked.kind}
        onChange={(kind) => change({ kind })}
      />
      <Choice
        label="Field"
        all="All fields"
        values={[...fields.keys()]}
        nameOf={(field) => fields.get(field) ?? field}
        value={asked.field}
        onChange={(field) => change({ field })}
      />
      <Since asked={asked} change={change} />
      <Checkbox
        label="Without my own changes"
        checked={asked.others}
        onChange={(event) => change({ others: event.currentTarget.checked })}
      />
    </FilterRow>
  )
}

const pageSize = 50

/** Nothing to show: because of the filters, or because nothing has changed yet, as far as that is known. */
function Nothing({ asked, mine }: { asked: ChangesSearch; mine: boolean }) {
  const status = useSyncStatus()
  if (status !== undefined && isAnyUnread(status))
    return (
      <EmptyState
        title="No changes yet"
        hint="Steward has not read all of your firm’s data yet. It shows what changes after the first time."
      />
    )
  if (isNarrowed(asked)) return <EmptyState title="No matches" hint="No change fits the filters." />
  return (
    <EmptyState
      title={mine ? 'No changes in your households' : 'No changes'}
      hint="What changes in the service is listed here after the sync that finds it, with the values before and after."
    />
  )
}

function Results({ asked, owner }: { asked: ChangesSearch; owner: string | null }) {
  const today = localToday(new Date(useNow()))
  const since = asked.since === undefined ? undefined : sinceMoment(asked.since, today)
  const { query, changes, isShort } = useObservedChanges(
    {
      household_id: null,
      owner_id: owner,
      others_only: asked.others,
      ...(asked.resource === undefined ? {} : { resource: asked.resource }),
      ...(asked.kind === undefined ? {} : { kind: asked.kind }),
      ...(asked.field === undefined ? {} : { field: asked.field }),
      ...(since === undefined ? {} : { since }),
    },
    () => pageSize,
  )
  return (
    <QueryView query={query} label="changes">
      {() => (
        <>
          <Timeline changes={changes} household level={2} />
          {changes.length === 0 && !query.hasNextPage && !query.isPlaceholderData ? (
            <Nothing asked={asked} mine={owner !== null} />
          ) : null}
          {isShort ? <output className={classes.looking}>Looking further back…</output> : null}
          {query.hasNextPage ? (
            <ShowMore
              label="Show earlier changes"
              busy={query.isFetchingNextPage || query.isPlaceholderData}
              onMore={() => void query.fetchNextPage()}
            />
          ) : null}
        </>
      )}
    </QueryView>
  )
}

/** The changes that this computer saw at the service, by day, newest first. */
export function ChangesPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } }))
  const search = useChangesSearch()
  const userId = me.data?.user_id ?? null
  const owner = search.asked.whose === 'mine' ? userId : null
  const whose = (
    <SegmentedControl
      aria-label="Whose households"
      size="xs"
      value={search.asked.whose}
      onChange={(value) => search.change({ whose: value as ChangesSearch['whose'] })}
      data={[
        { value: 'mine', label: 'My households' },
        { value: 'firm', label: 'Whole firm' },
      ]}
    />
  )
  return (
    <Page
      title="Changes"
      aside={
        <>
          <OfflineMark />
          {userId === null ? null : whose}
        </>
      }
    >
      <div className={classes.page}>
        <p className="quiet prose below">Changes found at each sync. The service does not say who made them.</p>
        <ChangesFilters {...search} />
        {me.isPending ? <PageSkeleton label="Loading changes" /> : <Results asked={search.asked} owner={owner} />}
      </div>
    </Page>
  )
}
