import { MantineProvider } from '@mantine/core'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../renderer/app/theme.css'
import { theme } from '../../../renderer/app/theme.ts'
import { arrange, toLayout } from '../../../renderer/components/data-grid/column-layout.ts'
import { DataGrid } from '../../../renderer/components/data-grid/DataGrid.tsx'
import type { GridColumn } from '../../../renderer/components/data-grid/grid-column.ts'
import { createRowSource } from '../../../renderer/components/data-grid/row-source.ts'
import { noRows, type RowSelection } from '../../../renderer/components/data-grid/selection.ts'
import { headers, readRows, total } from '../peers/page/rows.mjs'

type Row = readonly string[]

const columns: readonly GridColumn<Row>[] = headers.map((header: string, at: number) => ({
  id: header,
  header,
  width: 90,
  grow: true,
  cell: (row) => row[at],
  text: (row) => row[at] ?? '',
}))

/** The app's own grid with the rows of the other grids. */
function Grid() {
  const [selection, setSelection] = useState<RowSelection<Row>>(noRows)
  const [layout, setLayout] = useState(() => toLayout(arrange(columns, [])))
  const source = useMemo(
    () =>
      createRowSource<Row>({
        expected: null,
        read: async ({ offset, limit }) => ({ rows: await readRows(offset, limit), total, offset }),
      }),
    [],
  )
  return (
    <DataGrid
      label="People"
      rows={{
        source,
        idOf: (row) => row[0] ?? '',
        height: 32,
        onOpen: () => undefined,
        empty: null,
        failed: () => null,
      }}
      columns={{
        ...{ all: columns, layout },
        sort: { column: 'Name', direction: 'asc' },
        onLayout: setLayout,
        onSort: () => undefined,
        onFilter: () => undefined,
        onOnlySame: () => null,
      }}
      selection={{ rows: selection, onChange: setSelection }}
      place={{ view: {}, onView: () => undefined }}
      onMessage={() => undefined}
    />
  )
}

Object.assign(window, {
  peer: {
    scroller: '[role="grid"]',
    open(place: HTMLElement) {
      place.style.display = 'grid'
      createRoot(place).render(
        <MantineProvider theme={theme}>
          <Grid />
        </MantineProvider>,
      )
    },
    rowsInView() {
      const grid = document.querySelector('[role="grid"]')
      if (!grid) return 0
      const { top, bottom } = grid.getBoundingClientRect()
      return [...grid.querySelectorAll('[data-line]:not([aria-busy])')].filter((row) => {
        const rect = row.getBoundingClientRect()
        return rect.bottom > top + 32 && rect.top < bottom
      }).length
    },
  },
})
