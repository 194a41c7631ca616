import type { KeyboardEvent } from 'react'
import { keyOf } from '../../lib/commands/keys.ts'
import { moveFocus } from './keyboard.ts'
import type { GridFocus } from './use-grid-focus.ts'

type Options = {
  focus: GridFocus
  rows: number
  columns: number
  page: () => number
  scrollToRow: (row: number) => void
  open: (row: number) => void
  /** Selects or deselects the active row. */
  toggle: () => void
  /** Selects the rows from where the extension began to this one. */
  extend: (row: number) => void
  /** Ends an extension: the next one begins at the active row. */
  release: () => void
  peek: () => void
  selectAll: () => void
  /** Clears the selection; returns false if there was none. */
  clear: () => boolean
  copy: () => void
  /** The group whose heading is active, and what opens or closes it. */
  heading: { closed: boolean; toggle: () => void } | null
  header: (key: KeyboardEvent) => boolean
  menu: () => void
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** Handles keys other than movement; returns false if the key is not handled. */
function act(event: KeyboardEvent, options: Options): boolean {
  const { focus } = options
  const command = event.ctrlKey || event.metaKey
  const letter = keyOf(event.nativeEvent).toLowerCase()
  if (isMenuKey(event)) options.menu()
  else if (command && letter === 'a') options.selectAll()
  else if (command && letter === 'c') options.copy()
  else if (event.key === 'Escape') return options.clear()
  else if (focus.active.row < 0) return options.header(event)
  else if (options.heading) return onHeading(event, options.heading)
  else if (event.key === 'Enter') options.open(focus.active.row)
  else if (event.key === ' ' && !event.shiftKey) options.peek()
  else if (event.key === ' ' || (letter === 'x' && !command)) options.toggle()
  else return false
  return true
}

/** The right arrow opens a group, the left one closes it, Enter and Space do either. A heading has no row to act on. */
function onHeading({ key }: KeyboardEvent, { closed, toggle }: { closed: boolean; toggle: () => void }): boolean {
  const arrow = key === 'ArrowRight' || key === 'ArrowLeft'
  if (key === 'Enter' || key === ' ' || key === (closed ? 'ArrowRight' : 'ArrowLeft')) toggle()
  return arrow || key === 'Enter' || key === ' '
}

/** Handles the keys of a grid (WAI-ARIA grid pattern): arrows move the active cell, and with Shift select rows on the way. */
export function onGridKey(event: KeyboardEvent, options: Options): void {
  const { focus, rows, columns } = options
  if (event.altKey && !(focus.active.row < 0 && event.key === 'ArrowDown')) return
  if (act(event, options)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.altKey) return
  const next = moveFocus(focus.active, event, { rows, columns, page: options.page() })
  if (!next) return
  event.preventDefault()
  if (!event.shiftKey) options.release()
  else if (focus.active.row >= 0 && next.row >= 0 && next.row !== focus.active.row) options.extend(next.row)
  focus.moveTo(next)
  if (next.row >= 0) options.scrollToRow(next.row)
}
