import { Button, Menu, Select } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, useId, useMemo, useState } from 'react'
import {
  type ChangeOutcome,
  changeOutcomes,
  kindInWords,
  leadOf,
  outcomeNames,
} from '../../../shared/domain/activity.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatDay, formatMoment, formatTime } from '../../../shared/domain/dates.ts'
import { calendarDateIn, dateBefore, localToday, startOfDay } from '../../../shared/domain/days.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { type Operation, operationActions } from '../../../shared/domain/operation.ts'
import { operationResources } from '../../../shared/domain/operation-rules.ts'
import type { ActivityChange, SavedTogether } from '../../../shared/ipc/activity.ts'
import { DayList } from '../../components/DayList.tsx'
import { Choice, DateInput, FilterRow } from '../../components/filters/FilterRow.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { moveByLine, openByArrows } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { type AddressSearch, oneOf, useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { ActivityChangeItem, Outcome } from './ActivityChangeItem.tsx'
import classes from './activity.module.css'

/** Which changes Activity shows. */
type ActivitySearch = {
  text: string
  action: Operation['action'] | undefined
  resource: Operation['resource'] | undefined
  outcome: ChangeOutcome | undefined
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
}

/** Parses the parameters of an address; those that Activity does not know are left out. */
function readActivitySearch(search: AddressSearch): ActivitySearch {
  return {
    text: typeof search.text === 'string' ? search.text.slice(0, 200) : '',
    action: oneOf(operationActions, search.action),
    resource: oneOf(operationResources, search.resource),
    outcome: oneOf(changeOutcomes, search.outcome),
    from: calendarDateIn(search.from),
    to: calendarDateIn(search.to),
  }
}

/** True if changes are left out by something other than their day. */
const isFiltered = ({ text, action, resource, outcome }: ActivitySearch): boolean =>
  text !== '' || action !== undefined || resource !== undefined || outcome !== undefined

/** True if some changes are left out. */
const isNarrowed = (asked: ActivitySearch): boolean =>
  isFiltered(asked) || asked.from !== undefined || asked.to !== undefined

/** Noon of a calendar date on this computer, for {@link formatDay}. */
const noonOf = (date: string) => `${date}T12:00:00`

/** The days of a search in words: `on Tuesday, Nov 24`, `from Nov 1, 2026 to Nov 24, 2026`. */
function daysInWords({ from, to }: Days, now: number): string {
  if (from !== undefined && from === to) {
    const day = formatDay(noonOf(from), now)
    return day.includes(' ') ? `on ${day}` : day.toLowerCase()
  }
  const begins = from === undefined ? '' : `${to === undefined ? 'since' : 'from'} ${formatCalendarDate(from)}`
  const ends = to === undefined ? '' : `${from === undefined ? 'until' : 'to'} ${formatCalendarDate(to)}`
  return [begins, ends].filter(Boolean).join(' ')
}

const screen = {
  path: 'activity',
  read: readActivitySearch,
  write: (search: ActivitySearch) =>
    Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')),
}

/** The current filters and search, and how to change them. */
function useActivitySearch() {
  const { asked, show } = useAddress(screen)
  return {
    asked,
    change: (part: Partial<ActivitySearch>) => show({ ...asked, ...part }),
    clear: () => show(readActivitySearch({})),
  }
}

type Days = Pick<ActivitySearch, 'from' | 'to'>

/** The time of these days on this computer. */
const savedIn = ({ from, to }: Days) => ({
  ...(from === undefined ? {} : { since: startOfDay(from) }),
  ...(to === undefined ? {} : { until: startOfDay(to, 1) }),
})

const pageSize = 50

/** This device's changes that fit a search, newest first, page by page; with `saved_with` only those of one save. */
function useChanges({ from, to, ...asked }: ActivitySearch & { saved_with?: string }) {
  const time = savedIn({ from, to })
  const connectionId = useConnection().id
  return useInfiniteQuery({
    ...useApi().outbox.changes.infiniteOptions({
      input: (before: number | null) => ({ connectionId, before, limit: pageSize, ...asked, ...time }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Exports the activity of this device to a file: of the chosen days, whatever else is filtered. */
function ActivityExport({ from, to }: Days) {
  const api = useApi()
  const connectionId = useConnection().id
  const write = useMutation(
    api.outbox.exportActivity.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) toastFile('Exported to', file)
      },
    }),
  )
  const forbidden = useForbidden('outbox.exportActivity')
  const days = daysInWords({ from, to }, useNow())
  const save = (format: 'csv' | 'json') => write.mutate({ connectionId, format, ...savedIn({ from, to }) })
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ReasonedButton
          reason={forbidden}
          loading={write.isPending}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
        >
          Export
        </ReasonedButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        <Menu.Label>{days === '' ? 'All changes' : `All changes saved ${days}`}</Menu.Label>
        <Menu.Item onClick={() => save('csv')}>Text (CSV)</Menu.Item>
        <Menu.Item onClick={() => save('json')}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const actionNames: Readonly<Record<Operation['action'], string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  merge: 'Merged',
}

/** Days back that can be chosen by their name. */
const namedDays = 7

/** Chooses a day of the last week by its name, the last week, or the first and the last day. */
function DaysChoice({ asked: { from, to }, change }: Pick<ReturnType<typeof useActivitySearch>, 'asked' | 'change'>) {
  const now = useNow()
  const today = localToday(new Date(now))
  const [isRange, setIsRange] = useState(false)
  const days = Array.from({ length: namedDays }, (_, ago) => dateBefore(now, ago))
  const week = dateBefore(now, namedDays - 1)
  const isAny = from === undefined && to === undefined
  const isDay = from !== undefined && from === to && days.includes(from)
  const value = isAny ? '' : isRange ? 'range' : isDay ? from : from === week && to === undefined ? 'week' : 'range'
  function choose(chosen: string) {
    setIsRange(chosen === 'range')
    if (chosen === '') change({ from: undefined, to: undefined })
    else if (chosen === 'week') change({ from: week, to: undefined })
    else if (chosen === 'range') change({ from: from ?? week, to: to ?? today })
    else change({ from: chosen, to: chosen })
  }
  return (
    <>
      <Select
        className={classes.days}
        aria-label="Day"
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
        data={[
          { value: '', label: 'Any day' },
          ...days.map((date) => ({ value: date, label: formatDay(noonOf(date), now) })),
          { value: 'week', label: 'Last 7 days' },
          { value: 'range', label: 'From … to …' },
        ]}
        value={value}
        onChange={(chosen) => choose(chosen ?? '')}
        data-chosen={!isAny || undefined}
      />
      {value === 'range' ? (
        <>
          <DateInput label="From" date={from} max={to ?? today} onDate={(date) => change({ from: date })} />
          <DateInput label="To" date={to} min={from} max={today} onDate={(date) => change({ to: date })} />
        </>
      ) : null}
    </>
  )
}

/** Search as you type, and filters by day, kind of change, state and record type. */
function ActivityFilters({ asked, change, clear }: ReturnType<typeof useActivitySearch>) {
  return (
    <FilterRow label="Activity" narrowed={isNarrowed(asked)} onClear={clear}>
      <SearchField label="Search by name or field" text={asked.text} onSearch={(text) => change({ text })} />
      <DaysChoice asked={asked} change={change} />
      <Choice
        label="Kind of change"
        all="All kinds"
        values={operationActions}
        nameOf={(action) => actionNames[action]}
        value={asked.action}
        onChange={(action) => change({ action })}
      />
      <Choice<ChangeOutcome>
        label="State"
        all="All states"
        values={changeOutcomes}
        nameOf={(outcome) => outcomeNames[outcome]}
        value={asked.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <Choice
        label="Record type"
        all="All records"
        values={operationResources}
        nameOf={(resource) => resourceNames[resource].many}
        value={asked.resource}
        onChange={(resource) => change({ resource })}
      />
    </FilterRow>
  )
}

type Kind = SavedTogether['kinds'][number]

/** `Added household Miller`, or `added 12 people`. */
function KindOf({ kind, nth }: { kind: Kind; nth: number }) {
  const { title } = kind
  const words = title === null ? kindInWords(kind) : leadOf(kind)
  return (
    <>
      {nth === 0 ? words : `, ${words[0]?.toLowerCase()}${words.slice(1)}`}
      {title === null ? null : (
        <>
          {' '}
          <RecordText>{title}</RecordText>
        </>
      )}
    </>
  )
}

/** Its changes one by one, with those that the filters leave. */
function Members({ change, count }: { change: ActivityChange; count: number }) {
  const { asked } = useActivitySearch()
  const query = useChanges({ ...asked, saved_with: change.operation_id })
  return (
    <QueryView query={query} label="changes">
      {({ pages }) => {
        const changes = pages.flatMap((page) => page.changes)
        return (
          <>
            <ol className="plain-list">
              {changes.map((one) => (
                <ActivityChangeItem key={one.operation_id} change={one} />
              ))}
            </ol>
            {query.hasNextPage && changes.length < count ? (
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show more of these {formatCount(count)}
              </Button>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

/** Changes that were saved together, in one line; the changes themselves are shown when asked for. */
function ActivitySave({ change, together }: { change: ActivityChange; together: SavedTogether }) {
  const { count, kinds, outcomes } = together
  const [opened, setOpened] = useState(false)
  const members = useId()
  const Chevron = opened ? IconChevronDown : IconChevronRight
  const onKeyDown = openByArrows(setOpened)
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <time dateTime={change.saved_at} title={formatMoment(change.saved_at)} className="quiet tabular">
          {formatTime(change.saved_at)}
        </time>
        <button
          type="button"
          className={`line anywhere plain-button ${classes.save}`}
          aria-expanded={opened}
          aria-controls={opened ? members : undefined}
          data-line
          onClick={() => setOpened(!opened)}
          onKeyDown={onKeyDown}
        >
          <Chevron size={14} stroke={1.75} aria-hidden />
          <span>
            {kinds.map((kind, nth) => (
              <Fragment key={`${kind.action} ${kind.resource}`}>
                <KindOf kind={kind} nth={nth} />
              </Fragment>
            ))}
          </span>
        </button>
        <div className={`row ${classes.end}`}>
          {outcomes.map(({ outcome, count: of, said }) => (
            <Outcome
              key={outcome}
              outcome={outcome}
              said={outcomes.length === 1 ? said : `${formatCount(of)} ${said[0]?.toLowerCase()}${said.slice(1)}`}
            />
          ))}
        </div>
      </div>
      {opened ? (
        <div id={members} className={classes.opened}>
          <Members change={change} count={count} />
        </div>
      ) : null}
    </li>
  )
}

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

function NothingFound({ asked }: { asked: ActivitySearch }) {
  const now = useNow()
  if (isFiltered(asked)) {
    return <EmptyState title="No matches" hint="No change from this computer fits the search and the filters." />
  }
  return (
    <EmptyState
      title={`No changes ${daysInWords(asked, now)}`}
      hint="Nothing was saved on this computer then. Changes made elsewhere are on the page Changes."
    />
  )
}

/** The changes made on this computer by day, newest first: the record, the values before and after, and the latest state. */
export function ActivityPage() {
  const connectionId = useConnection().id
  const search = useActivitySearch()
  const query = useChanges(search.asked)
  const narrowed = isNarrowed(search.asked)
  const changes = useMemo(() => query.data?.pages.flatMap((page) => page.changes) ?? [], [query.data])
  const isEmpty = changes.length === 0 && !query.hasNextPage && !query.isPlaceholderData
  const isNew = query.data !== undefined && isEmpty && !narrowed
  return (
    <Page title="Activity" aside={isNew ? null : <ActivityExport from={search.asked.from} to={search.asked.to} />}>
      <QueryView query={query} label="activity">
        {() =>
          isNew ? (
            <EmptyState
              title="No changes from this computer yet"
              hint="Every change that you save here is listed with the values before and after, and its outcome. Changes made elsewhere are on another page."
            >
              <Link to="/c/$connectionId/changes" params={{ connectionId }}>
                Go to Changes
              </Link>
            </EmptyState>
          ) : (
            <div className={classes.activity}>
              <Introduction />
              <ActivityFilters {...search} />
              <Days changes={changes} />
              {isEmpty ? <NothingFound asked={search.asked} /> : null}
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
