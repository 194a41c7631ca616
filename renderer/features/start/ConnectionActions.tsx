import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { PopupMenu } from '../../components/popups/PopupMenu.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'

/** The actions for a connection that is not open on screen. */
export function ConnectionActions({ popup, onRemove }: { popup: Popup; onRemove: () => void }) {
  return (
    <PopupMenu popup={popup} position="bottom-end">
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTrash size={14} aria-hidden="true" />} onClick={onRemove}>
          Remove…
        </Menu.Item>
      </Menu.Dropdown>
    </PopupMenu>
  )
}
