import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useConnection } from '../../lib/connection.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import type { Entry } from './entries.ts'
import { closePalette } from './palette-state.ts'

/** Opens a record or runs a command, here or in a new window. The function stays the same, so that no line is drawn again for it. */
export function useRunEntry(): (entry: Entry, newWindow: boolean) => void {
  const router = useRouter()
  const connectionId = useConnection().id
  const openWindow = useOpenWindow()
  return useCallback(
    (entry, newWindow) => {
      closePalette()
      if (entry.kind === 'command') {
        // Runs after the palette has closed, so that the command's own focus is not overridden.
        setTimeout(entry.command.run)
        return
      }
      const { resource, id } = entry.hit
      const target = { to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id } } as const
      if (newWindow) return openWindow(router.buildLocation(target).href)
      document.getElementById('main')?.focus({ preventScroll: true })
      void router.navigate(target)
    },
    [router, connectionId, openWindow],
  )
}
