import type { EntityRow } from '../../../../shared/ipc/rows.ts'
import { entityFields } from '../../../../shared/records/entity.ts'
import { EntityAvatar } from '../../../components/Avatar.tsx'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import {
  agoColumn,
  countColumn,
  dateColumn,
  fieldColumn,
  figureAgeColumn,
  listGrid,
  moneyColumn,
  nameColumn,
  textColumn,
  withReasons,
} from './kinds.tsx'

const name = nameColumn<EntityRow>('entities', {
  header: 'Entity',
  width: 192,
  grow: 3,
  avatar: (row) => <EntityAvatar kind={row.kind} />,
})
const kind = fieldColumn<EntityRow>(entityFields.kind, 'kind', { width: 124, grow: 1 })
const stage = fieldColumn<EntityRow>(entityFields.stage, 'stage', { width: 100, grow: 1 })
const estate = fieldColumn<EntityRow>(entityFields.in_estate_status, 'in_estate_status', { width: 104 })
const value = moneyColumn<EntityRow>('directly_held_asset_value', { header: 'Directly held', width: 132 })
const asOf = dateColumn<EntityRow>('effective_date', { header: 'As of', width: 112 })
const age = figureAgeColumn<EntityRow>('effective_date', { header: 'As of', width: 120 })

export const entityColumns = listGrid<'entities', EntityRow>('entities', {
  title: name,
  kind,
  household_name: textColumn('household_name', { header: 'Household', width: 112, grow: 2 }, (row) => row.household_id),
  in_estate_status: estate,
  directly_held_asset_value: value,
  effective_date: age,
  owner_name: textColumn('owner_name', { header: 'Owner', width: 108, grow: 1 }, (row) => row.owner_id),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 120 }),
  stage: { ...stage, hidden: true },
  document_count: countColumn('document_count', { header: 'Documents', width: 104, hidden: true }, 'documents'),
  owner_id: textColumn('owner_id', { header: 'Owner ID', width: 160, hidden: true }),
  external_id: { width: 120, hidden: true },
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

/** Columns of entities inside their household's page. */
export const holdingColumns: readonly GridColumn<EntityRow>[] = [name, kind, stage, estate, value, asOf].map(
  withReasons,
)
