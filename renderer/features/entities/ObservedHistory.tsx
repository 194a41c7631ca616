import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
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
import { StepChart } from '../../components/step-chart/StepChart.tsx'
import { Ago, CalendarDate, Moment, Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { amountsAreHidden, perCentWords } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import classes from './history.module.css'
import { stepsOf } from './steps.ts'
import { type ChangedValuation, type ValueChange, withChanges } from './value-changes.ts'

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
  const steps = useMemo(() => stepsOf(observations), [observations])
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
      {observations.length > 1 && !amountsAreHidden() ? (
        <StepChart
          steps={steps}
          label="Observed values over time; the table below has every figure"
          gap="Not seen by this computer"
        />
      ) : null}
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
  const connectionId = useConnection().id
  const input = { connectionId, entity_id: entityId }
  const query = useQuery(useApi().valuations.observed.queryOptions({ input }))
  const count = query.data?.observations.length
  return (
    <Section
      title="Valuation history"
      {...(count === undefined ? {} : { count })}
      aside={
        <Link to="/c/$connectionId/two-dates" params={{ connectionId }} search={{ entity: entityId }}>
          Compare two dates
        </Link>
      }
    >
      <QueryView query={query} label="valuation history">
        {(history) => <Told {...history} />}
      </QueryView>
    </Section>
  )
}
