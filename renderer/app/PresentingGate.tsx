import { type ReactNode, useEffect } from 'react'
import { commands } from '../../shared/domain/commands.ts'
import { chordOf, keysOf, onMac } from '../lib/commands/keys.ts'
import { usePresentingState } from '../lib/presenting.ts'
import { dropReadable, type Parts } from './drop-readable.ts'
import { togglePresenting } from './toggle-presenting.ts'

/** Turns presenter mode on and off by its keys, even while a dialog is open: there may be no time to close it. */
function useKeys({ client }: Parts): void {
  useEffect(() => {
    const keys = keysOf(commands['present.toggle'], onMac())
    const listener = (event: KeyboardEvent) => {
      if (event.repeat || chordOf(event, onMac()) !== keys) return
      event.preventDefault()
      event.stopPropagation()
      void togglePresenting(client)
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [client])
}

/**
 * Remounts the screens whenever presenter mode begins, ends or changes, after everything readable was dropped: neither a value
 * that was formatted before nor an answer from before can stay on a screen.
 */
export function PresentingGate({ parts, children }: { parts: Parts; children: ReactNode }) {
  const told = usePresentingState((state) => state.told)
  const shown = usePresentingState((state) => state.shown)
  useKeys(parts)
  useEffect(() => {
    if (told === shown) return
    // Unsaved input is stored first: the screens read it back once presenting has ended.
    void dropReadable(parts).finally(() => usePresentingState.setState({ shown: told }))
  }, [told, shown, parts])
  return told === shown ? children : null
}
