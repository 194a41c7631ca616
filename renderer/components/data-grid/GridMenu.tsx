import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'

/** Rectangle below which a menu opens, in pixels of the window. */
export type MenuPlace = { left: number; top: number; width: number; height: number }

type Props = { label: string; place: MenuPlace; onClose: () => void; children: ReactNode }

/** The grid's menu of a column or a row. Mounted only while it is open. */
export function GridMenu({ label, place, onClose, children }: Props) {
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
