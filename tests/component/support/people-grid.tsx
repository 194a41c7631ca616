import { act, fireEvent, screen, within } from '@testing-library/react'
import { useMemo, useRef, useState } from 'react'
import { arrange, toLayout } from '../../../renderer/components/data-grid/column-layout.ts'
import { DataGrid } from '../../../renderer/components/data-grid/DataGrid.tsx'
import type { GridColumn } from '../../../renderer/components/data-grid/grid-column.ts'
import { createRowSource } from '../../../renderer/components/data-grid/row-source.ts'
import { countSelected, noRows, type RowSelection } from '../../../renderer/components/data-grid/selection.ts'
import type { SortState } from '../../../renderer/components/data-grid/view-state.ts'
import { renderInApp } from './render-in-app.tsx'

type Row = { id: string; name: string; count: number }

const people = ['Adams', 'Berg', 'Castro', 'Diaz', 'Eriksen', 'Fontaine', 'Gupta', 'Haddad']
export const rows: readonly Row[] = people.map((name, at) => ({ id: `r${at}`, name, count: 100 - at }))

const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 200, sortable: true, cell: (row) => row.name, text: (row) => row.name },
  { id: 'count', header: 'Count', width: 100, sortable: true, cell: (row) => row.count, text: (row) => `${row.count}` },
]

const ordered = ({ column, direction }: SortState) =>
  rows.toSorted((one, other) => {
    const by = column === 'name' ? one.name.localeCompare(other.name) : one.count - other.count
    return direction === 'asc' ? by : -by
  })

const sourceOf = (of: () => readonly Row[], expected: number | null) =>
  createRowSource<Row>({
    expected,
    read: async ({ offset, limit }) => ({ rows: of().slice(offset, offset + limit), total: of().length, offset }),
  })

const manyRows: readonly Row[] = Array.from({ length: 300 }, (_, at) => ({
  id: `m${at}`,
  name: `Person ${at}`,
  count: at,
}))

/** Draws the list of people in the app; the result has what the list was told to do, and the names of the marked rows. */
export function openPeopleGrid(
  of: { rows?: 'none' | 'fail' | 'late' | 'many' | 'shrank'; peeks?: boolean; footer?: boolean } = {},
) {
  const seen = {
    opened: [] as string[],
    said: [] as string[],
    peeked: [] as (number | null)[],
    selection: noRows as RowSelection<Row>,
    reads: 0,
    /** Answers the reads of a list whose rows come late. */
    arrive: Promise.withResolvers<void>(),
    /** Shows fewer rows or columns, as when records were deleted or columns hidden. */
    show: (_: { rows?: number; columns?: string[] }): void => undefined,
  }
  const isLong = of.rows === 'many' || of.rows === 'shrank' || of.rows === 'late'
  function Grid() {
    const [sort, setSort] = useState<SortState>({ column: 'name', direction: 'asc' })
    const [selection, setSelection] = useState<RowSelection<Row>>(noRows)
    const [layout, setLayout] = useState(() => toLayout(arrange(columns, [])))
    const left = useRef(rows.length)
    const source = useMemo(
      () =>
        of.rows === 'late'
          ? createRowSource<Row>({
              expected: manyRows.length,
              read: async ({ offset, limit }) => {
                await seen.arrive.promise
                return { rows: manyRows.slice(offset, offset + limit), total: manyRows.length, offset }
              },
            })
          : of.rows === 'fail'
            ? createRowSource<Row>({
                expected: null,
                read: () => {
                  seen.reads += 1
                  return Promise.reject(new Error('gone'))
                },
              })
            : sourceOf(
                () => (of.rows === 'none' ? [] : of.rows === 'many' ? manyRows : ordered(sort).slice(0, left.current)),
                isLong ? manyRows.length : null,
              ),
      [sort],
    )
    const [peek, setPeek] = useState<number | null>(null)
    seen.selection = selection
    seen.show = ({ rows: count, columns: shown }) => {
      if (shown) setLayout(layout.map((column) => ({ ...column, hidden: !shown.includes(column.column) })))
      if (count === undefined) return
      left.current = count
      void source.refresh()
    }
    if (seen.peeked.at(-1) !== peek) seen.peeked.push(peek)
    return (
      <DataGrid
        label="People"
        rows={{
          source,
          idOf: (row) => row.id,
          height: 30,
          onOpen: (row) => seen.opened.push(row.name),
          empty: <p>Nobody here</p>,
          failed: (_error, retry) => (
            <button type="button" onClick={retry}>
              Read again
            </button>
          ),
        }}
        columns={{
          ...{ all: columns, layout, sort },
          onLayout: setLayout,
          onSort: setSort,
          onFilter: () => undefined,
          onOnlySame: () => null,
          footer: of.footer ? (column, first) => (first ? '8 people' : `all of ${column}`) : undefined,
        }}
        selection={{ rows: selection, onChange: setSelection }}
        place={{ view: isLong ? { scrollTop: 3010, activeRow: 105 } : {}, onView: () => undefined }}
        onMessage={(text) => seen.said.push(text)}
        {...(of.peeks
          ? {
              peek: {
                isShown: peek !== null,
                onToggle: (index: number) => setPeek(peek === null ? index : null),
                onActive: (index: number) => setPeek((before) => (before === null ? null : index)),
              },
            }
          : {})}
      />
    )
  }
  const app = renderInApp(Grid)
  const marked = () =>
    screen
      .getAllByRole('row', { selected: true })
      .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? '')
  return { ...app, seen, marked }
}

/** The cell with this text, once it is drawn. */
export const cell = (text: string) => screen.findByRole('gridcell', { name: text })
/** The number of selected rows. */
export const count = (selection: RowSelection<Row>) => countSelected(selection, rows.length)

/** A press with the mouse, as the grid hears it: the focus moves on pressing. */
export const press = (element: HTMLElement, keys: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
  fireEvent.mouseDown(element, { button: 0, ...keys })
  fireEvent.mouseUp(element, { button: 0, ...keys })
  fireEvent.click(element, { button: 0, ...keys })
}

/** Moves the focus without a press. */
export const focusOn = (element: HTMLElement) => act(() => element.focus())
