import { useMemo } from 'react'
import { statusName } from '../../../shared/domain/balance-sheet.ts'
import { layoutEstate, type PlacedEntity } from '../../../shared/domain/estate-map/layout.ts'
import { entityKindNames, entityStageNames } from '../../../shared/domain/names.ts'
import { percentWords } from '../../../shared/estate-drawing/words.ts'
import type { EstateEntity } from '../../../shared/ipc/estate.ts'
import { CalendarDate } from '../../components/Dates.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { EnumName } from '../../components/Values.tsx'

const columns: GridColumn<PlacedEntity>[] = [
  {
    id: 'name',
    header: 'Entity',
    width: 240,
    cell: ({ entity: { id, name } }) => <RecordLink resource="entities" id={id} name={name} />,
  },
  { id: 'lane', header: 'Estate', width: 120, cell: ({ entity }) => statusName(entity.in_estate_status) },
  {
    id: 'kind',
    header: 'Kind',
    width: 150,
    cell: ({ entity }) => <EnumName names={entityKindNames} value={entity.kind} />,
  },
  {
    id: 'stage',
    header: 'Stage',
    width: 120,
    cell: ({ entity }) => <EnumName names={entityStageNames} value={entity.stage} />,
  },
  {
    id: 'value',
    header: 'Directly held',
    width: 150,
    align: 'end',
    cell: ({ entity }) => <LatestValue usd={entity.value} />,
  },
  {
    id: 'share',
    header: 'Share',
    width: 80,
    align: 'end',
    cell: ({ share }) => (share === null ? '' : percentWords(share)),
  },
  {
    id: 'date',
    header: 'As of',
    width: 180,
    cell: ({ entity: { effective_date: date } }) =>
      date === null ? null : (
        <>
          <CalendarDate date={date} /> <FigureAge date={date} />
        </>
      ),
  },
]

/** The texts of the map's boxes, as rows in the same order. */
export function EstateTable({ entities }: { entities: readonly EstateEntity[] }) {
  const rows = useMemo(
    () => layoutEstate({ entities, people: [], linked: new Set(), width: 1000 }).lanes.flatMap((lane) => lane.entities),
    [entities],
  )
  if (rows.length === 0) return null
  return <RecordTable label="Entities of the estate" columns={columns} rows={rows} keyOf={({ entity }) => entity.id} />
}
