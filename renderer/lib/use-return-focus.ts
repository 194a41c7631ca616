import { useEffect, useState } from 'react'

/** The focused element and its parent: an action in a dialog may remove the button that opened it. */
function standing() {
  const on = document.activeElement
  return { on, around: on?.parentElement }
}

/**
 * When a dialog closes, returns the focus to the element that had it, or to another one in its parent. Otherwise Tab would start
 * at the top of the page.
 */
export function useReturnFocus(): void {
  const [{ on, around }] = useState(standing)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      const next = on?.isConnected ? on : around?.querySelector('button, a[href]')
      if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true })
    },
    [on, around],
  )
}
