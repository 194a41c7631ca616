import { Menu, type MenuProps } from '@mantine/core'
import { PopupAnchor, useOpening } from './PopupAnchor.tsx'
import type { Popup } from './use-popup.ts'

type Props = Omit<MenuProps, 'id' | 'opened' | 'onChange'> & { popup: Popup }

/** A menu at the button of `usePopup`. */
export function PopupMenu({ popup, children, ...props }: Props) {
  return (
    <Menu {...props} {...useOpening(popup)}>
      <Menu.Target>
        <PopupAnchor of={popup.target} />
      </Menu.Target>
      {children}
    </Menu>
  )
}
