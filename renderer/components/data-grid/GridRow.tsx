import { memo } from 'react'
import classes from './data-grid.module.css'
import type { GridColumn } from './grid-column.ts'

type Props<Row> = {
  index: number
  top: number
  template: string
  /** Absent while it is being read. */
  row: Row | undefined
  columns: readonly GridColumn<Row>[]
  activeColumn: number | null
}

const skeletonWidths = ['62%', '48%', '70%', '55%', '40%']

function GridRowView<Row>({ index, top, template, row, columns, activeColumn }: Props<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined ? true : undefined}
      className={classes.line}
      data-active={activeColumn !== null || undefined}
      data-line={index}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      {columns.map(({ id, align, cell }, at) => (
        <div
          key={id}
          role="gridcell"
          aria-colindex={at + 1}
          tabIndex={activeColumn === at ? 0 : -1}
          className={classes.cell}
          data-row={index}
          data-column={at}
          data-align={align}
        >
          {row === undefined ? (
            <span className={classes.bone} style={{ width: skeletonWidths[(index + at) % 5] }} />
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  )
}

/** One row of fixed height, placed by its index; a row not read yet shows bones. */
export const GridRow = memo(GridRowView) as typeof GridRowView
