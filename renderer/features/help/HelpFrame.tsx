import type { ReactNode, Ref } from 'react'
import classes from './help.module.css'

type Props = {
  /** True beside the screen; false over it, where it is a dialog. */
  isBeside: boolean
  /** Set while there is nothing to focus inside: the frame then takes the focus. */
  focusRef?: Ref<HTMLElement>
  isBusy?: boolean
  children: ReactNode
}

/** The place of Help, at the end of the window. */
export function HelpFrame({ isBeside, focusRef, isBusy, children }: Props) {
  const dialog = isBeside ? {} : ({ role: 'dialog', 'aria-modal': true, 'data-over': true } as const)
  return (
    <aside
      id="help"
      ref={focusRef}
      tabIndex={focusRef ? -1 : undefined}
      aria-label="Help"
      aria-busy={isBusy}
      className={classes.panel}
      {...dialog}
    >
      {children}
    </aside>
  )
}
