import { useEffectEvent, useLayoutEffect } from 'react'
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
