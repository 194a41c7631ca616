import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react'
import classes from './data-grid.module.css'
import type { ShownColumn } from './GridRow.tsx'
import type { GridTable } from './grid-table.ts'
import type { HeaderDrag } from './use-header-drag.ts'

type Props<Row> = {
  table: GridTable<Row>
  columns: readonly ShownColumn<Row>[]
  template: string
  /** Column of the header cell that is the tab stop; null if the header row does not have the focus. */
  activeColumn: number | null
  drag: HeaderDrag
  onMenu: (column: number) => void
  /** How many of the rows are selected. */
  ticked: 'all' | 'some' | 'none'
  onTickAll: () => void
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

/** The header row. Click, Enter or Space sorts by a sortable header. */
export function GridHeader<Row>({
  table,
  columns,
  template,
  activeColumn,
  drag,
  onMenu,
  ticked,
  onTickAll,
}: Props<Row>) {
  const headers = table.getHeaderGroups()[0]?.headers ?? []
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
        <span className={classes.gutter} data-tick-all="" aria-hidden="true" onClick={onTickAll}>
          <span className={classes.tick} data-ticked={ticked} />
        </span>
        {headers.map((header, at) => {
          const sorted = header.column.getIsSorted()
          const sortable = header.column.getCanSort()
          const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
          const column = columns[at]
          if (!column) return null
          return (
            <div
              key={header.id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sorted ? sortNames[sorted] : sortable ? 'none' : undefined}
              tabIndex={activeColumn === at ? 0 : -1}
              className={sortable ? classes.sortable : classes.header}
              data-column={at}
              data-align={column.align}
              data-pinned={column.left === null ? undefined : true}
              data-drop={drag.target === header.id || undefined}
              style={column.left === null ? undefined : { left: column.left }}
              onPointerDown={(event) => drag.onMoveStart(event, header.id)}
              onClick={(event) => {
                if (!drag.justDragged()) header.column.getToggleSortingHandler()?.(event)
              }}
            >
              <span className={classes.headerText}>
                <table.FlexRender header={header} />
              </span>
              {sorted ? <Arrow size={12} stroke={2} aria-hidden="true" className={classes.arrow} /> : null}
              <span
                className={classes.menuMark}
                aria-hidden="true"
                onPointerDown={(event) => event.stopPropagation()}
                onClick={(event) => {
                  event.stopPropagation()
                  onMenu(at)
                }}
              >
                <IconDotsVertical size={14} stroke={1.75} />
              </span>
              <span
                className={classes.resizer}
                aria-hidden="true"
                onPointerDown={(event) => drag.onResizeStart(event, at)}
                onClick={(event) => event.stopPropagation()}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
