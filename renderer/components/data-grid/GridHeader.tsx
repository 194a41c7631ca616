import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react'
import classes from './data-grid.module.css'
import type { ShownColumn } from './GridRow.tsx'
import type { HeaderDrag } from './use-header-drag.ts'
import type { SortState } from './view-state.ts'

type Props<Row> = {
  columns: readonly ShownColumn<Row>[]
  sort: SortState
  onSort: (sort: SortState) => void
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

/** The first click on a header sorts up, the next ones turn the order round. */
const toggledSort = (sort: SortState, column: string): SortState => ({
  column,
  direction: sort.column === column && sort.direction === 'asc' ? 'desc' : 'asc',
})

/** The header row. Click, Enter or Space sorts by a sortable header. */
export function GridHeader<Row>({
  columns,
  sort,
  onSort,
  template,
  activeColumn,
  drag,
  onMenu,
  ticked,
  onTickAll,
}: Props<Row>) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row} style={{ gridTemplateColumns: template }}>
        <span className={classes.gutter} data-tick-all="" aria-hidden="true" onClick={onTickAll}>
          <span className={classes.tick} data-ticked={ticked} />
        </span>
        {columns.map((column, at) => {
          const sorted = sort.column === column.id ? sort.direction : null
          const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={sorted ? sortNames[sorted] : column.sortable ? 'none' : undefined}
              tabIndex={activeColumn === at ? 0 : -1}
              className={column.sortable ? classes.sortable : classes.header}
              data-column={at}
              data-align={column.align}
              data-pinned={column.left === null ? undefined : true}
              data-drop={drag.target === column.id || undefined}
              style={column.left === null ? undefined : { left: column.left }}
              onPointerDown={(event) => drag.onMoveStart(event, column.id)}
              onClick={() => {
                if (!drag.justDragged() && column.sortable) onSort(toggledSort(sort, column.id))
              }}
            >
              <span className={classes.headerText}>{column.header}</span>
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
