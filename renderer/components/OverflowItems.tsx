import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { PopupMenu } from './popups/Popup.tsx'
import type { Popup } from './popups/use-popup.ts'

/** One line of an overflow menu. */
export type MenuAction = {
  label: string
  icon?: ReactNode
  onRun: () => void
  /** Why the action is not available; it is then listed, but disabled. */
  reason?: string | null
  /** Destructive: red, and after all others. */
  danger?: boolean
}

function Item({ label, icon, onRun, reason = null, danger = false }: MenuAction) {
  return (
    <Menu.Item
      leftSection={icon}
      disabled={reason !== null}
      title={reason ?? undefined}
      onClick={onRun}
      {...(danger ? { color: 'red' } : {})}
    >
      {label}
      {reason === null ? null : <span className="visually-hidden"> ({reason})</span>}
    </Menu.Item>
  )
}

/** The opened overflow menu. */
export function OverflowItems({
  popup,
  label,
  actions,
}: {
  popup: Popup
  label: string
  actions: readonly MenuAction[]
}) {
  const dangerous = actions.filter(({ danger }) => danger)
  const others = actions.filter(({ danger }) => !danger)
  return (
    <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
      <Menu.Dropdown aria-label={label}>
        {others.map((action) => (
          <Item key={action.label} {...action} />
        ))}
        {others.length > 0 && dangerous.length > 0 ? <Menu.Divider /> : null}
        {dangerous.map((action) => (
          <Item key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </PopupMenu>
  )
}
