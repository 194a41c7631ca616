import { type RefObject, useId, useRef } from 'react'
import { useOnceOpened } from '../../lib/use-once-opened.ts'

/** Where something opens, and whether it is open. */
export type Popup = {
  id: string
  target: RefObject<HTMLButtonElement | null>
  opened: boolean
  onOpened: (opened: boolean) => void
}

type State = Pick<Popup, 'opened' | 'onOpened'>

/**
 * A button and the menu or dialog that opens at it. The button is drawn with the screen; what it opens is code of its own, which
 * is loaded once the screen stands, and made when it is first opened.
 *
 * @returns what the button is given, and what `PopupMenu` or `PopupDialog` is given once it was opened
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
