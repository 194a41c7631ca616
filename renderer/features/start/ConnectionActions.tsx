import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { PopupMenu } from '../../components/popups/Popup.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'

type Props = { popup: Popup; onEdit: () => void; onRemove: () => void }

/** The actions for a connection that is not open on screen. */
export function ConnectionActions({ popup, onEdit, onRemove }: Props) {
  return (
    <PopupMenu popup={popup} position="bottom-end">
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={14} aria-hidden="true" />} onClick={onEdit}>
          Edit…
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} aria-hidden="true" />} onClick={onRemove}>
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </PopupMenu>
  )
}
