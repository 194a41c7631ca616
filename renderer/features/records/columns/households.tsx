import type { HouseholdRow } from '../../../../shared/ipc/rows.ts'
import { agoColumn, countColumn, listGrid, nameColumn, textColumn } from './kinds.tsx'

export const householdColumns = listGrid<'households', HouseholdRow>('households', {
  title: nameColumn('households', { header: 'Household', width: 240, grow: 3 }),
  primaries: textColumn('primaries', { header: 'Primary clients', width: 184, grow: 3 }),
  owner_name: textColumn('owner_name', { header: 'Owner', width: 136, grow: 1 }, (row) => row.owner_id),
  external_id: { width: 112, grow: 1 },
  individual_count: countColumn('individual_count', { header: 'People', width: 80 }),
  entity_count: countColumn('entity_count', { header: 'Entities', width: 84 }),
  document_count: countColumn('document_count', { header: 'Documents', width: 104 }),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116 }),
  owner_id: textColumn('owner_id', { header: 'Owner ID', width: 160, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})
