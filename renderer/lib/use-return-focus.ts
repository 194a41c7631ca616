import { useEffect, useState } from 'react'

/** Gives the focus back, when a dialog goes, to what had it before: without this the keyboard would start at the top. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    },
    [before],
  )
}
