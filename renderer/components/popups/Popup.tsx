import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core'
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react'
import type { Popup } from './use-popup.ts'

type Props = { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLElement> }

/** Gives Mantine a popup's existing button as the target element. Renders nothing. */
function PopupAnchor({ of, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of])
  return null
}

/**
 * Closes what is open on Escape while the keyboard is still where it was before: a popup has it only a moment after it is drawn, and then
 * handles Escape itself.
 */
export function useEarlyEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.target !== before) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [isOpen])
}

/** Popup props for Mantine. It is mounted closed and opened right after, so that it records where to return the focus. */
function useOpening({ id, opened, onOpened }: Popup) {
  const [made, setMade] = useState(false)
  useEffect(() => setMade(true), [])
  useEarlyEscape(opened && made, () => onOpened(false))
  return { id, opened: opened && made, onChange: onOpened }
}

type PopupDialogProps = Omit<PopoverProps, 'id' | 'opened' | 'onChange'> & { popup: Popup }

/** A small dialog at the button of `usePopup`, with the focus trapped inside. */
export function PopupDialog({ popup, children, ...props }: PopupDialogProps) {
  return (
    <Popover trapFocus withinPortal shadow="md" {...props} {...useOpening(popup)}>
      <Popover.Target>
        <PopupAnchor of={popup.target} />
      </Popover.Target>
      {children}
    </Popover>
  )
}

type PopupMenuProps = Omit<MenuProps, 'id' | 'opened' | 'onChange'> & { popup: Popup }

/** A menu at the button of `usePopup`. */
export function PopupMenu({ popup, children, ...props }: PopupMenuProps) {
  return (
    <Menu {...props} {...useOpening(popup)}>
      <Menu.Target>
        <PopupAnchor of={popup.target} />
      </Menu.Target>
      {children}
    </Menu>
  )
}
