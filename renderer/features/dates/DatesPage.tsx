import { Button, SegmentedControl, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { type ChosenDates, type DateLine, mostDateLines } from '../../../shared/ipc/dates.ts'
import { Choice, FilterRow } from '../../components/filters/FilterRow.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { firstShown } from '../../components/Section.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState, PageSkeleton } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { SoFar } from '../../components/Unread.tsx'
import { CalendarDate } from '../../components/Values.tsx'
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

type Narrowed = Omit<ChosenDates, 'from' | 'to'>

type Change = (part: Partial<DatesSearch>) => void
type FilterProps = {
  asked: DatesSearch
  change: Change
  onClear: () => void
  kinds: List['kinds']
  /** Undefined while they are counted. */
  overdue: number | undefined
  today: string
}

/** Filters by year, kind and state; overdue dates have no year to choose. */
function Filters({ asked, change, onClear, kinds, overdue, today }: FilterProps) {
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: yearsAhead + 2 }, (_, at) => thisYear - 1 + at)
  const shown = asked.year === undefined || years.includes(asked.year) ? years : [asked.year, ...years]
  // The user's own are few, and the rules' many.
  const isOwn = (id: string) => Number(id.startsWith('own:'))
  const known = kinds.map(({ id }) => id).toSorted((one, other) => isOwn(other) - isOwn(one))
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
      {asked.state === 'overdue' ? null : (
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
      )}
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
        onChange={(state) => change({ state: state as DatesSearch['state'], month: undefined })}
        data={states.map((value) => ({
          value,
          label:
            value === 'overdue' && overdue ? (
              <span className={classes.overdue}>
                {stateNames.overdue} {formatCount(overdue)}
              </span>
            ) : (
              stateNames[value]
            ),
        }))}
      />
    </FilterRow>
  )
}

type YearProps = { months: List['months']; chosen: string | undefined; onMonth: (month: string | undefined) => void }

/** Twelve months with the number of their dates; one narrows the list below to it. The arrow keys lead from one to the next. */
function Year({ months, chosen, onMonth }: YearProps) {
  const most = Math.max(1, ...months.map(({ count }) => count))
  const [focused, setFocused] = useState<string>()
  const tabStop = [focused, chosen].find((one) => months.some(({ month }) => month === one)) ?? months[0]?.month
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    buttons[buttons.findIndex((button) => button.matches(':focus')) + by]?.focus()
  }
  return (
    <ul className={classes.year} aria-label="Months" onKeyDown={onKeyDown}>
      {months.map(({ month, count }) => (
        <li key={month}>
          <button
            tabIndex={month === tabStop ? 0 : -1}
            onFocus={() => setFocused(month)}
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

type Fold = List['folds'][number]

type FoldProps = { fold: Fold; narrowed: Narrowed; today: string }

/** The dates of one rule and day, which open below their number. */
function FoldItem({ fold: { date, kind, title, resource, count }, narrowed, today }: FoldProps) {
  const [opened, { toggle }] = useDisclosure(false)
  const [limit, setLimit] = useState(pageSize)
  // The days do not narrow overdue dates. Those of a rule and day are its open ones.
  const state = narrowed.state === 'overdue' ? 'open' : narrowed.state
  const query = useQuery({
    ...useApi().dates.list.queryOptions({ input: { ...narrowed, state, kind, from: date, to: date, limit } }),
    placeholderData: keepPreviousData,
    enabled: opened,
  })
  const { lines = [], total = 0 } = query.data ?? {}
  const words =
    resource === 'households' ? countOf(count, 'household', 'households') : countOf(count, 'person', 'people')
  const name = `${title}, ${words}, ${formatCalendarDate(date)}`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    toggle()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between lines. */}
      <li className={`row ${classes.line}`} data-line tabIndex={0} aria-label={name} onKeyDown={onKeyDown}>
        <div className={classes.day}>
          <CalendarDate date={date} />
          {narrowed.state === 'overdue' ? (
            <span className={classes.late}>overdue</span>
          ) : date < today ? (
            <span className={classes.note}>past</span>
          ) : null}
        </div>
        <div className={`anywhere ${classes.about}`}>
          {title} · <strong>{words}</strong>
        </div>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={opened}
          aria-label={`${opened ? 'Hide' : 'Show'}: ${name}`}
          onClick={toggle}
        >
          {opened ? 'Hide' : 'Show'}
        </Button>
      </li>
      {opened ? (
        <li>
          <QueryView query={query} label={title}>
            {() => (
              <>
                <ul className={classes.folded} aria-label={name}>
                  {lines.map((line) => (
                    <DateLineItem key={line.subject} line={line} today={today} />
                  ))}
                </ul>
                {lines.length < total ? (
                  <ShowMore
                    label="Show more dates"
                    busy={query.isFetching}
                    onPaper={firstShown(lines.length, total)}
                    onMore={() => setLimit(Math.min(mostDateLines, limit + pageSize))}
                  />
                ) : null}
              </>
            )}
          </QueryView>
        </li>
      ) : null}
    </>
  )
}

type MonthsProps = { lines: readonly DateLine[]; folds: readonly Fold[]; narrowed: Narrowed; today: string }

/** Lines under the months that they are in, and after those of a day its folds. */
function Months({ lines, folds, narrowed, today }: MonthsProps) {
  const months = [...new Set([...lines, ...folds].map(({ date }) => date.slice(0, 7)))].toSorted()
  const items = [
    ...lines.map((line) => ({
      date: line.date,
      item: <DateLineItem key={`${line.subject} ${line.what} ${line.date}`} line={line} today={today} />,
    })),
    ...folds.map((fold) => ({
      date: fold.date,
      item: <FoldItem key={`${fold.kind} ${fold.date}`} {...{ fold, narrowed, today }} />,
    })),
  ].toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  return months.map((month) => (
    <section key={month} aria-label={monthWords(month)}>
      <h2 className={classes.heading}>{monthWords(month)}</h2>
      <ul className="plain-list">{items.filter(({ date }) => date.startsWith(month)).map(({ item }) => item)}</ul>
    </section>
  ))
}

function Nothing({ asked, isMine }: { asked: DatesSearch; isMine: boolean }) {
  if (asked.state === 'done')
    return <EmptyState title="Nothing done yet" hint="Dates that you mark as done are listed here." />
  if (asked.state === 'overdue')
    return <EmptyState title="Nothing overdue" hint="Dates whose day has passed are listed here until they are done." />
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

/** The days that overdue dates do not depend on. */
const thisYear = { year: undefined, month: undefined }

type ResultsProps = { asked: DatesSearch; change: Change; onClear: () => void; owner: string | null; today: string }

function Results({ asked, change, onClear, owner, today }: ResultsProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const key = JSON.stringify([owner, asked])
  const [more, setMore] = useState({ key, limit: pageSize })
  const limit = more.key === key ? more.limit : pageSize
  const isOverdue = asked.state === 'overdue'
  const narrowed: Narrowed = { connectionId, owner_id: owner, kind: asked.kind ?? null, state: asked.state }
  const year = spanOf({ year: asked.year, month: undefined }, today)
  const whole = useQuery({
    ...api.dates.list.queryOptions({ input: { ...narrowed, ...year, limit: 0 } }),
    placeholderData: keepPreviousData,
  })
  const overdue = useQuery({
    ...api.dates.list.queryOptions({ input: { ...narrowed, ...spanOf(thisYear, today), state: 'overdue', limit: 0 } }),
    placeholderData: keepPreviousData,
  })
  const span = isOverdue ? spanOf(thisYear, today) : spanOf(asked, today)
  const query = useQuery({
    ...api.dates.list.queryOptions({ input: { ...narrowed, ...span, limit, fold: true } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters {...{ asked, change, onClear, today }} kinds={whole.data?.kinds ?? []} overdue={overdue.data?.total} />
      <QueryView query={query} label="dates">
        {({ lines, folds: all, total }) => {
          const isWhole = lines.length + all.reduce((sum, { count }) => sum + count, 0) >= total
          const last = lines.at(-1)?.date ?? ''
          // A fold after the last line that was read would hide that lines before it are still to come.
          const folds = all.filter(({ date }) => isWhole || date <= last)
          return (
            <>
              {isOverdue ? (
                <p className={`note ${classes.aboutOverdue}`}>
                  Past and not marked as done: your own dates of any year, and those by rules since January 1,{' '}
                  {Number(today.slice(0, 4)) - 1}, such as a tax return after a death. Earlier ones are under their
                  years.
                </p>
              ) : (
                <Year months={whole.data?.months ?? []} chosen={asked.month} onMonth={(month) => change({ month })} />
              )}
              <div className="row">
                <p className="quiet" role="status">
                  {total === 0 ? null : countOf(total, 'date', 'dates')}
                  <SoFar of="individuals" />
                </p>
                {total === 0 ? null : <ExportDates chosen={{ ...narrowed, ...span }} total={total} />}
                <ImportDates />
              </div>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between its lines. */}
              <div onKeyDown={moveByLine}>
                <Months {...{ lines, folds, narrowed, today }} />
              </div>
              {total === 0 && !query.isPlaceholderData ? <Nothing asked={asked} isMine={owner !== null} /> : null}
              {!isWhole && limit < mostDateLines ? (
                <ShowMore
                  label="Show more dates"
                  busy={query.isFetching}
                  onPaper={firstShown(lines.length, total)}
                  onMore={() => setMore({ key, limit: Math.min(mostDateLines, limit + pageSize) })}
                />
              ) : null}
              {!isWhole && limit >= mostDateLines ? (
                <p className="note">Only the first {formatCount(lines.length)} are listed. Choose a month or a kind.</p>
              ) : null}
            </>
          )
        }}
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
