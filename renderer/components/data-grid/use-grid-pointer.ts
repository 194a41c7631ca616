import type { MouseEvent } from 'react'
import { cellOf, type GridFocus } from './use-grid-focus.ts'

type Options = {
  focus: GridFocus
  open: (row: number) => void
  /** Selects or deselects a row. */
  tick: (row: number) => void
  /** Selects the rows from the last one ticked or clicked to this one. */
  extend: (row: number) => void
  release: () => void
  /** Opens a row's menu. */
  menu: (row: number) => void
}

const onLink = (event: MouseEvent) => event.target instanceof Element && event.target.closest('a') !== null
/** The row of the tick box or menu button that was pressed; null if it was none. */
function rowOf({ target }: MouseEvent, part: '[data-tick]' | '[data-more]'): number | null {
  const pressed = target instanceof Element ? target.closest(part) : null
  const line = pressed?.closest<HTMLElement>('[data-line]')
  return line ? Number(line.dataset.line) : null
}

const modified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey

/**
 * Pointer actions: a press activates a cell, Shift selects all rows up to it, Ctrl or the tick box selects single rows, a link or
 * a double click opens.
 */
export function gridPointer({ focus, open, tick, extend, release, menu }: Options) {
  return {
    onMouseDown(event: MouseEvent) {
      const ticked = rowOf(event, '[data-tick]')
      if (ticked !== null && event.button === 0) {
        event.preventDefault()
        if (event.shiftKey) extend(ticked)
        else tick(ticked)
        return
      }
      const cell = cellOf(event.target)
      if (!cell || cell.row < 0 || event.button !== 0) return
      // Focusing renders the row again, which would remove a link under the pointer before the click.
      event.preventDefault()
      if (onLink(event)) return
      if (event.ctrlKey || event.metaKey) tick(cell.row)
      else if (event.shiftKey) extend(cell.row)
      else release()
      focus.moveTo(cell)
    },
    onClick(event: MouseEvent) {
      const more = rowOf(event, '[data-more]')
      if (more !== null) return menu(more)
      const cell = cellOf(event.target)
      if (!cell || cell.row < 0 || !onLink(event) || modified(event) || event.button !== 0) return
      event.preventDefault()
      focus.moveTo(cell)
      open(cell.row)
    },
    onDoubleClick(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (cell && cell.row >= 0 && !onLink(event)) open(cell.row)
    },
  }
}
