import type { Cell } from './keyboard.ts'

/** The rows that the user marked. With `all`, every row except the marked ones, so that marking a list does not load it. */
export type RowSelection<Row> = { all: boolean; marked: ReadonlyMap<string, { index: number; row: Row }> }

export const noRows = { all: false, marked: new Map<string, never>() } as const
export const allRows = { all: true, marked: new Map<string, never>() } as const

export const isSelected = (selection: RowSelection<unknown>, id: string): boolean =>
  selection.all !== selection.marked.has(id)

export const countSelected = ({ all, marked }: RowSelection<unknown>, total: number): number =>
  all ? Math.max(0, total - marked.size) : marked.size

/** Marks the rows, or unmarks them if all of them are marked. */
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

/** Marks the rows. */
export const addRows = <Row>(
  selection: RowSelection<Row>,
  rows: readonly { id: string; index: number; row: Row }[],
): RowSelection<Row> =>
  toggleRows(
    selection,
    rows.filter(({ id }) => !isSelected(selection, id)),
  )

/** A rectangle of cells, corners included. */
export type Block = { top: number; bottom: number; left: number; right: number }

/** The cells between the start of a selection and the active cell. */
export const blockOf = (anchor: Cell, active: Cell): Block => ({
  top: Math.max(0, Math.min(anchor.row, active.row)),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
})

/** First and last column of a block in one row; null if the row is outside the block. */
export function blockInRow(block: Block | null, row: number): { left: number; right: number } | null {
  return block && row >= block.top && row <= block.bottom ? block : null
}
