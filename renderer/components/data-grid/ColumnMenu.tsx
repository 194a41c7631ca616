import { Menu } from '@mantine/core'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { changeColumn, clampWidth, nudgeColumn } from './column-layout.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { SortState } from './view-state.ts'

type Props<Row> = {
  column: ShownColumn<Row>
  width: number
  layout: readonly ColumnLayout[]
  onLayout: (layout: ColumnLayout[]) => void
  onSort: (sort: SortState) => void
  onFilter: (column: string) => void
}

const step = 24

/** Menu with the actions on a column. */
export function ColumnMenu<Row>({ column, width, layout, onLayout, onSort, onFilter }: Props<Row>) {
  const { id } = column
  const pinned = column.left !== null
  const change = (part: Partial<ColumnLayout>) => onLayout(changeColumn(layout, id, part))
  return (
    <>
      {column.sortable ? (
        <>
          <Menu.Item onClick={() => onSort({ column: id, direction: 'asc' })}>Sort ascending</Menu.Item>
          <Menu.Item onClick={() => onSort({ column: id, direction: 'desc' })}>Sort descending</Menu.Item>
          <Menu.Item onClick={() => onFilter(id)}>Filter…</Menu.Item>
          <Menu.Divider />
        </>
      ) : null}
      <Menu.Item onClick={() => change({ pinned: !pinned })}>{pinned ? 'Unpin' : 'Pin left'}</Menu.Item>
      <Menu.Item onClick={() => onLayout(nudgeColumn(layout, id, -1))}>Move left</Menu.Item>
      <Menu.Item onClick={() => onLayout(nudgeColumn(layout, id, 1))}>Move right</Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => change({ width: clampWidth(width + step) })}>
        Wider
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => change({ width: clampWidth(width - step) })}>
        Narrower
      </Menu.Item>
      <Menu.Item onClick={() => change({ width: null })}>Default width</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => change({ hidden: true })}>Hide column</Menu.Item>
    </>
  )
}
