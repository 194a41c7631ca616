import { type MouseEvent, type RefObject, useState } from 'react'
import type { MenuPlace } from './GridMenu.tsx'
import type { Cell } from './keyboard.ts'
import { cellOf, type GridFocus } from './use-grid-focus.ts'

export type OpenMenu = { cell: Cell; place: MenuPlace }

const rectOf = ({ left, top, width, height }: DOMRect): MenuPlace => ({ left, top, width, height })

/** The open menu: a column's (row −1) or a row's. */
export function useGridMenu(scroller: RefObject<HTMLDivElement | null>) {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  return {
    open,
    /** Opens the menu of a cell below it. */
    openAt(cell: Cell) {
      const element = scroller.current?.querySelector(
        `[aria-rowindex="${cell.row + 2}"] [data-column="${cell.column}"]`,
      )
      if (element) setOpen({ cell, place: rectOf(element.getBoundingClientRect()) })
    },
    onContextMenu(event: MouseEvent) {
      const cell = cellOf(event.target)
      if (!cell) return
      event.preventDefault()
      setOpen({ cell, place: { left: event.clientX, top: event.clientY, width: 1, height: 1 } })
    },
    /** Closes the menu and returns the focus to its cell. */
    close(focus: GridFocus) {
      if (open) focus.moveTo(open.cell)
      setOpen(null)
    },
  }
}
