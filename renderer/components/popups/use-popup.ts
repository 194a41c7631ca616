import { type ComponentType, type RefObject, useId, useRef, useState } from 'react'
import { lazyDialog } from '../../lib/lazy-part.ts'

/** Where a popup opens, and whether it is open. */
export type Popup = {
  id: string
  target: RefObject<HTMLButtonElement | null>
  opened: boolean
  onOpened: (opened: boolean) => void
  /** Called with true while the popup's code is being loaded. */
  onLoading: (isLoading: boolean) => void
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
  const [isLoading, onLoading] = useState(false)
  const popup: Popup = { id, target, opened, onOpened, onLoading }
  const isShown = opened && !isLoading
  return {
    button: {
      ref: target,
      id,
      'aria-haspopup': kind,
      'aria-expanded': isShown,
      'aria-controls': isShown ? `${id}-dropdown` : undefined,
      'aria-busy': isLoading || undefined,
      // Escape on the button then closes the popup, not the dialog in which the button is.
      'data-mantine-stop-propagation': isShown || undefined,
      onClick: () => onOpened(!opened),
    },
    popup: useOnceOpened(opened) ? popup : null,
  }
}

/**
 * The popup of `usePopup`, loaded when it is first opened. While it loads, its button is busy.
 *
 * @param name - begins the sentence of the toast if it cannot be loaded, for example "The filter"
 */
export const lazyPopup = <Props extends { popup: Popup }>(name: string, request: () => Promise<ComponentType<Props>>) =>
  lazyDialog<Props>(name, request, ({ popup: { opened, onOpened, onLoading, target } }) => ({
    isOpen: opened,
    cancel: () => onOpened(false),
    button: target.current,
    onLoading,
  }))

/**
 * Returns true once `opened` has been true: a popup is mounted when first opened, and stays mounted so that it can close with its
 * animation.
 */
export function useOnceOpened(opened: boolean): boolean {
  const [once, setOnce] = useState(opened)
  if (opened && !once) setOnce(true)
  return once || opened
}
