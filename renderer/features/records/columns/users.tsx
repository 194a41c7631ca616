import type { UserRow } from '../../../../shared/ipc/rows.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { agoColumn, countColumn, nameColumn, textColumn } from './kinds.tsx'

export const userColumns: readonly GridColumn<UserRow>[] = [
  nameColumn('users', { header: 'Name', width: 240, grow: 2 }),
  textColumn('email', { header: 'Email', width: 240, grow: 2 }),
  countColumn('household_count', { header: 'Households', width: 112 }),
  agoColumn('updated_at', { header: 'Updated', width: 128 }),
  agoColumn('created_at', { header: 'Created', width: 128, hidden: true }),
]
