import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { perCentOf, perCentWords } from '../../../shared/domain/per-cent.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { CalendarDate, Moment } from '../../components/Dates.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { Money } from '../../components/Money.tsx'
import { MoneyChange } from '../../components/MoneyChange.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { type Compared, CompareValuations } from './CompareValuations.tsx'
import { HistoryFigure } from './HistoryFigure.tsx'
import { type ChangedValuation, type ValueChange, withChanges } from './value-changes.ts'

type History = ContractOutputs['valuations']['observed']

/** A change in amount and per cent; its date is in its column's heading or its tooltip. */
function Since({ change }: { change: ValueChange | null }) {
  if (change === null) return null
  const { before, difference, date } = change
  const percent = perCentWords(perCentOf(before, difference), difference)
  return (
    <span title={`Since ${formatCalendarDate(date)}`}>
      <MoneyChange cents={difference} />
      {percent === null ? null : ` (${percent})`}
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
  ...(seqs.length > 1 ? sinceColumns(first) : []),
  { id: 'total', header: 'Total value', width: 140, align: 'end', cell: (seen) => <Money usd={seen.total_value} /> },
  {
    id: 'assets',
    header: 'Assets',
    width: 80,
    align: 'end',
    cell: (seen) => seen.assets.length.toLocaleString('en-US'),
  },
  {
    id: 'own',
    header: 'From',
    width: 160,
    cell: (seen) => (seen.own ? <Tag accent>Logged on this computer</Tag> : <Quiet>The service</Quiet>),
  },
  { id: 'observed', header: 'Observed', width: 160, cell: (seen) => <Moment at={seen.observed_at} /> },
  { id: 'until', header: 'Seen until', width: 160, cell: (seen) => <Moment at={seen.seen_until} /> },
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
      {observations.length > 1 ? <HistoryFigure observations={observations} /> : null}
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
