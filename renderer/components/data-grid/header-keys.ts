import type { KeyboardEvent } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { changeColumn, clampWidth, nudgeColumn } from './column-layout.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { Cell } from './keyboard.ts'
import type { GridFocus } from './use-grid-focus.ts'

type Options<Row> = {
  focus: GridFocus
  shown: readonly ShownColumn<Row>[]
  widths: readonly number[]
  layout: readonly ColumnLayout[]
  onLayout: (layout: ColumnLayout[]) => void
  onMenu: (cell: Cell) => void
}

const step = 16

/**
 * Keys of a header: Enter or Space sorts, Alt+Down opens its menu, Shift+Left and Shift+Right change its width, and with Ctrl
 * they move it. Returns true if the key was handled.
 */
export function headerKeys<Row>({ focus, shown, widths, layout, onLayout, onMenu }: Options<Row>) {
  return (event: KeyboardEvent): boolean => {
    const at = focus.active.column
    const column = shown[at]
    const { key } = event
    if (!column) return false
    if (key === 'Enter' || key === ' ') {
      if (event.target instanceof HTMLElement) event.target.click()
      return true
    }
    if (key === 'ArrowDown' && event.altKey) {
      onMenu(focus.active)
      return true
    }
    if (!event.shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
    const by = key === 'ArrowRight' ? 1 : -1
    if (event.ctrlKey || event.metaKey) {
      const target = at + by
      if (target < 0 || target >= shown.length) return true
      onLayout(nudgeColumn(layout, column.id, by))
      focus.moveTo({ row: -1, column: target })
    } else {
      onLayout(changeColumn(layout, column.id, { width: clampWidth((widths[at] ?? column.width) + by * step) }))
    }
    return true
  }
}
