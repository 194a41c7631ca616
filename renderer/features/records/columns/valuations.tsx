import type { ValuationRow } from '../../../../shared/ipc/rows.ts'
import { agoColumn, countColumn, listGrid, nameColumn, textColumn } from './kinds.tsx'

export const valuationColumns = listGrid<'valuations', ValuationRow>('valuations', {
  title: nameColumn('valuations', { header: 'Entity', width: 196, grow: 3 }),
  household_name: textColumn('household_name', { header: 'Household', width: 124, grow: 2 }, (row) => row.household_id),
  owner_name: textColumn('owner_name', { header: 'Owner', width: 112, grow: 1 }, (row) => row.owner_id),
  effective_date: { width: 120 },
  asset_count: countColumn('asset_count', { header: 'Assets', width: 72 }, 'valuations'),
  directly_held_asset_value: { width: 136 },
  total_value: { width: 136 },
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116 }),
  owner_id: textColumn('owner_id', { header: 'Owner ID', width: 160, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 124, hidden: true }),
})
