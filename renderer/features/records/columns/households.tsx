import type { HouseholdRow } from '../../../../shared/ipc/rows.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { agoColumn, countColumn, nameColumn, textColumn } from './kinds.tsx'

export const householdColumns: readonly GridColumn<HouseholdRow>[] = [
  nameColumn('households', { header: 'Household', width: 240, grow: 3 }),
  textColumn('primaries', { header: 'Primary clients', width: 184, grow: 3 }),
  textColumn('owner_name', { header: 'Owner', width: 136, grow: 1 }, (row) => row.owner_id),
  textColumn('external_id', { header: 'External ID', width: 112, grow: 1 }),
  countColumn('individual_count', { header: 'People', width: 80 }),
  countColumn('entity_count', { header: 'Entities', width: 84 }),
  countColumn('document_count', { header: 'Documents', width: 104 }),
  agoColumn('updated_at', { header: 'Updated', width: 116 }),
  textColumn('owner_id', { header: 'Owner ID', width: 160, hidden: true }),
  agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
]
