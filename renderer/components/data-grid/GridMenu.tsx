import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'

/** Where a menu stands: below this rectangle, in the window's pixels. */
export type MenuPlace = { left: number; top: number; width: number; height: number }

type Props = { label: string; place: MenuPlace; onClose: () => void; children: ReactNode }

/** The one menu of a grid: of a column or of a row. Drawn only while it is open. */
export function GridMenu({ label, place, onClose, children }: Props) {
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} withinPortal returnFocus={false} trapFocus>
      <Menu.Target>
        <span
          style={{ position: 'fixed', pointerEvents: 'none', ...place }}
          // The menu belongs to the cell, which has the focus again when it closes.
          aria-hidden="true"
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  )
}
