import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GridRow } from '../../renderer/components/data-grid/GridRow.tsx'
import type { GridColumn } from '../../renderer/components/data-grid/grid-column.ts'
import type { ShownColumn } from '../../renderer/components/data-grid/use-grid-columns.ts'

type Row = { name: string; mark: string }

const mark: GridColumn<Row> = {
  id: 'mark',
  header: 'Mark',
  width: 50,
  cell: (row: Row) => row.mark,
  text: (row: Row) => row.mark,
}
const name: GridColumn<Row> = {
  ...mark,
  id: 'name',
  header: 'Name',
  cell: (row: Row) => row.name,
  text: (row: Row) => row.name,
}
const columns: readonly ShownColumn<Row>[] = [
  { ...name, behind: mark, left: null, room: 200 },
  { ...mark, id: 'state', behind: null, left: null, room: 200 },
]

/** Draws a row of a list that scrolls too fast to be read. */
const draw = (activeColumn: number | null) =>
  render(
    <GridRow
      {...{ index: 0, top: 0, template: '', mark: null, columns, bare: true, selected: false, now: 0, activeColumn }}
      row={{ name: 'Linda Tremont', mark: 'Deceased' }}
    />,
  )

const texts = () => screen.getAllByRole('gridcell', { hidden: true }).map((cell) => cell.textContent)

it('a row that scrolls fast shows its name alone, and the focused one all that it shows at rest', () => {
  const { unmount } = draw(null)
  expect(texts()).toEqual(['Linda Tremont'])
  unmount()
  draw(0)
  expect(texts()).toEqual(['Linda Tremont Deceased', 'Deceased'])
})
