import { formatCount } from '../../../shared/domain/counts.ts'
import { copyCells } from './copy-cells.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { RowSource } from './row-source.ts'
import { type Block, countSelected, noRows, type RowSelection, toggleRows } from './selection.ts'
import type { GridFocus } from './use-grid-focus.ts'

/** Maximum number of rows that one key press can mark. */
const maxMarked = 10_000

type Options<Row> = {
  source: RowSource<Row>
  idOf: (row: Row) => string
  onOpen: (row: Row) => void
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
  const toggle = async (first: number, last: number) => {
    if (last - first >= maxMarked) return onSay(`At most ${formatCount(maxMarked)} rows at once.`)
    const rows = await source.readRange({ first, last }, new AbortController().signal)
    onSelection(
      toggleRows(
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
      onOpen(found)
    },
    toggleRow: (index: number) => void toggle(index, index).catch(failed),
    toggleBlock: () => void toggle(block.top, block.bottom).catch(failed),
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
