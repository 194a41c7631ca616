import { entityKindNames, entityStageNames, inEstateStatusNames } from '../../../shared/domain/names.ts'
import type { EntityRow } from '../../../shared/ipc/rows.ts'
import { Ago, CalendarDate } from '../Dates.tsx'
import type { GridColumn } from '../data-grid/grid-column.ts'
import { LatestValue } from '../Money.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { Absent, EnumName, RecordText } from '../Values.tsx'

const name: GridColumn<EntityRow> = {
  id: 'title',
  header: 'Entity',
  width: 192,
  grow: 3,
  sortable: true,
  cell: (row) => <RecordLink resource="entities" id={row.id} name={row.title} />,
}

const kind: GridColumn<EntityRow> = {
  id: 'kind',
  header: 'Kind',
  width: 152,
  grow: 1,
  sortable: true,
  cell: (row) => <EnumName names={entityKindNames} value={row.kind} />,
}

const stage: GridColumn<EntityRow> = {
  id: 'stage',
  header: 'Stage',
  width: 100,
  grow: 1,
  sortable: true,
  cell: (row) => <EnumName names={entityStageNames} value={row.stage} />,
}

const estate: GridColumn<EntityRow> = {
  id: 'in_estate_status',
  header: 'Estate',
  width: 104,
  sortable: true,
  cell: (row) => <EnumName names={inEstateStatusNames} value={row.in_estate_status} />,
}

const value: GridColumn<EntityRow> = {
  id: 'directly_held_asset_value',
  header: 'Directly held',
  width: 136,
  align: 'end',
  sortable: true,
  cell: (row) => <LatestValue usd={row.directly_held_asset_value} />,
}

const asOf: GridColumn<EntityRow> = {
  id: 'effective_date',
  header: 'As of',
  width: 112,
  sortable: true,
  cell: (row) => (row.effective_date === null ? <Absent /> : <CalendarDate date={row.effective_date} />),
}

export const entityColumns: readonly GridColumn<EntityRow>[] = [
  name,
  kind,
  {
    id: 'household_name',
    header: 'Household',
    width: 128,
    grow: 2,
    sortable: true,
    cell: (row) => <RecordText>{row.household_name ?? row.household_id}</RecordText>,
  },
  stage,
  estate,
  value,
  asOf,
  { id: 'updated_at', header: 'Updated', width: 116, sortable: true, cell: (row) => <Ago at={row.updated_at} /> },
]

/** Entities inside their household's page. */
export const holdingColumns: readonly GridColumn<EntityRow>[] = [name, kind, stage, estate, value, asOf]
