import { screen, waitFor, within } from '@testing-library/react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { describe, expect, it } from 'vitest'
import { arrange, toLayout } from '../../renderer/components/data-grid/column-layout.ts'
import { DataGrid } from '../../renderer/components/data-grid/DataGrid.tsx'
import type { GridColumn } from '../../renderer/components/data-grid/grid-column.ts'
import { createGroupedRows } from '../../renderer/components/data-grid/grouped-rows.ts'
import { createRowSource } from '../../renderer/components/data-grid/row-source.ts'
import { countSelected, noRows, type RowSelection } from '../../renderer/components/data-grid/selection.ts'
import { renderInApp } from './support/render-in-app.tsx'

type Row = { id: string; name: string; value: number }

const rows = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk'].map((name, at): Row => ({ id: `r${at}`, name, value: at }))
const groups = [
  { column: 'size', key: 'small', rows: 2, directly_held_asset_value: '100' },
  { column: 'size', key: 'large', rows: 3, directly_held_asset_value: null },
]
const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 200, sortable: true, cell: (row) => row.name, text: (row) => row.name },
  { id: 'value', header: 'Value', width: 100, cell: (row) => row.value, text: (row) => `${row.value}` },
]

function open() {
  const seen = { selection: noRows as RowSelection<Row>, said: [] as string[], active: [] as number[] }
  function Grid() {
    const [selection, setSelection] = useState<RowSelection<Row>>(noRows)
    const [closed, setClosed] = useState<ReadonlySet<string | null>>(new Set())
    const [layout, setLayout] = useState(() => toLayout(arrange(columns, [])))
    const source = useMemo(
      () =>
        createRowSource<Row>({
          expected: null,
          read: async ({ offset, limit, fresh }) => ({
            rows: rows.slice(offset, offset + limit),
            total: rows.length,
            offset,
            groups: fresh ? groups : undefined,
          }),
        }),
      [],
    )
    const read = useSyncExternalStore(source.subscribe, source.groups)
    const lines = useMemo(() => read && createGroupedRows(source, read, closed), [source, read, closed])
    seen.selection = selection
    return (
      <DataGrid
        label="Animals"
        rows={{
          source: lines ?? source,
          idOf: (row) => row.id,
          height: 30,
          onOpen: () => undefined,
          groups: {
            nameOf: ({ key }) => `Size ${key}`,
            sumOf: ({ directly_held_asset_value: cents }, column) => (column === 'value' ? cents : null),
            onToggle: ({ key, closed: isClosed }) =>
              setClosed((before) => new Set(isClosed ? [...before].filter((one) => one !== key) : [...before, key])),
          },
          empty: null,
          failed: () => null,
        }}
        columns={{
          ...{ all: columns, layout },
          sort: { column: 'name', direction: 'asc' },
          onLayout: setLayout,
          onSort: () => undefined,
          onFilter: () => undefined,
          onOnlySame: () => null,
        }}
        selection={{ rows: selection, onChange: setSelection }}
        place={{ view: {}, onView: () => undefined }}
        peek={{ isShown: false, onToggle: () => undefined, onActive: (index) => seen.active.push(index) }}
        onMessage={(text) => seen.said.push(text)}
      />
    )
  }
  return { ...renderInApp(Grid), seen }
}

const heading = (name: string) => screen.findByRole('row', { name: new RegExp(`^Size ${name}`) })
const headingCell = async (name: string) => {
  const [cell] = within(await heading(name)).getAllByRole('gridcell')
  if (!cell) throw new Error('A heading has no cell.')
  return cell
}

describe('a grouped grid', () => {
  it('has a row above each group with its name, number and sum, said to be open or closed', async () => {
    open()
    const small = await heading('small')
    expect(small).toHaveAccessibleName('Size small 2 100')
    expect(await headingCell('small')).toHaveAttribute('aria-expanded', 'true')
    expect(await heading('large')).toHaveAccessibleName('Size large 3')
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '8')
  })

  it('closes by the left arrow and opens by the right one, Enter or Space, and keeps the focus on the heading', async () => {
    const { user } = open()
    await user.click(await headingCell('large'))
    await waitFor(() => expect(screen.queryByText('Dog')).toBeNull())
    await waitFor(async () => expect(await headingCell('large')).toHaveFocus())
    await user.keyboard('{ArrowLeft}')
    expect(await headingCell('large')).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('Dog')).toBeVisible()
    await user.keyboard('{ArrowRight}{ArrowLeft}')
    await waitFor(() => expect(screen.queryByText('Dog')).toBeNull())
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Dog')).toBeVisible()
    await user.keyboard(' ')
    await waitFor(() => expect(screen.queryByText('Dog')).toBeNull())
    await waitFor(async () => expect(await headingCell('large')).toHaveFocus())
  })

  it('keeps the column of the keyboard across a heading, and selects rows on both sides of it, but not the heading', async () => {
    const { user, seen } = open()
    await user.click(await screen.findByRole('gridcell', { name: '1' }))
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await waitFor(() => expect([...seen.selection.marked.keys()]).toEqual(['r1', 'r2']))
    await waitFor(() => expect(screen.getByRole('gridcell', { name: '2' })).toHaveFocus())
    expect(await heading('large')).not.toHaveAttribute('aria-selected')
    expect(seen.active).not.toContain(3)
  })

  it('selects and copies all records, also those of closed groups', async () => {
    const { user, seen } = open()
    await user.click(await headingCell('large'))
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(countSelected(seen.selection, rows.length)).toBe(5))
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(() => expect(seen.said).toEqual(['Copied 5 rows.']))
    expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(6)
  })
})
