import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { GridView } from '../../lib/view-state.ts'
import { type Cell, moveFocus } from './keyboard.ts'

type Options<Row> = {
  scroller: RefObject<HTMLDivElement | null>
  rows: number
  columnCount: number
  view: GridView
  onOpen: (row: Row) => void
  onView: (change: GridView) => void
}

type Surroundings<Row> = {
  rowAt: (index: number) => Row | undefined
  scrollTo: (row: number) => void
  page: number
}

const cellOf = (target: EventTarget): Cell | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return element ? { row: Number(element.dataset.row), column: Number(element.dataset.column) } : null
}

/** One cell of the grid can be tabbed to; the keys move which one it is, and the page follows. */
export function useGridFocus<Row>({ scroller, rows, columnCount, view, onOpen, onView }: Options<Row>) {
  const [active, setActive] = useState<Cell>({ row: view.activeRow ?? 0, column: 0 })
  const moving = useRef(view.opened === true)

  useLayoutEffect(() => {
    if (!moving.current) return
    const selector = `[data-row="${active.row}"][data-column="${active.column}"]`
    const element = scroller.current?.querySelector<HTMLElement>(selector)
    if (!element) return
    moving.current = false
    onView({ opened: false })
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const open = (row: Row | undefined) => {
    if (row === undefined) return
    onView({ opened: true })
    onOpen(row)
  }

  const onKeyDown = (event: KeyboardEvent, { rowAt, scrollTo, page }: Surroundings<Row>) => {
    if (event.altKey) return
    if (event.key === 'Enter' && active.row >= 0) return open(rowAt(active.row))
    if ((event.key === 'Enter' || event.key === ' ') && active.row < 0) {
      event.preventDefault()
      if (event.target instanceof HTMLElement) event.target.click()
      return
    }
    const next = moveFocus(active, event, { rows, columns: columnCount, page })
    if (!next) return
    event.preventDefault()
    moving.current = true
    setActive(next)
    if (next.row >= 0) scrollTo(next.row)
  }

  const onClick = (event: MouseEvent, rowAt: Surroundings<Row>['rowAt']) => {
    const cell = cellOf(event.target)
    if (!cell) return
    setActive(cell)
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
    const selecting = window.getSelection()?.isCollapsed === false
    if (cell.row >= 0 && !selecting) open(rowAt(cell.row))
  }

  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target)
    if (cell && (cell.row !== active.row || cell.column !== active.column)) setActive(cell)
  }

  return { active, onKeyDown, onClick, onFocus }
}
