import { useEffect } from 'react'
import { useOnceOpened } from '../../components/popups/use-popup.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { holdKeys, textAfter } from '../../lib/held-keys.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { closePalette, dismissPalette, fieldId, openPalette, typeInPalette, usePalette } from './palette-state.ts'

/** A key that is pressed before the search field is there: it types in it, or opens the first result once there is one. */
function onEarlyKey(event: KeyboardEvent): void {
  const { typed } = usePalette.getState()
  if (event.key === 'Enter') usePalette.setState({ entered: { newWindow: event.ctrlKey || event.metaKey } })
  else if (textAfter(event, typed) !== typed) typeInPalette(textAfter(event, typed))
}

const PaletteDialog = lazyDialog(
  'Search',
  async () => (await import('./PaletteDialog.tsx')).PaletteDialog,
  () => ({ isOpen: usePalette.getState().opened, cancel: dismissPalette, onKey: onEarlyKey }),
)

/** Keys after Ctrl/Cmd-K belong to the search field, also after the dialog is loaded and before the field is there. */
function useEarlyKeys(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const isHeld = () => document.getElementById(fieldId) === null
    return holdKeys({ isHeld, onEscape: dismissPalette, onKey: onEarlyKey })
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
