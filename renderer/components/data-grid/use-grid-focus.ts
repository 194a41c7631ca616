import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Cell } from './keyboard.ts'
import type { GridView } from './view-state.ts'

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  view: GridView
  onView: (change: GridView) => void
}

const isHeading = (target: EventTarget) => target instanceof Element && target.closest('[data-heading]') !== null

/** The cell in which an event occurred; row −1 is the header. */
export function cellOf(target: EventTarget | null): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[aria-rowindex]')
  return cell && row
    ? { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.dataset.column) }
    : null
}

/** The heading of a group has one cell, which spans all columns. */
const elementOf = (root: HTMLElement | null, { row, column }: Cell) => {
  const line = `[aria-rowindex="${row + 2}"]`
  return root?.querySelector<HTMLElement>(`${line} [data-column="${column}"], ${line} [data-heading]`) ?? null
}

/** One cell of the grid is the tab stop. Keys move it, and the DOM focus follows. */
export function useGridFocus({ scroller, view, onView }: Options) {
  const [active, setActive] = useState<Cell>({ row: view.activeRow ?? 0, column: 0 })
  const moving = useRef(view.opened === true)

  useLayoutEffect(() => {
    if (!moving.current) return
    const element = elementOf(scroller.current, active)
    if (!element) return
    moving.current = false
    onView({ opened: false })
    element.focus({ preventScroll: true })
    if (active.column >= 0) element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const moveTo = useCallback((next: Cell) => {
    moving.current = true
    setActive(next)
  }, [])
  const onFocus = (event: FocusEvent) => {
    const cell = cellOf(event.target)
    if (!cell || (cell.row === active.row && (cell.column === active.column || isHeading(event.target)))) return
    // The row is rendered again as the active one, which replaces the focused element.
    moving.current = true
    setActive(cell)
  }
  return { active, moveTo, onFocus }
}

export type GridFocus = ReturnType<typeof useGridFocus>
