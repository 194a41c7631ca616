import { SegmentedControl, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { type DateLine, mostDateLines } from '../../../shared/ipc/dates.ts'
import { Choice, FilterRow } from '../../components/filters/FilterRow.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { firstShown } from '../../components/Section.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState, PageSkeleton } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { SoFar } from '../../components/Unread.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { DateLineItem } from './DateLine.tsx'
import classes from './dates.module.css'
import { type DatesSearch, datesScreen, monthWords, spanOf, stateNames } from './dates-search.ts'
import { ExportDates } from './ExportDates.tsx'
import { ImportDates } from './ImportDates.tsx'

type List = ContractOutputs['dates']['list']

const pageSize = 100
/** The years after this one that can be chosen. */
const yearsAhead = 15

const states = Object.keys(stateNames) as (keyof typeof stateNames)[]

type Change = (part: Partial<DatesSearch>) => void
type FilterProps = { asked: DatesSearch; change: Change; onClear: () => void; kinds: List['kinds']; today: string }

/** Filters by year, kind and state. */
function Filters({ asked, change, onClear, kinds, today }: FilterProps) {
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: yearsAhead + 2 }, (_, at) => thisYear - 1 + at)
  const shown = asked.year === undefined || years.includes(asked.year) ? years : [asked.year, ...years]
  const known = kinds.map(({ id }) => id)
  const nameOf = (id: string) => {
    const found = kinds.find((one) => one.id === id)
    return found ? `${found.name} (${formatCount(found.count)})` : 'A kind without dates here'
  }
  return (
    <FilterRow
      label="Dates"
      narrowed={asked.kind !== undefined || asked.month !== undefined || asked.state !== 'open'}
      onClear={onClear}
    >
      <Select
        className={classes.period}
        aria-label="Period"
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
        data={[
          { value: '', label: 'Next 12 months' },
          ...shown.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        value={asked.year === undefined ? '' : String(asked.year)}
        onChange={(year) => change({ year: year ? Number(year) : undefined, month: undefined })}
      />
      <Choice
        label="Kind of date"
        all="All kinds"
        values={asked.kind === undefined || known.includes(asked.kind) ? known : [asked.kind, ...known]}
        nameOf={nameOf}
        value={asked.kind}
        onChange={(kind) => change({ kind })}
      />
      <SegmentedControl
        aria-label="State"
        size="xs"
        value={asked.state}
        onChange={(state) => change({ state: state as DatesSearch['state'] })}
        data={states.map((value) => ({ value, label: stateNames[value] }))}
      />
    </FilterRow>
  )
}

type YearProps = { months: List['months']; chosen: string | undefined; onMonth: (month: string | undefined) => void }

/** Twelve months with the number of their dates; one narrows the list below to it. */
function Year({ months, chosen, onMonth }: YearProps) {
  const most = Math.max(1, ...months.map(({ count }) => count))
  return (
    <ul className={classes.year} aria-label="Months">
      {months.map(({ month, count }) => (
        <li key={month}>
          <button
            type="button"
            className={classes.month}
            aria-pressed={month === chosen}
            onClick={() => onMonth(month === chosen ? undefined : month)}
          >
            <span>{monthWords(month).slice(0, 3)}</span> <span className={classes.monthYear}>{month.slice(0, 4)}</span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(Math.sqrt(count) / Math.sqrt(most)) * 100}%` }} />
            </span>
            <strong>
              <span aria-hidden="true">{count === 0 ? '–' : formatCount(count)}</span>
              <span className="visually-hidden">
                : {count === 0 ? 'no dates' : `${formatCount(count)} ${count === 1 ? 'date' : 'dates'}`}
              </span>
            </strong>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Lines under the months that they are in. */
function Months({ lines, today }: { lines: readonly DateLine[]; today: string }) {
  const months = [...new Set(lines.map(({ date }) => date.slice(0, 7)))]
  return months.map((month) => (
    <section key={month} aria-label={monthWords(month)}>
      <h2 className={classes.heading}>{monthWords(month)}</h2>
      <ul className="plain-list">
        {lines
          .filter(({ date }) => date.startsWith(month))
          .map((line) => (
            <DateLineItem key={`${line.subject} ${line.what} ${line.date}`} line={line} today={today} />
          ))}
      </ul>
    </section>
  ))
}

function Nothing({ asked, isMine }: { asked: DatesSearch; isMine: boolean }) {
  if (asked.state === 'done')
    return <EmptyState title="Nothing done yet" hint="Dates that you mark as done are listed here." />
  if (asked.state === 'snoozed')
    return <EmptyState title="Nothing snoozed" hint="Snoozed dates are listed here until their day." />
  if (asked.kind !== undefined || asked.month !== undefined)
    return <EmptyState title="No matches" hint="No date fits the filters." />
  return (
    <EmptyState
      title={isMine ? 'No dates in your households' : 'No dates'}
      hint="Dates that follow from births and deaths are listed here, and those that you add on the page of a household, person, entity or document."
    />
  )
}

type ResultsProps = { asked: DatesSearch; change: Change; onClear: () => void; owner: string | null; today: string }

function Results({ asked, change, onClear, owner, today }: ResultsProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const key = JSON.stringify([owner, asked])
  const [more, setMore] = useState({ key, limit: pageSize })
  const limit = more.key === key ? more.limit : pageSize
  const narrowed = { connectionId, owner_id: owner, kind: asked.kind ?? null, state: asked.state }
  const whole = useQuery({
    ...api.dates.list.queryOptions({
      input: { ...narrowed, ...spanOf({ year: asked.year, month: undefined }, today), limit: 0 },
    }),
    placeholderData: keepPreviousData,
  })
  const query = useQuery({
    ...api.dates.list.queryOptions({ input: { ...narrowed, ...spanOf(asked, today), limit } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters {...{ asked, change, onClear, today }} kinds={whole.data?.kinds ?? []} />
      <QueryView query={query} label="dates">
        {({ lines, total }) => (
          <>
            <Year months={whole.data?.months ?? []} chosen={asked.month} onMonth={(month) => change({ month })} />
            <div className="row">
              <p className="quiet" role="status">
                {total === 0 ? null : `${formatCount(total)} ${total === 1 ? 'date' : 'dates'}`}
                <SoFar of="individuals" />
              </p>
              {total === 0 ? null : <ExportDates chosen={{ ...narrowed, ...spanOf(asked, today) }} total={total} />}
              <ImportDates />
            </div>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between its lines. */}
            <div onKeyDown={moveByLine}>
              <Months lines={lines} today={today} />
            </div>
            {total === 0 && !query.isPlaceholderData ? <Nothing asked={asked} isMine={owner !== null} /> : null}
            {lines.length < total && limit < mostDateLines ? (
              <ShowMore
                label="Show more dates"
                busy={query.isFetching}
                onPaper={firstShown(lines.length, total)}
                onMore={() => setMore({ key, limit: Math.min(mostDateLines, limit + pageSize) })}
              />
            ) : null}
            {lines.length < total && limit >= mostDateLines ? (
              <p className="note">Only the first {formatCount(lines.length)} are listed. Choose a month or a kind.</p>
            ) : null}
          </>
        )}
      </QueryView>
    </>
  )
}

/** The dates of households: those that rules derive and the user's own, as a list below a year of months. */
export function DatesPage() {
  const api = useApi()
  const connectionId = useConnection().id
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } }))
  const { asked, show } = useAddress(datesScreen)
  const userId = me.data?.user_id ?? null
  const owner = asked.whose === 'mine' ? userId : null
  const today = localToday(new Date(useNow()))
  const change: Change = (part) => show({ ...asked, ...part })
  const whose = (
    <SegmentedControl
      aria-label="Whose households"
      size="xs"
      value={asked.whose}
      onChange={(value) => change({ whose: value as DatesSearch['whose'] })}
      data={[
        { value: 'mine', label: 'My households' },
        { value: 'firm', label: 'Whole firm' },
      ]}
    />
  )
  return (
    <Page
      title="Dates"
      aside={
        <>
          <OfflineMark />
          {userId === null ? null : whose}
        </>
      }
    >
      <div className={classes.page}>
        <p className="quiet prose below">Derived from births and deaths by rules that may not apply, and your own.</p>
        {me.isPending ? (
          <PageSkeleton label="Loading dates" />
        ) : (
          <Results
            asked={asked}
            change={change}
            onClear={() => change({ month: undefined, kind: undefined, state: 'open' })}
            owner={owner}
            today={today}
          />
        )}
      </div>
    </Page>
  )
}
