import { useEffect } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useOnceOpened } from '../../lib/use-once-opened.ts'
import { closePalette, fieldId, openPalette, typeInPalette, usePalette } from './palette-state.ts'

const PaletteDialog = lazyPart(async () => (await import('./PaletteDialog.tsx')).PaletteDialog)

/** Characters typed after Ctrl/Cmd-K belong to the search field, even while it is not there yet. */
function useEarlyKeys(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const keep = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.id === fieldId
      if (inField || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      typeInPalette(usePalette.getState().typed + event.key)
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [opened])
}

/** Ctrl/Cmd-K: finds any record by any of its words, and every command. */
export function Palette() {
  const opened = usePalette((state) => state.opened)
  useCommand('palette.open', openPalette)
  useEarlyKeys(opened)
  useEffect(() => closePalette, [])
  return useOnceOpened(opened) ? <PaletteDialog /> : null
}
