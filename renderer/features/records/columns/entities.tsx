import { entityKindNames, entityStageNames, inEstateStatusNames } from '../../../../shared/domain/names.ts'
import type { EntityRow } from '../../../../shared/ipc/rows.ts'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { agoColumn, choiceColumn, countColumn, dateColumn, moneyColumn, nameColumn, textColumn } from './kinds.tsx'

const name = nameColumn<EntityRow>('entities', { header: 'Entity', width: 192, grow: 3 })
const kind = choiceColumn<EntityRow>('kind', entityKindNames, { header: 'Kind', width: 148, grow: 1 })
const stage = choiceColumn<EntityRow>('stage', entityStageNames, { header: 'Stage', width: 100, grow: 1 })
const estate = choiceColumn<EntityRow>('in_estate_status', inEstateStatusNames, { header: 'Estate', width: 104 })
const value = moneyColumn<EntityRow>('directly_held_asset_value', { header: 'Directly held', width: 136 })
const asOf = dateColumn<EntityRow>('effective_date', { header: 'As of', width: 112 })

export const entityColumns: readonly GridColumn<EntityRow>[] = [
  name,
  kind,
  textColumn('household_name', { header: 'Household', width: 128, grow: 2 }, (row) => row.household_id),
  stage,
  estate,
  value,
  asOf,
  agoColumn('updated_at', { header: 'Updated', width: 116 }),
  countColumn('document_count', { header: 'Documents', width: 104, hidden: true }),
  textColumn('external_id', { header: 'External ID', width: 120, hidden: true }),
  agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
]

/** Columns of entities inside their household's page. */
export const holdingColumns: readonly GridColumn<EntityRow>[] = [name, kind, stage, estate, value, asOf]
