import type { MouseEvent } from 'react'
import { cellOf, type GridFocus } from './use-grid-focus.ts'

type Options = {
  focus: GridFocus
  open: (row: number) => void
  toggle: (row: number) => void
}

const onLink = (event: MouseEvent) => event.target instanceof Element && event.target.closest('a') !== null
const modified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey

/**
 * Pointer actions: a press activates a cell, a drag or Shift extends the selection, Ctrl marks rows, a link or a double click
 * opens.
 */
export function gridPointer({ focus, open, toggle }: Options) {
  return {
    onMouseDown(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (!cell || cell.row < 0 || event.button !== 0) return
      // Focusing renders the row again, which would remove a link under the pointer before the click.
      event.preventDefault()
      if (onLink(event)) return
      if (event.ctrlKey || event.metaKey) toggle(cell.row)
      focus.moveTo(cell, event.shiftKey)
    },
    onMouseMove(event: MouseEvent) {
      if (event.buttons !== 1 || focus.active.row < 0) return
      const cell = cellOf(event.target)
      if (!cell || cell.row < 0 || (cell.row === focus.active.row && cell.column === focus.active.column)) return
      focus.moveTo(cell, true)
    },
    onClick(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (!cell || cell.row < 0 || !onLink(event) || modified(event) || event.button !== 0) return
      event.preventDefault()
      focus.moveTo(cell, false)
      open(cell.row)
    },
    onDoubleClick(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (cell && cell.row >= 0 && !onLink(event)) open(cell.row)
    },
  }
}
