import { create } from 'zustand'
import { type CommandDescription, type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'

type Offer = { run: () => void }

/** Who offers each command now; of several, the one that came last. */
const useOffers = create<{ offers: ReadonlyMap<CommandId, readonly Offer[]> }>(() => ({ offers: new Map() }))

function change(id: CommandId, next: (offers: readonly Offer[]) => readonly Offer[]): void {
  useOffers.setState(({ offers }) => ({ offers: new Map(offers).set(id, next(offers.get(id) ?? [])) }))
}

/**
 * Offers a command until what it returns is called. Screens do it by `useCommand`.
 *
 * @returns takes the offer back
 */
export function offerCommand(id: CommandId, run: () => void): () => void {
  const offer: Offer = { run }
  change(id, (offers) => [...offers, offer])
  return () => change(id, (offers) => offers.filter((other) => other !== offer))
}

export type AvailableCommand = CommandDescription & { id: CommandId; run: () => void }

/** A command as it can be run now; undefined while nobody offers it. */
export function findCommand(id: CommandId): AvailableCommand | undefined {
  const offer = useOffers.getState().offers.get(id)?.at(-1)
  return offer && { ...commands[id], id, run: offer.run }
}

/** All commands that can be run now, in the order of the catalogue. */
export function availableCommands(): AvailableCommand[] {
  return commandIds.flatMap((id) => findCommand(id) ?? [])
}

/** Calls back after every change of what can be run, until what it returns is called. */
export const onOffersChange = (listener: () => void): (() => void) => useOffers.subscribe(listener)
