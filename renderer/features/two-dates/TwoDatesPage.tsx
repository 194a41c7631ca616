import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addMonths } from '../../../shared/dates/calendar.ts'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { dayNumber } from '../../../shared/domain/day-numbers.ts'
import { calendarDateIn, localToday, yearBefore } from '../../../shared/domain/days.ts'
import { toDollars } from '../../../shared/domain/money.ts'
import { bridgeKindWords, comparedWords } from '../../../shared/domain/value-bridge.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import { ChangeSince, Figure } from '../../components/Figure.tsx'
import { DateInput } from '../../components/filters/FilterRow.tsx'
import { Money } from '../../components/Money.tsx'
import { MoneyChange } from '../../components/MoneyChange.tsx'
import { type Crumb, Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { StepChart } from '../../components/step-chart/StepChart.tsx'
import type { Steps } from '../../components/step-chart/steps.ts'
import { OfflineMark } from '../../components/sync-state.tsx'
import { CalendarDate, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { amountsAreHidden } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { type AddressSearch, useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import classes from './two-dates.module.css'

/** Whose values are compared, and on which days, `YYYY-MM-DD`; without a day a year ago, and today. */
type TwoDates = {
  of: ContractInputs['rollUps']['bridge']['of']
  from: string | undefined
  to: string | undefined
}

function readOf({ household, entity, owner }: AddressSearch): TwoDates['of'] {
  if (typeof household === 'string') return { what: 'household', id: household }
  if (typeof entity === 'string') return { what: 'entity', id: entity }
  return typeof owner === 'string' ? { what: 'owner', id: owner } : { what: 'book' }
}

/** The parameters of an address for these settings. */
function writeTwoDates({ of, from, to }: TwoDates): AddressSearch {
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  return of.what === 'book' ? days : { [of.what]: of.id, ...days }
}

/** The page with its settings in its address. */
const twoDatesScreen = {
  path: 'two-dates',
  read: (search: AddressSearch): TwoDates => ({
    of: readOf(search),
    from: calendarDateIn(search.from),
    to: calendarDateIn(search.to),
  }),
  write: writeTwoDates,
}

type Bridge = ContractOutputs['rollUps']['bridge']

type BridgeProps = { bridge: Bridge; from: string; to: string }

const entities = (count: number) => (count === 1 ? '1 entity' : `${formatCount(count)} entities`)

/** The name of what is compared, and the way back to it. */
function useSubject(of: TwoDates['of']): { name: string; crumbs: Crumb[] } {
  const api = useApi()
  const connectionId = useConnection().id
  const params = { connectionId, id: 'id' in of ? of.id : '' }
  const input = { connectionId, id: params.id }
  const household = useQuery({ ...api.households.get.queryOptions({ input }), enabled: of.what === 'household' }).data
  const entity = useQuery({ ...api.entities.get.queryOptions({ input }), enabled: of.what === 'entity' }).data
  if (of.what === 'household') {
    const name = household?.title ?? ''
    return { name, crumbs: [{ label: name || 'Household', to: '/c/$connectionId/households/$id', params }] }
  }
  if (of.what === 'entity') {
    const name = entity?.record.display_name ?? ''
    return { name, crumbs: [{ label: name || 'Entity', to: '/c/$connectionId/entities/$id', params }] }
  }
  return { name: of.what === 'owner' ? 'My households' : 'Whole book', crumbs: [] }
}

/** My households or all: only where the user’s name is set. */
function Whose({ of, onOf }: { of: TwoDates['of']; onOf: (of: TwoDates['of']) => void }) {
  const input = { connectionId: useConnection().id }
  const me = useQuery(useApi().places.me.queryOptions({ input })).data?.user_id ?? null
  if (me === null || of.what === 'household' || of.what === 'entity') return null
  return (
    <SegmentedControl
      aria-label="Whose values"
      data={[
        { value: 'owner', label: 'My households' },
        { value: 'book', label: 'Whole firm' },
      ]}
      value={of.what}
      onChange={(what) => onOf(what === 'owner' ? { what, id: me } : { what: 'book' })}
    />
  )
}

type DaysProps = {
  days: { from: string; to: string }
  today: string
  met: string | null
  onDays: (days: Partial<DaysProps['days']>) => void
}

/** The two days, and those that are usually meant. */
function Days({ days: { from, to }, today, met, onDays }: DaysProps) {
  const usual = [
    ...(met === null ? [] : [{ label: 'Last meeting', day: met }]),
    { label: 'A year ago', day: yearBefore(today) },
    { label: 'Start of the year', day: `${today.slice(0, 4)}-01-01` },
  ].filter(({ day }) => day < today)
  const [refused, setRefused] = useState<string | null>(null)
  const choose = (days: Partial<DaysProps['days']>, problem: string | null) => {
    setRefused(problem)
    if (problem === null) onDays(days)
  }
  const chooseFrom = (day: string) =>
    choose({ from: day }, day < to ? null : `“From” must be before ${formatCalendarDate(to)}. Choose an earlier day.`)
  const chooseTo = (day: string) => {
    const isLater = day > from ? null : `“To” must be after ${formatCalendarDate(from)}. Choose a later day.`
    choose({ to: day }, day > today ? '“To” must not be after today. Choose an earlier day.' : isLater)
  }
  return (
    <search className={`wrap ${classes.days}`} aria-label="Two dates">
      <DateInput label="From" date={from} max={to} onDate={chooseFrom} />
      <span aria-hidden="true">→</span>
      <DateInput label="To" date={to} min={from} max={today} onDate={chooseTo} />
      {usual.map(({ label, day }) => (
        <Button
          key={label}
          variant={day === from && to === today ? 'light' : 'default'}
          size="compact-sm"
          aria-pressed={day === from && to === today}
          onClick={() => choose({ from: day, to: today }, null)}
        >
          {label}
        </Button>
      ))}
      <output className="negative">{refused}</output>
    </search>
  )
}

const NotKnown = ({ count, day }: { count: number; day: string }) => (
  <>
    {entities(count)} had no value that this computer knows of on <CalendarDate date={day} />, so the sum of that day is
    of the others.
  </>
)

/** Says which entities the sums leave out, and offers the first day on which every value is known. */
function Unknown({ bridge, from, to, today, onFrom }: BridgeProps & { today: string; onFrom: (day: string) => void }) {
  const { unknown, first_day: first, dated_later: later } = bridge
  return (
    <>
      {unknown.before === 0 ? null : (
        <p className={`note ${classes.about}`}>
          <NotKnown count={unknown.before} day={from} />{' '}
          {first === null ? null : (
            <Button variant="default" size="compact-xs" onClick={() => onFrom(first)}>
              Compare from {formatCalendarDate(first)}
            </Button>
          )}
        </p>
      )}
      {unknown.after === 0 ? null : (
        <p className={`note ${classes.about}`}>
          <NotKnown count={unknown.after} day={to} />
        </p>
      )}
      {later === 0 ? null : (
        <p className={`note ${classes.about}`}>
          Dated after <CalendarDate date={to < today ? today : to} />: the latest value of {entities(later)}. It counts
          in the recorded value on other pages, and not in this sum.
        </p>
      )}
    </>
  )
}

/** Says that entities deleted long ago are in neither sum, where the first day is before the changes that are kept. */
function Forgotten({ from, today }: { from: string; today: string }) {
  const { change_months: months } = usePreferences().chosen
  if (months === 0 || from >= addMonths(today, -months)) return null
  return (
    <p className={`note ${classes.about}`}>
      Changes are kept for {countOf(months, 'month', 'months')}: entities that were gone before are in neither sum.
    </p>
  )
}

/** The change of the entities with a value on both days: one that was added or is gone is no growth or loss. */
function Compared({ bridge: { compared, kinds }, from }: { bridge: Bridge; from: string }) {
  if (amountsAreHidden() || compared.entities === 0) return null
  const all = kinds.reduce((sum, kind) => sum + kind.entities, 0)
  const [before, after] = [toDollars(BigInt(compared.before)), toDollars(BigInt(compared.after))]
  return (
    <>
      <ChangeSince from={before} to={after} date={from} />{' '}
      {compared.entities === all ? null : <Quiet>{comparedWords(compared.entities)}</Quiet>}
    </>
  )
}

/** The steps from one sum to the other. */
function Totals({ bridge: { before, after, kinds, unknown }, from, to }: BridgeProps) {
  return (
    <table className={classes.table} aria-label="From one day to the other">
      <thead>
        <tr>
          <th scope="col">What became of it</th>
          <th scope="col">Entities</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        <tr className={classes.sum}>
          <th scope="row">
            {formatCalendarDate(from)} {unknown.before > 0 ? <Quiet>known values</Quiet> : null}
          </th>
          <td />
          <td>
            <Money cents={BigInt(before)} />
          </td>
        </tr>
        {kinds.map(({ kind, entities: count, difference, unsent }) => (
          <tr key={kind}>
            <th scope="row" title={bridgeKindWords[kind].why}>
              {bridgeKindWords[kind].name} {unsent > 0 ? <Tag>{formatCount(unsent)} not sent yet</Tag> : null}
            </th>
            <td>{formatCount(count)}</td>
            <td>
              <MoneyChange cents={BigInt(difference)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={classes.sum}>
          <th scope="row">
            {formatCalendarDate(to)} {unknown.after > 0 ? <Quiet>known values</Quiet> : null}
          </th>
          <td />
          <td>
            <Money cents={BigInt(after)} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const Amount = ({ cents, date }: { cents: string | null; date: string | null }) =>
  cents === null ? (
    <Quiet>—</Quiet>
  ) : (
    <span title={date === null ? undefined : `Valuation of ${formatCalendarDate(date)}`}>
      <Money cents={BigInt(cents)} />
    </span>
  )

function Entities({ bridge: { lines, kinds }, from, to }: BridgeProps) {
  const total = kinds.reduce((sum, kind) => sum + kind.entities, 0)
  return (
    <Section title="Entities" count={total}>
      <div className="scroll-x">
        <table className={classes.table} aria-label="Entities on both days">
          <thead>
            <tr>
              <th scope="col">Entity</th>
              <th scope="col" className={classes.kind}>
                What became of it
              </th>
              <th scope="col">{formatCalendarDate(from)}</th>
              <th scope="col">{formatCalendarDate(to)}</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.gone ? (
                    <RecordText>{line.name}</RecordText>
                  ) : (
                    <RecordLink resource="entities" id={line.id} name={line.name} />
                  )}{' '}
                  {line.unsent ? <Tag>Not sent yet</Tag> : null}
                  <span className={classes.kindBelow}>{bridgeKindWords[line.kind].name}</span>
                </th>
                <td className={classes.kind} title={bridgeKindWords[line.kind].why}>
                  {bridgeKindWords[line.kind].name}
                </td>
                <td>
                  <Amount cents={line.before} date={line.dates.before} />
                </td>
                <td>
                  <Amount cents={line.after} date={line.dates.after} />
                </td>
                <td>
                  <MoneyChange cents={BigInt(line.difference)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length < total ? (
        <p className="note">
          The {formatCount(lines.length)} that changed most, of {formatCount(total)}.
        </p>
      ) : null}
    </Section>
  )
}

/** The days of a line as steps; days of which a value is not known are gaps. */
function stepsOf(days: Bridge['days'], today: string): Steps {
  const end = dayNumber(today) ?? 0
  const ranges = days.map(({ day, value }, at) => {
    const next = days[at + 1]?.day
    return { from: dayNumber(day) ?? 0, to: next === undefined ? end : (dayNumber(next) ?? end), value }
  })
  const firstKnown = Math.max(
    0,
    ranges.findIndex(({ value }) => value !== null),
  )
  return {
    steps: ranges.flatMap(({ from, to, value }, at) => {
      const usd = value === null ? null : toDollars(BigInt(value))
      return usd === null ? [] : [{ seq: at, from, to, held: usd, total: usd, own: false }]
    }),
    // The line begins with the first day that is known.
    gaps: ranges
      .slice(firstKnown)
      .filter(({ value, from, to }) => value === null && to > from)
      .map(({ from, to }) => ({ from, to })),
  }
}

function OverTime({ days, today }: { days: Bridge['days']; today: string }) {
  const steps = useMemo(() => stepsOf(days, today), [days, today])
  if (days.length < 2 || steps.steps.length === 0) return null
  return (
    <Section title="Over time">
      <Quiet>
        From the valuations that this computer saw, by effective date. A value stands until the next takes effect; none
        is estimated.
      </Quiet>
      <StepChart steps={steps} label="Recorded value over time" gap="Not known" totals={false} />
    </Section>
  )
}

/** The recorded value of a household, an entity, one’s households or the book on two days, and what became of each entity. */
export function TwoDatesPage() {
  const { asked, show } = useAddress(twoDatesScreen)
  const api = useApi()
  const connectionId = useConnection().id
  const today = localToday(new Date(useNow()))
  const { of } = asked
  const to = asked.to ?? today
  // An address may have been typed by hand.
  const from = asked.from !== undefined && asked.from < to ? asked.from : yearBefore(to)
  const query = useQuery(api.rollUps.bridge.queryOptions({ input: { connectionId, of, from, to } }))
  const household = of.what === 'household' ? of.id : ''
  const visit = useQuery({
    ...api.changes.household.queryOptions({ input: { connectionId, household_id: household } }),
    enabled: household !== '',
  }).data
  const met = visit?.met_at ? localToday(new Date(visit.met_at)) : null
  const { name, crumbs } = useSubject(of)
  return (
    <Page
      title={name === '' ? 'Two dates' : `${name} at two dates`}
      kind="Two dates"
      crumbs={crumbs}
      aside={
        <>
          <Whose of={of} onOf={(chosen) => show({ ...asked, of: chosen })} />
          <OfflineMark />
        </>
      }
    >
      <Days
        days={{ from, to }}
        today={today}
        met={met === today ? null : met}
        onDays={(days) => show({ ...asked, from, to, ...days })}
      />
      <QueryView query={query} label="the values on two dates">
        {(bridge) =>
          bridge.kinds.length === 0 ? (
            <Quiet>No values are known on these days.</Quiet>
          ) : (
            <>
              <Figure
                label={`Recorded value on ${formatCalendarDate(to)}`}
                cents={BigInt(bridge.after)}
                beside={<Compared bridge={bridge} from={from} />}
              />
              {of.what === 'owner' ? (
                <p className={`note ${classes.about}`}>
                  Households that are yours today, on both days: those that are gone or have another owner by now are
                  left out.
                </p>
              ) : null}
              <Forgotten from={from} today={today} />
              <Unknown {...{ bridge, from, to, today }} onFrom={(day) => show({ ...asked, from: day, to })} />
              {/* Which values changed, which did not, and which changed most tells of the amounts. */}
              {amountsAreHidden() ? (
                <Quiet>What became of each value is hidden with the amounts.</Quiet>
              ) : (
                <>
                  <Totals bridge={bridge} from={from} to={to} />
                  <OverTime days={bridge.days} today={today} />
                  <Entities bridge={bridge} from={from} to={to} />
                </>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
