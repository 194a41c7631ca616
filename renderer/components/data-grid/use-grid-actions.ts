import { useRef } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { copyCells } from './copy-cells.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { RowSource } from './row-source.ts'
import { addRows, type Block, countSelected, noRows, type RowSelection, toggleRows } from './selection.ts'
import type { GridFocus } from './use-grid-focus.ts'

/** Maximum number of rows that one key press can mark. */
const maxMarked = 10_000

type Options<Row> = {
  source: RowSource<Row>
  idOf: (row: Row) => string
  onOpen: (row: Row, index: number) => void
  onView: (change: { opened: boolean }) => void
  selection: RowSelection<Row>
  onSelection: (selection: RowSelection<Row>) => void
  onSay: (text: string) => void
  focus: GridFocus
  block: Block | null
  shown: readonly ShownColumn<Row>[]
}

/** Actions on the rows of a grid, shared by keyboard, pointer and menus. */
export function useGridActions<Row>(options: Options<Row>) {
  const { source, idOf, onOpen, onView, selection, onSelection, onSay, focus, shown } = options
  const { row, column } = focus.active
  const block = options.block ?? { top: Math.max(0, row), bottom: Math.max(0, row), left: column, right: column }
  /** The row that was ticked last, from which Shift reaches to the next one. */
  const ticked = useRef<number | null>(null)
  const change = async (first: number, last: number, to: typeof toggleRows<Row>) => {
    if (last - first >= maxMarked) return onSay(`At most ${formatCount(maxMarked)} rows at once.`)
    const rows = await source.readRange({ first, last }, new AbortController().signal)
    onSelection(
      to(
        selection,
        rows.map((one, at) => ({ id: idOf(one), index: first + at, row: one })),
      ),
    )
  }
  const failed = () => onSay('These rows could not be read.')
  return {
    open(index: number) {
      const found = source.rowAt(index)
      if (found === undefined) return
      onView({ opened: true })
      onOpen(found, index)
    },
    toggleRow: (index: number) => void change(index, index, toggleRows).catch(failed),
    toggleBlock: () => void change(block.top, block.bottom, toggleRows).catch(failed),
    /** Ticks or unticks a row; with `reach`, ticks all rows from the one ticked before to this one. */
    tick(index: number, reach: boolean) {
      const from = reach ? ticked.current : null
      ticked.current = index
      if (from === null) void change(index, index, toggleRows).catch(failed)
      else void change(Math.min(from, index), Math.max(from, index), addRows).catch(failed)
    },
    copy: () => void copyCells({ source, columns: shown, idOf, selection, block }).then(onSay).catch(failed),
    copyRow(index: number) {
      const one = { top: index, bottom: index, left: 0, right: shown.length - 1 }
      void copyCells({ source, columns: shown, idOf, selection: noRows, block: one }).then(onSay).catch(failed)
    },
    clear(): boolean {
      if (countSelected(selection, source.total() ?? 0) === 0 && !focus.anchor) return false
      onSelection(noRows)
      focus.setAnchor(null)
      return true
    },
  }
}

export type GridActions = ReturnType<typeof useGridActions>
