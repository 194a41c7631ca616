import { useEffect } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useOnceOpened } from '../../lib/use-once-opened.ts'
import { closePalette, openPalette, usePalette } from './palette-state.ts'

const PaletteDialog = lazyPart(async () => (await import('./PaletteDialog.tsx')).PaletteDialog)

/** Ctrl/Cmd-K: finds any record by any of its words, and every command. */
export function Palette() {
  const opened = usePalette((state) => state.opened)
  useCommand('palette.open', openPalette)
  useEffect(() => closePalette, [])
  return useOnceOpened(opened) ? <PaletteDialog /> : null
}
