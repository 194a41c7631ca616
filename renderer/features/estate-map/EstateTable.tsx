import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { byName, byValue, type EntityFigure, estateLanes } from '../../../shared/domain/estate-map/lanes.ts'
import { laneName } from '../../../shared/domain/estate-map/structure-words.ts'
import { entityKindNames, entityStageNames } from '../../../shared/domain/names.ts'
import { percentWords } from '../../../shared/estate-drawing/words.ts'
import type { EstateEntity } from '../../../shared/ipc/estate.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { CalendarDate, EnumName } from '../../components/Values.tsx'
import { amountsAreHidden } from '../../lib/amounts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { BalanceSheet } from '../book/public.ts'

/** `part`: of all positive values, 0 to 1; null for another value. */
type Row = EntityFigure & { part: number | null }

const columns: GridColumn<Row>[] = [
  {
    id: 'name',
    header: 'Entity',
    width: 240,
    cell: ({ entity: { id, name } }) => <RecordLink resource="entities" id={id} name={name} />,
  },
  { id: 'lane', header: 'Estate', width: 120, cell: ({ entity }) => laneName(entity.in_estate_status) },
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
    header: 'Recorded value',
    width: 150,
    align: 'end',
    cell: ({ entity }) => <LatestValue usd={entity.value} />,
  },
  {
    id: 'share',
    header: 'Share',
    width: 80,
    align: 'end',
    cell: ({ part }) => (part === null ? '' : percentWords(part)),
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

/**
 * Each entity with its value, in the order of the balance sheet's sides and the largest first. Shares and this order tell proportions, so
 * entities are by name and without shares while amounts are hidden.
 */
function EstateTable({ entities }: { entities: readonly EstateEntity[] }) {
  const hidesSizes = amountsAreHidden()
  const rows = useMemo(() => {
    const order = hidesSizes ? byName : byValue
    const figures = estateLanes(entities).flatMap(({ kinds }) => kinds.flatMap((kind) => kind.entities).sort(order))
    const total = figures.reduce((sum, { share }) => sum + Math.max(0, share), 0)
    return figures.map((figure): Row => ({ ...figure, part: figure.share > 0 ? figure.share / total : null }))
  }, [entities, hidesSizes])
  if (rows.length === 0) return null
  const shown = hidesSizes ? columns.filter(({ id }) => id !== 'share') : columns
  return <RecordTable label="Entities of the estate" columns={shown} rows={rows} keyOf={({ entity }) => entity.id} />
}

/** The balance sheet of a household, and its entities one by one. */
export function EstateSheet({ id, entities }: { id: string; entities: readonly EstateEntity[] }) {
  const connectionId = useConnection().id
  const query = useQuery(useApi().rollUps.household.queryOptions({ input: { connectionId, id } }))
  return (
    <>
      <QueryView query={query} label="balance sheet">
        {(rollUp) => <BalanceSheet rollUp={rollUp} />}
      </QueryView>
      <EstateTable entities={entities} />
    </>
  )
}
