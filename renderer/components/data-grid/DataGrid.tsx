import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { revealCutText } from '../../lib/reveal-cut-text.ts'
import type { GridView, SortState } from '../../lib/view-state.ts'
import { LinkTabIndex } from '../RecordLink.tsx'
import { columnWidths } from './column-widths.ts'
import classes from './data-grid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { GridRow } from './GridRow.tsx'
import type { GridColumn } from './grid-column.ts'
import { useGridTable } from './grid-table.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { rowHeight, useGridScroll } from './use-grid-scroll.ts'
import { useWindowRows, type WindowQuery } from './use-window-rows.ts'

export type DataGridProps<Row> = {
  label: string
  columns: readonly GridColumn<Row>[]
  sort: SortState
  onSort: (sort: SortState) => void
  query: (window: { offset: number; limit: number }) => WindowQuery<Row>
  onOpen: (row: Row) => void
  /** Where the person left this list, and how to remember where they leave it now. */
  view: GridView
  onView: (change: GridView) => void
  /** Stands below the header when there are no rows. */
  empty: ReactNode
  failed: (error: Error, retry: () => void) => ReactNode
}

/** Rows drawn as bones before the first answer. */
const unknownRows = 24

/**
 * A list of any length in a window of rows: only what is in view is read and drawn, any row can be jumped to, and the
 * keyboard reaches every cell (WAI-ARIA grid pattern). Mount it anew (by `key`) for another list.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, view } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const [total, setTotal] = useState<number | null>(view.total ?? null)
  const count = total ?? unknownRows
  const focus = useGridFocus({ ...props, scroller, rows: total ?? 0, columnCount: columns.length })
  const scroll = useGridScroll({ scroller, count, activeRow: focus.active.row, view, onView: props.onView })
  const rows = useWindowRows({ total, visible: scroll.visible, query: props.query })
  if (rows.total !== null && rows.total !== total) setTotal(rows.total)
  const { onView, onSort } = props
  useEffect(() => {
    if (total !== null) onView({ total })
  }, [total, onView])
  const sortFromTop = (next: SortState) => {
    scroller.current?.scrollTo({ top: 0 })
    onSort(next)
  }

  const table = useGridTable({ columns, sort: props.sort, onSort: sortFromTop })
  const template = useMemo(
    () =>
      columnWidths(columns, width)
        .map((px) => `${px}px`)
        .join(' '),
    [columns, width],
  )
  const activeIn = (row: number) => (focus.active.row === row ? focus.active.column : null)

  return (
    <div
      ref={useMergedRef(scroller, sizeRef)}
      role="grid"
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      aria-colcount={columns.length}
      aria-busy={total === null}
      className={classes.grid}
      onKeyDown={(event) => focus.onKeyDown(event, { rowAt: rows.rowAt, scrollTo: scroll.scrollTo, page: scroll.page })}
      onClick={(event) => focus.onClick(event, rows.rowAt)}
      onFocus={focus.onFocus}
      onMouseOver={revealCutText}
    >
      <GridHeader table={table} columns={columns} template={template} activeColumn={activeIn(-1)} />
      {rows.error ? (
        <div className={classes.instead}>{props.failed(rows.error, rows.retry)}</div>
      ) : total === 0 ? (
        <div className={classes.instead}>{props.empty}</div>
      ) : (
        <div role="rowgroup" className={classes.body} style={{ height: count * rowHeight }}>
          <LinkTabIndex value={-1}>
            {scroll.indexes.map((index) => (
              <GridRow
                key={index}
                index={index}
                top={index * rowHeight}
                template={template}
                row={rows.rowAt(index)}
                columns={columns}
                activeColumn={activeIn(index)}
              />
            ))}
          </LinkTabIndex>
        </div>
      )}
    </div>
  )
}
