import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { useEarlyEscape } from '../popups/Popup.tsx'
import { changeColumn, clampWidth, nudgeColumn } from './column-layout.ts'
import type { GridColumns, GridRows } from './grid-props.ts'
import { isSelected, type RowSelection } from './selection.ts'
import type { ShownColumn } from './use-grid-columns.ts'
import type { MenuPlace, OpenMenu, RowActions } from './use-grid-controller.ts'
import type { SortState } from './view-state.ts'

export type GridMenusProps<Row> = {
  menu: OpenMenu
  rows: GridRows<Row>
  columns: GridColumns<Row>
  selection: RowSelection<Row>
  shown: readonly ShownColumn<Row>[]
  widths: readonly number[]
  actions: RowActions
  onSort: (sort: SortState) => void
  onClose: () => void
}

type MenuProps = { label: string; place: MenuPlace; onClose: () => void; children: ReactNode }

/** A menu at a place. Mounted only while it is open. */
function MenuAt({ label, place, onClose, children }: MenuProps) {
  useEarlyEscape(true, onClose)
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} withinPortal returnFocus={false} trapFocus>
      <Menu.Target>
        <span
          style={{ position: 'fixed', pointerEvents: 'none', ...place }}
          // The menu belongs to the cell, which gets the focus back when it closes.
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** Pixels by which an item changes the width of a column. */
const step = 24

type ColumnItemsProps<Row> = Pick<GridMenusProps<Row>, 'columns' | 'onSort'> & {
  column: ShownColumn<Row>
  width: number
}

type BehindProps = Pick<GridColumns<never>, 'onSort' | 'onFilter'> & { behind: { id: string; header: string } }

/** The order and the filter by the value that is drawn behind a column's own. */
function BehindItems({ behind: { id, header }, onSort, onFilter }: BehindProps) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => onSort({ column: id, direction: 'asc' })}>Sort by “{header}”, ascending</Menu.Item>
      <Menu.Item onClick={() => onSort({ column: id, direction: 'desc' })}>Sort by “{header}”, descending</Menu.Item>
      <Menu.Item onClick={() => onFilter(id)}>Filter “{header}”…</Menu.Item>
    </>
  )
}

/** The actions on a column. */
function ColumnItems<Row>({ column, width, columns, onSort }: ColumnItemsProps<Row>) {
  const { id } = column
  const { layout, onLayout, onFilter } = columns
  const pinned = column.left !== null
  const change = (part: Partial<ColumnLayout>) => onLayout(changeColumn(layout, id, part))
  return (
    <>
      {column.sortable ? (
        <>
          <Menu.Item onClick={() => onSort({ column: id, direction: 'asc' })}>Sort ascending</Menu.Item>
          <Menu.Item onClick={() => onSort({ column: id, direction: 'desc' })}>Sort descending</Menu.Item>
          <Menu.Item onClick={() => onFilter(id)}>Filter…</Menu.Item>
          {column.behind ? <BehindItems behind={column.behind} onSort={onSort} onFilter={onFilter} /> : null}
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

type RowItemsProps<Row> = Pick<GridMenusProps<Row>, 'rows' | 'columns' | 'selection' | 'actions'> & {
  column: ShownColumn<Row>
  index: number
  row: Row
}

/** The actions on a row, and on the selected rows. */
function RowItems<Row>({ index, row, column, rows, columns, selection, actions }: RowItemsProps<Row>) {
  const { selected } = actions
  const onlySame = columns.onOnlySame(column.id, row)
  return (
    <>
      <Menu.Item onClick={() => actions.open(index)}>Open</Menu.Item>
      {rows.menu?.(row)}
      <Menu.Item onClick={() => actions.tick(index)}>
        {isSelected(selection, rows.idOf(row)) ? 'Deselect row' : 'Select row'}
      </Menu.Item>
      <Menu.Item onClick={actions.copyCell}>Copy cell</Menu.Item>
      <Menu.Item onClick={() => actions.copyRow(index)}>Copy row</Menu.Item>
      {selected > 0 ? (
        <Menu.Item onClick={actions.copy}>
          Copy {formatCount(selected)} selected {selected === 1 ? 'row' : 'rows'}
        </Menu.Item>
      ) : null}
      {onlySame ? <Menu.Item onClick={onlySame}>Filter to this value</Menu.Item> : null}
    </>
  )
}

/** The open menu of the grid. */
export function GridMenus<Row>({ menu, shown, widths, onClose, ...props }: GridMenusProps<Row>) {
  const { cell, place } = menu
  const column = shown[cell.column]
  if (!column) return null
  if (cell.row < 0) {
    return (
      <MenuAt label={`Column ${column.header}`} place={place} onClose={onClose}>
        <ColumnItems {...props} column={column} width={widths[cell.column] ?? column.width} />
      </MenuAt>
    )
  }
  const row = props.rows.source.rowAt(cell.row)
  if (row === undefined) return null
  return (
    <MenuAt label="Row" place={place} onClose={onClose}>
      <RowItems {...props} column={column} index={cell.row} row={row} />
    </MenuAt>
  )
}
