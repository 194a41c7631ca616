import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNow } from '../../lib/use-now.ts'
import classes from './data-grid.module.css'
import { GridRow, type ShownColumn } from './GridRow.tsx'
import { type GroupDisplay, GroupRow } from './GroupRow.tsx'
import type { GridPlace, PlaceStore } from './grid-place.ts'
import type { Cell } from './keyboard.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type RowSelection } from './selection.ts'
import { withActiveRow } from './windows.ts'

type Props<Row> = {
  places: PlaceStore
  rows: number
  height: number
  rowHeight: number
  source: RowSource<Row>
  columns: readonly ShownColumn<Row>[]
  template: string
  idOf: (row: Row) => string
  markOf: ((row: Row) => string | null) | undefined
  active: Cell
  selection: RowSelection<Row>
  groups: GroupDisplay | undefined
}

/** Rows drawn beyond each edge, so that scrolling never shows a gap; drawn only once the rows in view are on screen. */
const beyond = 6

function useOverscan(): number {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    const idle = requestIdleCallback(() => setDrawn(true), { timeout: 200 })
    return () => cancelIdleCallback(idle)
  }, [])
  return drawn ? beyond : 0
}

function drawnRows({ first, last }: GridPlace, rows: number, overscan: number): number[] {
  const from = Math.max(0, first - overscan)
  const to = Math.min(rows - 1, last + overscan)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** The rows in view and a few around them. DOM elements of rows that leave are reused for the rows that enter. */
export function GridBody<Row>(props: Props<Row>) {
  const { places, rows, source, rowHeight, active, selection } = props
  const place = useSyncExternalStore(places.subscribe, places.get)
  const now = useNow()
  const overscan = useOverscan()
  const drawn = drawnRows(place, rows, place.fast ? 0 : overscan)
  const slots = drawn.length
  const lineOf = (index: number) => {
    const row = source.rowAt(index)
    const group = source.headingAt(index)
    const top = (index - place.base) * rowHeight
    if (group && props.groups) {
      return (
        <GroupRow
          key={`group-${group.key}`}
          {...{ index, top, group }}
          display={props.groups}
          template={props.template}
          columns={props.columns}
          active={index === active.row}
        />
      )
    }
    return (
      <GridRow
        key={index === active.row ? `active-${index}` : index % slots}
        index={index}
        top={top}
        template={props.template}
        row={row}
        mark={row === undefined ? null : (props.markOf?.(row) ?? null)}
        columns={props.columns}
        bare={place.fast}
        activeColumn={index === active.row ? active.column : null}
        selected={row !== undefined && isSelected(selection, props.idOf(row))}
        now={now}
      />
    )
  }
  return (
    <div role="rowgroup" className={classes.body} style={{ height: props.height }}>
      <div role="presentation" className={classes.strip} style={{ transform: `translateY(${place.baseTop}px)` }}>
        {withActiveRow(drawn, active.row, rows).map(lineOf)}
      </div>
    </div>
  )
}
