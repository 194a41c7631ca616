import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../shared/domain/counts.ts'
import type { GridColumn } from './data-grid/grid-column.ts'
import classes from './record-table.module.css'

/** Rows drawn at once in a table inside a page: more would take noticeably long. */
const firstRows = 200

/**
 * The number of table rows to draw: the first {@link firstRows}, more on request, and all of them in print.
 *
 * @param total - number of rows
 */
function useShownRows(total: number) {
  const [asked, setAsked] = useState(firstRows)
  const [onPaper, setOnPaper] = useState(false)
  const isLong = total > firstRows
  useEffect(() => {
    if (!isLong) return
    // The browser captures the page for printing as soon as these listeners return.
    const follow = (paper: boolean) => () => flushSync(() => setOnPaper(paper))
    const [before, after] = [follow(true), follow(false)]
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [isLong])
  return {
    shown: onPaper ? total : Math.min(asked, total),
    showMore: () => setAsked((before) => before + firstRows),
    showAll: () => setAsked(total),
  }
}

type Props<Row> = {
  label: string
  columns: readonly GridColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Marks a row, such as one that is to be deleted; its text must say so as well. */
  markOf?: (row: Row) => string | null
}

/** A table inside a page, without sorting. Of a long table only the first rows are drawn; the others on request and in print. */
export function RecordTable<Row>({ label, columns, rows, keyOf, markOf }: Props<Row>) {
  const { shown, showMore, showAll } = useShownRows(rows.length)
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
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
          {rows.slice(0, shown).map((row) => (
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
      {shown === rows.length ? null : (
        <div className={`row ${classes.more}`}>
          <output>
            {formatCount(shown)} of {formatCount(rows.length)} rows
          </output>
          <Button variant="default" size="compact-sm" onClick={showMore}>
            Show {formatCount(Math.min(firstRows, rows.length - shown))} more
          </Button>
          <Button variant="default" size="compact-sm" onClick={showAll}>
            Show all
          </Button>
        </div>
      )}
    </div>
  )
}
