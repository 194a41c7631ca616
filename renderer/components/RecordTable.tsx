import type { GridColumn } from './data-grid/grid-column.ts'
import classes from './record-table.module.css'

type Props<Row> = {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Sets a row apart, such as one that is to be deleted; its text says so, too. */
  markOf?: (row: Row) => string | null
}

/** A short table inside a page: no sorting, no windowing, every row there. */
export function RecordTable<Row>({ label, columns, rows, keyOf, markOf }: Props<Row>) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-mark={markOf?.(row) ?? undefined}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
