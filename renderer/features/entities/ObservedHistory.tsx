import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { dateOfDay } from '../../../shared/domain/day-numbers.ts'
import { roundToCents, toDecimal } from '../../../shared/domain/money.ts'
import { perCentOf } from '../../../shared/domain/per-cent.ts'
import { differenceOf, type Figures, pairAssets } from '../../../shared/domain/valuation-difference.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { ObservedAsset, ObservedValuation } from '../../../shared/ipc/observed.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { Money } from '../../components/Money.tsx'
import { MoneyChange } from '../../components/MoneyChange.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { Ago, CalendarDate, Moment, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { amountsAreHidden, formatCents, formatUsdShort, perCentWords } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './history.module.css'
import { amountTicks, linesOf, type Steps, stepsOf, ticksOf } from './steps.ts'
import { type ChangedValuation, type ValueChange, withChanges } from './value-changes.ts'

/** In pixels. */
const height = 220
const plot = { left: 84, right: 40, top: 12, bottom: 34 }
const mostTicks = 6
const tickWidth = 90
/** USD. Amounts below it have room beside the axis with all digits. */
const mostInFull = 1e9
/** USD. The differences between greater numbers may be none. */
const mostDrawn = 1e300

/** Where a day and an amount are drawn, in a chart of this width. */
function scalesOf({ steps }: Steps, width: number) {
  const first = Math.min(...steps.map(({ from }) => from))
  const last = Math.max(first + 1, ...steps.map(({ to }) => to))
  const amounts = amountTicks(steps.flatMap(({ held, total }) => [held, total]))
  const [least = 0, most = 1] = [amounts[0], amounts.at(-1)]
  const wide = Math.max(1, width - plot.left - plot.right)
  const high = height - plot.top - plot.bottom
  return {
    amounts,
    days: ticksOf(first, last, Math.min(mostTicks, Math.max(2, Math.floor(wide / tickWidth)))),
    x: (day: number) => plot.left + ((day - first) / (last - first)) * wide,
    y: (usd: number) => plot.top + (1 - (usd - least) / (most - least)) * high,
  }
}

const beginsAbove = ([first = 0]: readonly number[]) => first > 0

/** Writes amounts of an axis shortly, or in full where shortened ones would be alike or rounded. */
function amountWriter(amounts: readonly number[]): (usd: number) => string {
  const isRounded = new Set(amounts.map(formatUsdShort)).size < amounts.length || beginsAbove(amounts)
  return isRounded && amounts.every((usd) => usd < mostInFull)
    ? (usd) => formatCents(roundToCents(toDecimal(usd))).replace(/\.00$/, '')
    : formatUsdShort
}

/** An entity's observed value as a step line with gaps. The table next to it has the same data as text. */
function HistoryChart({ steps, width }: { steps: Steps; width: number }) {
  const hatch = useId()
  const { amounts, days, x, y } = scalesOf(steps, width)
  const write = amountWriter(amounts)
  const bottom = height - plot.bottom
  const right = width - plot.right
  const lines = (of: 'held' | 'total') =>
    linesOf(steps).map((corners) => (
      <polyline
        key={corners[0]?.day}
        className={classes[of]}
        points={corners.map((corner) => `${x(corner.day)},${y(corner[of])}`).join(' ')}
      />
    ))
  return (
    <svg className={classes.chart} width={width} height={height} aria-hidden="true">
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2={6} className={classes.hatch} />
        </pattern>
      </defs>
      {amounts.map((usd) => (
        <g key={usd} transform={`translate(0 ${y(usd)})`}>
          <line x1={plot.left} x2={right} className={classes.grid} />
          <line x1={plot.left - 6} x2={plot.left} className={classes.axis} />
          <text x={plot.left - 8} dy="0.355em" textAnchor="end">
            {write(usd)}
          </text>
        </g>
      ))}
      {days.map((day) => (
        <g key={day} transform={`translate(${x(day)} ${bottom})`}>
          <line y2={6} className={classes.axis} />
          <text y={8} dy="0.71em" textAnchor="middle">
            {formatCalendarDate(dateOfDay(day))}
          </text>
        </g>
      ))}
      <path className={classes.axis} d={`M${plot.left} ${plot.top}V${bottom}H${right}`} />
      {beginsAbove(amounts) ? (
        // The usual sign of an axis that does not begin at zero.
        <path className={classes.break} d={`M${plot.left - 4} ${bottom - 6}l8 -4m-8 8l8 -4`} />
      ) : null}
      {steps.gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={plot.top}
          width={x(to) - x(from)}
          height={bottom - plot.top}
          fill={`url(#${hatch})`}
        />
      ))}
      {lines('total')}
      {lines('held')}
      {steps.steps.map(({ seq, from, held, own }) =>
        own ? (
          <rect key={seq} x={x(from) - 4} y={y(held) - 4} width={8} height={8} className={classes.own} />
        ) : (
          <circle key={seq} cx={x(from)} cy={y(held)} r={3.5} className={classes.seen} />
        ),
      )}
    </svg>
  )
}

/** The history as a chart with a legend. It shows nothing that is not in the table below it, and it is hidden with the amounts. */
function HistoryFigure({ observations }: { observations: readonly ObservedValuation[] }) {
  const steps = useMemo(() => stepsOf(observations), [observations])
  const { ref, width } = useElementSize()
  const own = steps.steps.some((step) => step.own)
  const ticks = amountTicks(steps.steps.flatMap(({ held, total }) => [held, total]))
  const isTooLarge = steps.steps.some(({ held, total }) => Math.max(Math.abs(held), Math.abs(total)) > mostDrawn)
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label="Observed values over time; the table below has every figure">
        {isTooLarge ? (
          <Quiet>These amounts are too large to draw. The table lists them.</Quiet>
        ) : (
          <div ref={ref} style={{ height }}>
            {steps.steps.length > 0 && width > 0 ? <HistoryChart steps={steps} width={width} /> : null}
          </div>
        )}
      </div>
      <ul className={`wrap ${classes.legend}`} aria-label="Legend">
        <li>
          <svg width="24" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="24" y2="5" className={classes.held} />
          </svg>
          Directly held
        </li>
        <li>
          <svg width="24" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="24" y2="5" className={classes.total} />
          </svg>
          Total value
        </li>
        <li>
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="3.5" className={classes.seen} />
          </svg>
          Takes effect
        </li>
        {own ? (
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <rect x="1" y="1" width="8" height="8" className={classes.own} />
            </svg>
            Logged on this computer
          </li>
        ) : null}
        {isTooLarge || !beginsAbove(ticks) ? null : (
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <path d="M1 5l8 -4m-8 8l8 -4" className={classes.break} />
            </svg>
            The axis does not begin at $0
          </li>
        )}
        {steps.gaps.length > 0 ? (
          <li>
            <svg width="16" height="10" aria-hidden="true">
              <path d="M0 4 4 0M0 10 10 0M6 10 16 0M12 10 16 6" className={classes.hatch} />
            </svg>
            Not seen by this computer
          </li>
        ) : null}
      </ul>
    </figure>
  )
}

const titleOf = ({ effective_date, observed_at }: ObservedValuation) =>
  `Of ${formatCalendarDate(effective_date)}, observed ${formatMoment(observed_at)}`

const Amount = ({ cents }: { cents: bigint | null }) =>
  cents === null ? <Quiet>Not there</Quiet> : <Money cents={cents} />

function Cells({ figures: { before, after, difference } }: { figures: Figures }) {
  return (
    <>
      <td>
        <Amount cents={before} />
      </td>
      <td>
        <Amount cents={after} />
      </td>
      <td>
        <MoneyChange cents={difference} />
      </td>
      <td>{changeWords({ before, after, difference })}</td>
    </>
  )
}

/** The change of an asset, in one word or in per cent; empty where neither says anything. */
function changeWords({ before, after, difference }: Figures): string {
  if (before === null) return 'Added'
  if (after === null) return 'Gone'
  return perCentWords(perCentOf(before, difference), difference) ?? ''
}

/** How many assets were added, are gone, have another value and have the same, such as `1 added, 3 unchanged`. */
function countWords(assets: readonly Figures[]): string {
  const counts = [
    ['added', assets.filter(({ before }) => before === null)],
    ['gone', assets.filter(({ after }) => after === null)],
    [
      'changed',
      assets.filter(({ before, after, difference }) => before !== null && after !== null && difference !== 0n),
    ],
    [
      'unchanged',
      assets.filter(({ before, after, difference }) => before !== null && after !== null && difference === 0n),
    ],
  ] as const
  return counts.flatMap(([word, of]) => (of.length > 0 ? [`${formatCount(of.length)} ${word}`] : [])).join(', ')
}

/** The asset's class, with its previous class if that was different. */
function ClassOf({ before, after }: { before: ObservedAsset | null; after: ObservedAsset | null }) {
  const now = after ?? before
  if (!now) return null
  const moved = before && after && before.asset_class.id !== after.asset_class.id
  return (
    <>
      {moved ? (
        <Quiet>
          <RecordText>{before.asset_class.name}</RecordText> →{' '}
        </Quiet>
      ) : null}
      <RecordText>{now.asset_class.name}</RecordText>
    </>
  )
}

function Comparison({ before, after }: { before: ObservedValuation; after: ObservedValuation }) {
  const pairs = pairAssets(before.assets, after.assets)
  const { assets, beyond, total } = differenceOf(
    { assets: before.assets, stated: before.directly_held_asset_value },
    { assets: after.assets, stated: after.directly_held_asset_value },
    pairs,
  )
  return (
    <div className="scroll-x">
      <p>
        <Quiet>{assets.length > 0 ? `Assets: ${countWords(assets)}.` : 'Neither lists assets.'}</Quiet>
      </p>
      <table className={classes.comparison} aria-label="Differences by asset">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Asset class</th>
            <th scope="col">{formatCalendarDate(before.effective_date)}</th>
            <th scope="col">{formatCalendarDate(after.effective_date)}</th>
            <th scope="col">Difference</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, at) => {
            const was = pair.before === null ? null : (before.assets[pair.before] ?? null)
            const is = pair.after === null ? null : (after.assets[pair.after] ?? null)
            const figures = assets[at]
            return (
              <tr key={`${pair.before}/${pair.after}`}>
                <th scope="row">
                  <RecordText>{(is ?? was)?.display_name ?? ''}</RecordText>
                </th>
                <td>
                  <ClassOf before={was} after={is} />
                </td>
                {figures ? <Cells figures={figures} /> : null}
              </tr>
            )
          })}
          {beyond ? (
            <tr>
              <th scope="row">Not itemized</th>
              <td />
              <Cells figures={beyond} />
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total directly held</th>
            <td />
            <Cells figures={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Two valuations, by their numbers. */
type Compared = { before: number; after: number }

type Props = {
  /** Newest first. */
  observations: readonly ObservedValuation[]
  compared: Compared
  onCompare: (compared: Compared) => void
}

/** Compares any two observed valuations, asset by asset. */
function CompareValuations({ observations, compared, onCompare }: Props) {
  const find = (seq: number) => observations.find((seen) => seen.seq === seq)
  const after = find(compared.after) ?? observations[0]
  const before = find(compared.before) ?? observations[1]
  if (!before || !after) return null
  const data = observations.map((seen) => ({ value: String(seen.seq), label: titleOf(seen) }))
  const choose = (side: 'before' | 'after') => (event: { currentTarget: { value: string } }) =>
    onCompare({ before: before.seq, after: after.seq, [side]: Number(event.currentTarget.value) })
  return (
    <div className={classes.compare}>
      <div className={`wrap ${classes.choose}`}>
        <NativeSelect label="Compare" data={data} value={String(before.seq)} onChange={choose('before')} />
        <NativeSelect label="With" data={data} value={String(after.seq)} onChange={choose('after')} />
      </div>
      <Comparison before={before} after={after} />
    </div>
  )
}

type History = ContractOutputs['valuations']['observed']

/** A change in amount and per cent; its date is in its column's heading or its tooltip. */
function Since({ change }: { change: ValueChange | null }) {
  if (change === null) return null
  const { before, difference, date } = change
  const percent = perCentWords(perCentOf(before, difference), difference)
  return (
    <span title={`Since ${formatCalendarDate(date)}`}>
      <MoneyChange cents={difference} />
      {percent === null ? null : <span className={classes.perCent}> ({percent})</span>}
      <span className="visually-hidden"> since {formatCalendarDate(date)}</span>
    </span>
  )
}

const sinceColumns = (first: string): readonly GridColumn<ChangedValuation>[] => [
  {
    id: 'since-last',
    header: 'Since the one before',
    width: 180,
    align: 'end',
    cell: ({ sinceLast }) => <Since change={sinceLast} />,
  },
  {
    id: 'since-first',
    header: `Since ${formatCalendarDate(first)}`,
    width: 180,
    align: 'end',
    cell: ({ sinceFirst }) => <Since change={sinceFirst} />,
  },
]

type Options = {
  /** The effective date of the first valuation, `YYYY-MM-DD`. */
  first: string
  /** The numbers of the valuations, newest first. */
  seqs: readonly number[]
  onCompare: (compared: Compared) => void
}

/** Compares a valuation with the one observed before it. */
function CompareButton({ seen, seqs, onCompare }: { seen: ChangedValuation } & Omit<Options, 'first'>) {
  const before = seqs[seqs.indexOf(seen.seq) + 1]
  if (before === undefined) return null
  return (
    <ActionIcon
      size={24}
      aria-label={`Compare with the one before: ${formatCalendarDate(seen.effective_date)}`}
      onClick={() => onCompare({ before, after: seen.seq })}
    >
      <IconArrowsDiff size={14} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}

const columnsOf = ({ first, seqs, onCompare }: Options): readonly GridColumn<ChangedValuation>[] => [
  {
    id: 'effective',
    header: 'Effective date',
    width: 120,
    cell: (seen) => (
      <>
        <CalendarDate date={seen.effective_date} /> <CompareButton seen={seen} seqs={seqs} onCompare={onCompare} />
        {seen.own ? (
          <div className={classes.ownTag}>
            <Tag accent>Logged on this computer</Tag>
          </div>
        ) : null}
      </>
    ),
  },
  {
    id: 'held',
    header: 'Directly held',
    width: 140,
    align: 'end',
    cell: (seen) => <Money usd={seen.directly_held_asset_value} />,
  },
  ...sinceColumns(first).slice(0, seqs.length - 1),
  { id: 'total', header: 'Total value', width: 140, align: 'end', cell: (seen) => <Money usd={seen.total_value} /> },
  {
    id: 'assets',
    header: 'Assets',
    width: 80,
    align: 'end',
    cell: (seen) => seen.assets.length.toLocaleString('en-US'),
  },
  { id: 'observed', header: 'Observed', width: 160, cell: (seen) => <Ago at={seen.observed_at} /> },
  { id: 'until', header: 'Seen until', width: 160, cell: (seen) => <Ago at={seen.seen_until} /> },
]

function Told({ observations, left_out }: History) {
  const [comparing, setComparing] = useState<Compared | null>(null)
  const first = observations.at(-1)
  if (!first) return <Quiet>Nothing observed on this computer yet.</Quiet>
  const seqs = observations.map(({ seq }) => seq)
  const [latest = 0, before = latest] = seqs
  return (
    <>
      <Quiet>
        Observed on this computer since <Moment at={first.observed_at} />. The service shows only the latest valuation,
        so there may have been others between these.
        {left_out > 0 ? ` ${left_out.toLocaleString('en-US')} older ones are kept but not shown.` : ''}
      </Quiet>
      {observations.length > 1 && !amountsAreHidden() ? <HistoryFigure observations={observations} /> : null}
      <RecordTable
        label="Observed valuations"
        columns={columnsOf({ first: first.effective_date, seqs, onCompare: setComparing })}
        rows={withChanges(observations)}
        keyOf={({ seq }) => String(seq)}
      />
      {observations.length > 1 ? (
        <Button
          variant="default"
          size="compact-xs"
          mt="sm"
          aria-expanded={comparing !== null}
          onClick={() => setComparing(comparing === null ? { before, after: latest } : null)}
        >
          {comparing !== null ? 'Hide comparison' : 'Compare two valuations'}
        </Button>
      ) : null}
      {comparing === null ? null : (
        <CompareValuations observations={observations} compared={comparing} onCompare={setComparing} />
      )}
    </>
  )
}

/** The valuations of an entity that this computer has observed over time. The service returns only the latest. */
export function ObservedHistory({ entityId }: { entityId: string }) {
  const input = { connectionId: useConnection().id, entity_id: entityId }
  const query = useQuery(useApi().valuations.observed.queryOptions({ input }))
  const count = query.data?.observations.length
  return (
    <Section title="Valuation history" {...(count === undefined ? {} : { count })}>
      <QueryView query={query} label="valuation history">
        {(history) => <Told {...history} />}
      </QueryView>
    </Section>
  )
}
