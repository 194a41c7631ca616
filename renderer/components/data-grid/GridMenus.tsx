import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { ColumnMenu } from './ColumnMenu.tsx'
import { GridMenu } from './GridMenu.tsx'
import type { ShownColumn } from './GridRow.tsx'
import type { DataGridProps } from './grid-props.ts'
import type { GridActions } from './use-grid-actions.ts'
import type { OpenMenu } from './use-grid-menu.ts'

type Props = { index: number; header: string; actions: GridActions; onlySame: (() => void) | null; further: ReactNode }

/** Menu with the actions on a row. */
function RowMenu({ index, header, actions, onlySame, further }: Props) {
  return (
    <>
      <Menu.Item onClick={() => actions.open(index)}>Open</Menu.Item>
      {further}
      <Menu.Item onClick={() => actions.copy()}>Copy selection</Menu.Item>
      <Menu.Item onClick={() => actions.copyRow(index)}>Copy row</Menu.Item>
      <Menu.Item onClick={() => actions.toggleRow(index)}>Select or deselect row</Menu.Item>
      {onlySame ? <Menu.Item onClick={onlySame}>Only rows with the same “{header}”</Menu.Item> : null}
    </>
  )
}

export type GridMenusProps<Row> = Pick<
  DataGridProps<Row>,
  'source' | 'layout' | 'onLayout' | 'onSort' | 'onFilter' | 'onOnlySame' | 'rowMenu'
> & {
  menu: OpenMenu
  shown: readonly ShownColumn<Row>[]
  widths: readonly number[]
  actions: GridActions
  onClose: () => void
}

/** The open menu of the grid. */
export function GridMenus<Row>({ menu, shown, widths, actions, onClose, ...props }: GridMenusProps<Row>) {
  const column = shown[menu.cell.column]
  if (!column) return null
  if (menu.cell.row < 0) {
    return (
      <GridMenu label={`Column ${column.header}`} place={menu.place} onClose={onClose}>
        <ColumnMenu
          column={column}
          width={widths[menu.cell.column] ?? column.width}
          layout={props.layout}
          onLayout={props.onLayout}
          onSort={props.onSort}
          onFilter={props.onFilter}
        />
      </GridMenu>
    )
  }
  const row = props.source.rowAt(menu.cell.row)
  if (row === undefined) return null
  return (
    <GridMenu label="Row" place={menu.place} onClose={onClose}>
      <RowMenu
        index={menu.cell.row}
        header={column.header}
        actions={actions}
        onlySame={props.onOnlySame(column.id, row)}
        further={props.rowMenu?.(row)}
      />
    </GridMenu>
  )
}
