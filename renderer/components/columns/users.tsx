import type { UserRow } from '../../../shared/ipc/rows.ts'
import { Ago } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { RecordLink } from '../RecordLink.tsx'
import { RecordText } from '../Values.tsx'

export const userColumns: readonly GridColumn<UserRow>[] = [
  {
    id: 'title',
    header: 'Name',
    width: 240,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordLink resource="users" id={row.id} name={row.title} />,
  },
  {
    id: 'email',
    header: 'E-mail',
    width: 240,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordText>{row.email}</RecordText>,
  },
  { id: 'household_count', header: 'Households', width: 104, align: 'end', cell: (row) => row.household_count },
  { id: 'updated_at', header: 'Updated', width: 128, sortable: true, cell: (row) => <Ago at={row.updated_at} /> },
]
