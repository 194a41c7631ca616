import type { ValuationRow } from '../../../../shared/ipc/rows.ts'
import { agoColumn, countColumn, listGrid, nameColumn, textColumn } from './kinds.tsx'

export const valuationColumns = listGrid<'valuations', ValuationRow>('valuations', {
  title: nameColumn('valuations', { header: 'Entity', width: 240, grow: 3 }),
  household_name: textColumn('household_name', { header: 'Household', width: 176, grow: 2 }, (row) => row.household_id),
  effective_date: { width: 116 },
  asset_count: countColumn('asset_count', { header: 'Assets', width: 80 }),
  directly_held_asset_value: { width: 160 },
  total_value: { width: 160 },
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 124 }),
  created_at: agoColumn('created_at', { header: 'Created', width: 124, hidden: true }),
})
