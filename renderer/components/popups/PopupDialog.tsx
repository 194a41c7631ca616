import { Popover, type PopoverProps } from '@mantine/core'
import { PopupAnchor, useOpening } from './PopupAnchor.tsx'
import type { Popup } from './use-popup.ts'

type Props = Omit<PopoverProps, 'id' | 'opened' | 'onChange'> & { popup: Popup }

/** A small dialog at the button of `usePopup`, with the focus trapped inside. */
export function PopupDialog({ popup, children, ...props }: Props) {
  return (
    <Popover trapFocus withinPortal shadow="md" {...props} {...useOpening(popup)}>
      <Popover.Target>
        <PopupAnchor of={popup.target} />
      </Popover.Target>
      {children}
    </Popover>
  )
}
