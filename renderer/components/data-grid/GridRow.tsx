import { memo } from 'react'
import { shortened } from '../../lib/text-pieces.ts'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-column.ts'

export type ShownColumn<Row> = GridColumn<Row> & {
  /** Pixels from the left edge where it is pinned; null where it scrolls. */
  left: number | null
}

type Props<Row> = {
  index: number
  top: number
  template: string
  /** Absent while it is being read. */
  row: Row | undefined
  /** See `markOf` of the grid. */
  mark: string | null
  columns: readonly ShownColumn<Row>[]
  /** Passing too quickly to be read: its name is enough. */
  bare: boolean
  activeColumn: number | null
  selected: boolean
  /** Selected cells, first and last column. */
  from: number | null
  to: number | null
  now: number
}

const pinnedAt = (left: number | null) => (left === null ? undefined : { left })

/** In passing a record's name is text: its link is there when it can be pressed. */
function nameOf<Row>(column: ShownColumn<Row>, row: Row | undefined, now: number) {
  return row !== undefined && column.text ? shortened(column.text(row, now)) : contentOf(column, row, now)
}

function contentOf<Row>(column: ShownColumn<Row>, row: Row | undefined, now: number) {
  if (row === undefined) return null
  if (column.draw) return column.draw(row)
  return column.text ? shortened(column.text(row, now)) : column.cell(row)
}

function GridRowView<Row>({ index, top, template, row, columns, bare, activeColumn, ...props }: Props<Row>) {
  const { from, to } = props
  // The row with the focus keeps the cell that has it.
  const shown = bare && activeColumn === null ? columns.slice(0, 1) : columns
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.selected}
      aria-busy={row === undefined ? true : undefined}
      className={classes.line}
      data-active={activeColumn !== null || undefined}
      data-line={index}
      data-mark={props.mark ?? undefined}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      {shown.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          aria-selected={from !== null && to !== null && at >= from && at <= to ? true : undefined}
          tabIndex={activeColumn === at ? 0 : -1}
          className={classes.cell}
          data-column={at}
          data-align={column.align}
          data-tone={row === undefined ? undefined : column.tone?.(row)}
          data-pinned={column.left === null || bare ? undefined : true}
          style={pinnedAt(column.left)}
        >
          {bare ? nameOf(column, row, props.now) : contentOf(column, row, props.now)}
        </div>
      ))}
    </div>
  )
}

/** One row of fixed height, placed by its index; a row not read yet shows bones. */
export const GridRow = memo(GridRowView) as typeof GridRowView
