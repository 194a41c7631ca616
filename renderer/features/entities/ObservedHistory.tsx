import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { CalendarDate, Moment } from '../../components/Dates.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { Money } from '../../components/Money.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordId } from '../../components/Values.tsx'

type Observation = ContractOutputs['entities']['get']['observations'][number]

const columns: readonly GridColumn<Observation>[] = [
  { id: 'observed', header: 'Observed', width: 160, cell: (seen) => <Moment at={seen.observed_at} /> },
  {
    id: 'effective',
    header: 'Effective date',
    width: 120,
    cell: (seen) => <CalendarDate date={seen.effective_date} />,
  },
  {
    id: 'held',
    header: 'Directly held',
    width: 140,
    align: 'end',
    cell: (seen) => <Money usd={seen.directly_held_asset_value} />,
  },
  { id: 'total', header: 'Total value', width: 140, align: 'end', cell: (seen) => <Money usd={seen.total_value} /> },
  { id: 'id', header: 'Valuation id', width: 240, cell: (seen) => <RecordId id={seen.valuation_id} of="valuation" /> },
]

/** What this computer has seen of an entity's valuations over time: the service shows only the latest. */
export function ObservedHistory({ observations }: { observations: readonly Observation[] }) {
  const newestFirst = observations.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1))
  const first = newestFirst.at(-1)
  return (
    <Section title="Valuation history" count={observations.length}>
      {first ? (
        <>
          <Quiet>
            Observed on this device since <Moment at={first.observed_at} />. The service shows only the latest
            valuation, so earlier ones may be missing.
          </Quiet>
          <RecordTable
            label="Observed valuations"
            columns={columns}
            rows={newestFirst}
            keyOf={(seen) => seen.observed_at + seen.valuation_id}
          />
        </>
      ) : (
        <Quiet>Nothing observed on this device yet.</Quiet>
      )}
    </Section>
  )
}
