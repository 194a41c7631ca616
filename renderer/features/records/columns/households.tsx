import { formatCount } from '../../../../shared/domain/counts.ts'
import type { HouseholdRow } from '../../../../shared/ipc/rows.ts'
import { PersonAvatar } from '../../../components/Avatar.tsx'
import type { GridColumn } from '../../../components/data-grid/grid-column.ts'
import { EstateBar } from '../../../components/EstateBar.tsx'
import { NoneOf } from '../../../components/Unread.tsx'
import { ChangeCount } from '../../changes/public.ts'
import { agoColumn, countColumn, figureAgeColumn, listGrid, nameColumn, sumColumn, textColumn } from './kinds.tsx'

const bar = (row: HouseholdRow) =>
  row.entity_count === 0 ? <NoneOf resource="entities">{drawnBar(row)}</NoneOf> : drawnBar(row)

const drawnBar = (row: HouseholdRow) => (
  <EstateBar
    inEstate={row.in_estate_share}
    outOfEstate={row.out_of_estate_share}
    instead={
      row.entity_count === 0
        ? 'No entities'
        : `${formatCount(row.entity_count)} ${row.entity_count === 1 ? 'entity' : 'entities'}`
    }
  />
)

/** Sorted by the share in the estate, in per cent. */
const inEstate: GridColumn<HouseholdRow> = {
  id: 'in_estate_share',
  header: 'In estate',
  width: 112,
  sortable: true,
  empty: { of: 'entities', is: (row) => row.entity_count === 0, grows: true },
  cell: bar,
  draw: bar,
  text: (row) => (row.in_estate_share === null ? '' : `${row.in_estate_share}%`),
  copy: (row) => String(row.in_estate_share ?? ''),
}

/** Counted for the rows in view, so that a list cannot be sorted by it. */
const changes: GridColumn<HouseholdRow> = {
  id: 'changes',
  header: 'Changes',
  width: 84,
  align: 'end',
  cell: (row) => <ChangeCount householdId={row.id} />,
}

const listed = listGrid<'households', HouseholdRow>('households', {
  title: nameColumn('households', {
    header: 'Household',
    width: 188,
    grow: 3,
    avatar: (row) => <PersonAvatar id={row.id} name={row.title} />,
  }),
  owner_name: textColumn('owner_name', { header: 'Owner', width: 112, grow: 1 }, (row) => row.owner_id),
  in_estate_share: inEstate,
  directly_held_asset_value: sumColumn('directly_held_asset_value', { header: 'Directly held', width: 132 }),
  oldest_figure: figureAgeColumn('oldest_figure', { header: 'Oldest figure', width: 116 }),
  individual_count: countColumn('individual_count', { header: 'People', width: 72 }, 'individuals'),
  entity_count: countColumn('entity_count', { header: 'Entities', width: 80 }, 'entities'),
  updated_at: agoColumn('updated_at', { header: 'Updated', width: 120 }),
  primaries: textColumn('primaries', { header: 'Primary clients', width: 184, grow: 3, hidden: true }),
  external_id: { width: 112, grow: 1, hidden: true },
  document_count: countColumn('document_count', { header: 'Documents', width: 104, hidden: true }, 'documents'),
  owner_id: textColumn('owner_id', { header: 'Owner ID', width: 160, hidden: true }),
  created_at: agoColumn('created_at', { header: 'Created', width: 116, hidden: true }),
})

const place = listed.findIndex(({ id }) => id === 'oldest_figure') + 1

/** The columns of the list, with one that is not part of its rows. */
export const householdColumns: readonly GridColumn<HouseholdRow>[] = listed.toSpliced(place, 0, changes)
