import type { ValuationRow } from '../../../../shared/ipc/rows.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { agoColumn, countColumn, dateColumn, moneyColumn, nameColumn, textColumn } from './kinds.tsx'

export const valuationColumns: readonly GridColumn<ValuationRow>[] = [
  nameColumn('valuations', { header: 'Entity', width: 240, grow: 3 }),
  textColumn('household_name', { header: 'Household', width: 176, grow: 2 }, (row) => row.household_id),
  dateColumn('effective_date', { header: 'As of', width: 116 }),
  countColumn('asset_count', { header: 'Assets', width: 80 }),
  moneyColumn('directly_held_asset_value', { header: 'Directly held', width: 160 }),
  moneyColumn('total_value', { header: 'Total value', width: 160 }),
  agoColumn('updated_at', { header: 'Updated', width: 124 }),
  agoColumn('created_at', { header: 'Created', width: 124, hidden: true }),
]
