import { type RefObject, useId, useRef } from 'react'
import { useOnceOpened } from '../../lib/use-once-opened.ts'

/** Where a popup opens, and whether it is open. */
export type Popup = {
  id: string
  target: RefObject<HTMLButtonElement | null>
  opened: boolean
  onOpened: (opened: boolean) => void
}

type State = Pick<Popup, 'opened' | 'onOpened'>

/**
 * A button with the menu or dialog that it opens. The button is rendered with the screen. The popup's code is loaded after the
 * screen is drawn, and the popup is mounted when first opened.
 *
 * @returns props of the button, and props of `PopupMenu` or `PopupDialog` once it has been opened (null before)
 */
export function usePopup(kind: 'menu' | 'dialog', { opened, onOpened }: State) {
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const popup: Popup = { id, target, opened, onOpened }
  return {
    button: {
      ref: target,
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => onOpened(!opened),
    },
    popup: useOnceOpened(opened) ? popup : null,
  }
}
