import type { ReactNode } from 'react'
import classes from './data-grid.module.css'
import type { ShownColumn } from './GridRow.tsx'

type Props<Row> = {
  columns: readonly ShownColumn<Row>[]
  template: string
  of: (column: string, first: boolean) => ReactNode
}

/** A row of sums that stays in view below the rows. It is not one of the list's rows, so it has no index and no tab stop. */
export function GridFooter<Row>({ columns, template, of }: Props<Row>) {
  return (
    <div role="rowgroup" className={classes.foot}>
      <div role="row" aria-label="Totals" className={classes.row} style={{ gridTemplateColumns: template }}>
        <span className={classes.gutter} aria-hidden="true" />
        {columns.map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            className={classes.footCell}
            data-align={column.align}
            data-pinned={column.left === null ? undefined : true}
            style={column.left === null ? undefined : { left: column.left }}
          >
            {of(column.id, at === 0)}
          </div>
        ))}
      </div>
    </div>
  )
}
