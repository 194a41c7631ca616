import type { Cell } from './keyboard.ts'

/** Rows that a person marked. With `all`, every row of the list but the marked ones: a list is never loaded to mark it. */
export type RowSelection<Row> = { all: boolean; marked: ReadonlyMap<string, { index: number; row: Row }> }

export const noRows = { all: false, marked: new Map<string, never>() } as const
export const allRows = { all: true, marked: new Map<string, never>() } as const

export const isSelected = (selection: RowSelection<unknown>, id: string): boolean =>
  selection.all !== selection.marked.has(id)

export const countSelected = ({ all, marked }: RowSelection<unknown>, total: number): number =>
  all ? Math.max(0, total - marked.size) : marked.size

/** The rows marked, or unmarked when all of them are. */
export function toggleRows<Row>(
  selection: RowSelection<Row>,
  rows: readonly { id: string; index: number; row: Row }[],
): RowSelection<Row> {
  const marked = new Map(selection.marked)
  const off = rows.every(({ id }) => isSelected(selection, id))
  for (const { id, index, row } of rows) {
    if (off === selection.all) marked.set(id, { index, row })
    else marked.delete(id)
  }
  return { all: selection.all, marked }
}

/** A rectangle of cells, corners included. */
export type Block = { top: number; bottom: number; left: number; right: number }

/** The cells between where a selection began and the active cell. */
export const blockOf = (anchor: Cell, active: Cell): Block => ({
  top: Math.max(0, Math.min(anchor.row, active.row)),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
})

/** The part of a block in one row, as first and last column; null where the row is outside it. */
export function blockInRow(block: Block | null, row: number): { left: number; right: number } | null {
  return block && row >= block.top && row <= block.bottom ? block : null
}
