import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { type CommandDescription, type CommandId, commands } from '../../../shared/domain/commands.ts'

type Offer = { run: () => void }

/** Who offers each command now; of several, the one that came last. */
const useOffers = create<{ offers: ReadonlyMap<CommandId, readonly Offer[]> }>(() => ({ offers: new Map() }))

function change(id: CommandId, next: (offers: readonly Offer[]) => readonly Offer[]): void {
  useOffers.setState(({ offers }) => ({ offers: new Map(offers).set(id, next(offers.get(id) ?? [])) }))
}

/**
 * Offers a command while the component is on screen: its shortcut works, and the palette lists it.
 *
 * @param run - what it does now; null while it cannot be done
 */
export function useCommand(id: CommandId, run: (() => void) | null): void {
  const current = useRef(run)
  useEffect(() => {
    current.current = run
  })
  const available = run !== null
  useEffect(() => {
    if (!available) return
    const offer: Offer = { run: () => current.current?.() }
    change(id, (offers) => [...offers, offer])
    return () => change(id, (offers) => offers.filter((other) => other !== offer))
  }, [id, available])
}

export type AvailableCommand = CommandDescription & { id: CommandId; run: () => void }

const ids = Object.keys(commands) as CommandId[]

/** A command as it can be run now; undefined while nobody offers it. */
export function findCommand(id: CommandId): AvailableCommand | undefined {
  const offer = useOffers.getState().offers.get(id)?.at(-1)
  return offer && { ...commands[id], id, run: offer.run }
}

/** All commands that can be run now, in the order of the catalogue. */
export function availableCommands(): AvailableCommand[] {
  return ids.flatMap((id) => findCommand(id) ?? [])
}
