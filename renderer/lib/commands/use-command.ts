import { useEffect, useEffectEvent } from 'react'
import type { CommandId } from '../../../shared/domain/commands.ts'
import { offerCommand } from './offers.ts'

/**
 * Offers a command while the component is mounted: its shortcut works and the palette lists it.
 *
 * @param run - the action; null while it is unavailable
 */
export function useCommand(id: CommandId, run: (() => void) | null): void {
  const runLatest = useEffectEvent(() => run?.())
  const available = run !== null
  useEffect(() => {
    if (available) return offerCommand(id, () => runLatest())
  }, [id, available])
}
