import type { HouseholdRow } from '../../../shared/ipc/rows.ts'
import { Ago } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { RecordLink } from '../RecordLink.tsx'
import { OptionalText } from '../Values.tsx'

export const householdColumns: readonly GridColumn<HouseholdRow>[] = [
  {
    id: 'title',
    header: 'Household',
    width: 240,
    grow: 3,
    sortable: true,
    cell: (row) => <RecordLink resource="households" id={row.id} name={row.title} />,
  },
  {
    id: 'primaries',
    header: 'Primary clients',
    width: 200,
    grow: 3,
    cell: (row) => <OptionalText text={row.primaries} />,
  },
  {
    id: 'owner_name',
    header: 'Owner',
    width: 136,
    grow: 1,
    sortable: true,
    cell: (row) => <OptionalText text={row.owner_name ?? row.owner_id} />,
  },
  {
    id: 'external_id',
    header: 'External id',
    width: 112,
    grow: 1,
    sortable: true,
    cell: (row) => <OptionalText text={row.external_id} />,
  },
  { id: 'individual_count', header: 'People', width: 72, align: 'end', cell: (row) => row.individual_count },
  { id: 'entity_count', header: 'Entities', width: 76, align: 'end', cell: (row) => row.entity_count },
  { id: 'document_count', header: 'Docs', width: 64, align: 'end', cell: (row) => row.document_count },
  { id: 'updated_at', header: 'Updated', width: 128, sortable: true, cell: (row) => <Ago at={row.updated_at} /> },
]
