import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The sidebar of a narrow window, opened over the screen. Escape and every navigation close it. */
export function useDrawer() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const opened = openedAt === path
  useEffect(() => {
    if (!opened) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      setOpenedAt(null)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [opened])
  return { opened, open: () => setOpenedAt(path), close: () => setOpenedAt(null) }
}
