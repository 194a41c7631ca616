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
