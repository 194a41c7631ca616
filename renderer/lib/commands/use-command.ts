import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { CommandId } from '../../../shared/domain/commands.ts'
import { registerCommand } from './offers.ts'

/**
 * Offers a command while the component is mounted: its shortcut works and the palette lists it.
 *
 * @param run - the action; null while it is unavailable
 */
export function useCommand(id: CommandId, run: (() => void) | null): void {
  const runLatest = useEffectEvent(() => run?.())
  const available = run !== null
  // Before the screen is painted: keys must work as soon as their button is seen, however long the rest takes to draw.
  useLayoutEffect(() => {
    if (available) return registerCommand(id, () => runLatest())
  }, [id, available])
}

type Early = {
  /** False while it is read whether, and on what, the command acts. */
  isRead: boolean
  /** The record on screen: a press is not for another one. */
  of: string
}

/** As `useCommand`, but a key that is pressed before the action is known is not lost: it runs once that is read. */
export function useEarlyCommand(id: CommandId, run: (() => void) | null, { isRead, of }: Early): void {
  const [pressed, setPressed] = useState<string | null>(null)
  useCommand(id, isRead ? run : () => setPressed(of))
  const runLater = useEffectEvent(() => {
    setPressed(null)
    if (pressed === of) run?.()
  })
  useEffect(() => {
    if (isRead && pressed !== null) runLater()
  }, [isRead, pressed])
  // Another key or click cancels the press: the user has gone on with something else, such as typing into a form.
  useEffect(() => {
    if (pressed === null) return
    const forget = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) setPressed(null)
    }
    const others = ['keydown', 'pointerdown']
    for (const other of others) window.addEventListener(other, forget, { capture: true })
    return () => {
      for (const other of others) window.removeEventListener(other, forget, { capture: true })
    }
  }, [pressed])
}
