import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { MenuAction } from './OverflowItems.tsx'
import { lazyPopup, usePopup } from './popups/use-popup.ts'

const OverflowItems = lazyPopup('The menu', async () => (await import('./OverflowItems.tsx')).OverflowItems)

/**
 * The "⋯" menu of a page or a row: every action but the primary one. Actions that destroy something come last.
 *
 * @param label - the button's accessible name
 */
export function OverflowMenu({ label = 'More actions', actions }: { label?: string; actions: readonly MenuAction[] }) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('menu', { opened, onOpened })
  if (actions.length === 0) return null
  return (
    <>
      <ActionIcon {...button} variant="default" size={30} aria-label={label}>
        <IconDots size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {popup ? <OverflowItems popup={popup} label={label} actions={actions} /> : null}
    </>
  )
}
