import type { ValuationRow } from '../../../shared/ipc/rows.ts'
import { Ago, CalendarDate } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { Money } from '../Money.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { OptionalText } from '../Values.tsx'

export const valuationColumns: readonly GridColumn<ValuationRow>[] = [
  {
    id: 'title',
    header: 'Entity',
    width: 240,
    grow: 3,
    sortable: true,
    cell: (row) => <RecordLink resource="valuations" id={row.id} name={row.title} />,
  },
  {
    id: 'household_name',
    header: 'Household',
    width: 176,
    grow: 2,
    sortable: true,
    cell: (row) => <OptionalText text={row.household_name ?? row.household_id} />,
  },
  {
    id: 'effective_date',
    header: 'As of',
    width: 112,
    sortable: true,
    cell: (row) => <CalendarDate date={row.effective_date} />,
  },
  { id: 'asset_count', header: 'Assets', width: 76, align: 'end', cell: (row) => row.asset_count },
  {
    id: 'directly_held_asset_value',
    header: 'Directly held',
    width: 160,
    align: 'end',
    sortable: true,
    cell: (row) => <Money usd={row.directly_held_asset_value} />,
  },
  {
    id: 'total_value',
    header: 'Total value',
    width: 160,
    align: 'end',
    sortable: true,
    cell: (row) => <Money usd={row.total_value} />,
  },
  { id: 'updated_at', header: 'Updated', width: 128, sortable: true, cell: (row) => <Ago at={row.updated_at} /> },
]
