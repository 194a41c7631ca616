import type { EntityRow } from '../../../../shared/ipc/rows.ts'
import { entityFields } from '../../../../shared/records/entity.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import {
  agoColumn,
  countColumn,
  dateColumn,
  fieldColumn,
  listGrid,
  moneyColumn,
  nameColumn,
  textColumn,
} from './kinds.tsx'

const name = nameColumn<EntityRow>('entities', { header: 'Entity', width: 192, grow: 3 })
const kind = fieldColumn<EntityRow>(entityFields.kind, 'kind', { width: 148, grow: 1 })
const stage = fieldColumn<EntityRow>(entityFields.stage, 'stage', { width: 100, grow: 1 })
const estate = fieldColumn<EntityRow>(entityFields.in_estate_status, 'in_estate_status', { width: 104 })
const value = moneyColumn<EntityRow>('directly_held_asset_value', { header: 'Directly held', width: 136 })
const asOf = dateColumn<EntityRow>('effective_date', { header: 'As of', width: 112 })

export const entityColumns = listGrid<'entities', EntityRow>('entities', {
  title: name,
  kind,
  household_name: textColumn('household_name', { header: 'Household', width: 128, grow: 2 }, (row) => row.household_id),
  stage,
  in_estate_status: estate,
  directly_held_asset_value: value,
  effective_date: asOf,
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 116 }),
  document_count: countColumn('document_count', { header: 'Documents', width: 104, hidden: true }),
  external_id: { width: 120, hidden: true },
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

/** Columns of entities inside their household's page. */
export const holdingColumns: readonly GridColumn<EntityRow>[] = [name, kind, stage, estate, value, asOf]
