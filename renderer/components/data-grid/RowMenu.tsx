import { Menu } from '@mantine/core'
import type { GridActions } from './use-grid-actions.ts'

type Props = { index: number; header: string; actions: GridActions; onlySame: (() => void) | null }

/** Menu with the actions on a row. */
export function RowMenu({ index, header, actions, onlySame }: Props) {
  return (
    <>
      <Menu.Item onClick={() => actions.open(index)}>Open</Menu.Item>
      <Menu.Item onClick={() => actions.copy()}>Copy selection</Menu.Item>
      <Menu.Item onClick={() => actions.copyRow(index)}>Copy row</Menu.Item>
      <Menu.Item onClick={() => actions.toggleRow(index)}>Select or deselect row</Menu.Item>
      {onlySame ? <Menu.Item onClick={onlySame}>Only rows with the same “{header}”</Menu.Item> : null}
    </>
  )
}
