import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { GridMenu } from './GridMenu.tsx'
import type { ShownColumn } from './GridRow.tsx'
import type { DataGridProps } from './grid-props.ts'
import { isSelected } from './selection.ts'
import type { GridActions } from './use-grid-actions.ts'
import type { OpenMenu } from './use-grid-menu.ts'

type Props = {
  index: number
  header: string
  actions: GridActions
  /** Number of selected rows, and whether this is one of them. */
  selected: number
  isSelected: boolean
  onlySame: (() => void) | null
  further: ReactNode
}

/** Menu with the actions on a row, and on the selected rows. */
function RowMenu({ index, header, actions, selected, onlySame, further, ...props }: Props) {
  return (
    <>
      <Menu.Item onClick={() => actions.open(index)}>Open</Menu.Item>
      {further}
      <Menu.Item onClick={() => actions.tick(index)}>{props.isSelected ? 'Deselect row' : 'Select row'}</Menu.Item>
      <Menu.Item onClick={actions.copyCell}>Copy cell</Menu.Item>
      <Menu.Item onClick={() => actions.copyRow(index)}>Copy row</Menu.Item>
      {selected > 0 ? (
        <Menu.Item onClick={actions.copy}>
          Copy {formatCount(selected)} selected {selected === 1 ? 'row' : 'rows'}
        </Menu.Item>
      ) : null}
      {onlySame ? <Menu.Item onClick={onlySame}>Only rows with the same “{header}”</Menu.Item> : null}
    </>
  )
}

export type GridMenusProps<Row> = Pick<
  DataGridProps<Row>,
  'source' | 'idOf' | 'selection' | 'layout' | 'onLayout' | 'onSort' | 'onFilter' | 'onOnlySame' | 'rowMenu'
> & {
  menu: OpenMenu
  shown: readonly ShownColumn<Row>[]
  widths: readonly number[]
  actions: GridActions
  /** Number of selected rows. */
  selected: number
  onClose: () => void
}

/** The open menu of the grid. */
export function GridMenus<Row>({ menu, shown, widths, actions, selected, onClose, ...props }: GridMenusProps<Row>) {
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
        selected={selected}
        isSelected={isSelected(props.selection, props.idOf(row))}
        onlySame={props.onOnlySame(column.id, row)}
        further={props.rowMenu?.(row)}
      />
    </GridMenu>
  )
}
