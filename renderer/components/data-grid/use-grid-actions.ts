import { useRef } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { copyCell, copyRow, copySelected } from './copy-cells.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { RowSource } from './row-source.ts'
import { addRows, allRows, countSelected, noRows, type RowSelection, toggleRows } from './selection.ts'
import type { GridFocus } from './use-grid-focus.ts'

/** Maximum number of rows that one key press can select. */
const maxSelected = 10_000

type Options<Row> = {
  source: RowSource<Row>
  idOf: (row: Row) => string
  onOpen: (row: Row, index: number) => void
  onView: (change: { opened: boolean }) => void
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  onSay: (text: string) => void
  focus: GridFocus
  shown: readonly ShownColumn<Row>[]
}

/** Where an extension by Shift begins, and the rows that were selected before it; null until it extends. */
type Start<Row> = { row: number; before: RowSelection<Row> | null }

/** Actions on the rows of a grid, shared by keyboard, pointer and menus. */
export function useGridActions<Row>(options: Options<Row>) {
  const { source, idOf, onOpen, onView, selection, onSelection, onSay, focus, shown } = options
  const start = useRef<Start<Row> | null>(null)
  /** Counts changes of the selection, so that rows that are read late do not replace a newer one. */
  const changes = useRef(0)
  const failed = () => onSay('These rows could not be read.')
  const change = async (first: number, last: number, to: (rows: Parameters<typeof addRows<Row>>[1]) => void) => {
    changes.current += 1
    const own = changes.current
    if (last - first >= maxSelected) return onSay(`At most ${formatCount(maxSelected)} rows at once.`)
    const rows = await source.readRange({ first, last }, new AbortController().signal)
    const lines = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
      (line) => !source.headingAt(line),
    )
    if (own === changes.current) to(rows.map((one, at) => ({ id: idOf(one), index: lines[at] ?? first, row: one })))
  }
  const select = (which: 'all' | 'none') => {
    changes.current += 1
    start.current = null
    onSelection(which === 'all' ? allRows : noRows)
  }
  const say = (copied: Promise<string>) => void copied.then(onSay).catch(failed)
  const copied = { source, columns: shown, idOf, selection }
  const copyActive = () => say(copyCell(copied, focus.active))
  return {
    open(index: number) {
      const found = source.rowAt(index)
      if (found === undefined) return
      onView({ opened: true })
      onOpen(found, index)
    },
    select,
    /** Selects or deselects a row. The next extension begins at it. */
    tick(index: number) {
      start.current = { row: index, before: null }
      void change(index, index, (rows) => onSelection(toggleRows(selection, rows))).catch(failed)
    },
    /** Selects the rows from the start of the extension to this one, besides those selected before. */
    extendTo(index: number) {
      const { row, before } = start.current ?? { row: Math.max(0, focus.active.row), before: null }
      const base = before ?? selection
      start.current = { row, before: base }
      const [first, last] = [Math.min(row, index), Math.max(row, index)]
      void change(first, last, (rows) => onSelection(addRows(base, rows))).catch(failed)
    },
    /** Ends an extension. */
    release() {
      start.current = null
    },
    copy() {
      if (countSelected(selection, source.count() ?? 0) > 0) say(copySelected(copied))
      else copyActive()
    },
    copyCell: copyActive,
    copyRow: (index: number) => say(copyRow(copied, index)),
    /** Deselects all rows; returns false if none was selected. */
    clear(): boolean {
      if (countSelected(selection, source.count() ?? 0) === 0) return false
      select('none')
      return true
    },
  }
}

export type GridActions = ReturnType<typeof useGridActions>
