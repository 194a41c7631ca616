import { IconArrowDown, IconArrowUp, IconDotsVertical } from '@tabler/icons-react'
import { type PointerEvent, useRef, useState } from 'react'
import classes from './data-grid.module.css'
import type { ShownColumn } from './GridRow.tsx'
import type { SortState } from './view-state.ts'

type DragOptions = {
  ids: readonly string[]
  widths: readonly number[]
  onResize: (id: string, width: number) => void
  /** Called while the edge is being dragged. */
  onResizing: (id: string, width: number) => void
  onMove: (id: string, before: string | null) => void
}

/** Pixels of movement after which a press on a header counts as a drag. */
const slack = 6

/** Follows the pointer until it is released, even outside the element. */
function follow(event: PointerEvent, onMove: (event: globalThis.PointerEvent) => void, onEnd: () => void) {
  const element = event.currentTarget
  element.setPointerCapture(event.pointerId)
  const abortController = new AbortController()
  const end = () => {
    abortController.abort()
    onEnd()
  }
  const { signal } = abortController
  element.addEventListener('pointermove', (moved) => onMove(moved as globalThis.PointerEvent), { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
}

function headerUnder(x: number, root: Element): { id: string; after: boolean } | null {
  for (const header of root.querySelectorAll<HTMLElement>('[role="columnheader"]')) {
    const { left, right, width } = header.getBoundingClientRect()
    if (x >= left && x < right) return { id: header.dataset.column ?? '', after: x > left + width / 2 }
  }
  return null
}

/** Pointer actions of headers: dragging the edge resizes the column, dragging the rest moves it. */
export function useHeaderDrag({ ids, widths, onResize, onResizing, onMove }: DragOptions) {
  const [target, setTarget] = useState<string | null>(null)
  const dragged = useRef(0)

  return {
    /** The column before which the dragged one would be inserted. */
    target,
    /** True if the next click is only the end of a drag. */
    justDragged: () => performance.now() - dragged.current < 200,
    onResizeStart(event: PointerEvent, at: number) {
      event.stopPropagation()
      event.preventDefault()
      const id = ids[at]
      if (id === undefined) return
      const from = event.clientX
      const start = widths[at] ?? 0
      let width = start
      follow(
        event,
        (moved) => {
          width = start + moved.clientX - from
          onResizing(id, width)
        },
        () => {
          dragged.current = performance.now()
          if (width !== start) onResize(id, width)
        },
      )
    },
    onMoveStart(event: PointerEvent, id: string) {
      const root = event.currentTarget.parentElement
      if (event.button !== 0 || !root) return
      const from = event.clientX
      let before: string | null | undefined
      follow(
        event,
        (moved) => {
          if (before === undefined && Math.abs(moved.clientX - from) < slack) return
          const under = headerUnder(moved.clientX, root)
          if (!under) return
          const at = Number(under.id) + (under.after ? 1 : 0)
          before = ids[at] ?? null
          setTarget(before)
        },
        () => {
          setTarget(null)
          if (before === undefined) return
          dragged.current = performance.now()
          if (before !== id && ids[ids.indexOf(id) + 1] !== before) onMove(id, before)
        },
      )
    },
  }
}

type HeaderDrag = ReturnType<typeof useHeaderDrag>

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
