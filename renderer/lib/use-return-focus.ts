import { useEffect, useState } from 'react'

/** What has the keyboard now, and where it stands: what was done in a dialog may take its button away. */
function standing() {
  const on = document.activeElement
  return { on, around: on?.parentElement }
}

/**
 * Gives the focus back, when a dialog goes, to what had it before, or to what is left beside that: without this the
 * keyboard would start at the top.
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
