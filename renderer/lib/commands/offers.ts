import { create } from 'zustand'
import { commandPermissions } from '../../../shared/domain/command-permissions.ts'
import { type CommandDescription, type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting } from '../../../shared/domain/policy-permissions.ts'

type Offer = { run: () => void }

type State = {
  offers: ReadonlyMap<CommandId, readonly Offer[]>
  /** What the firm forbids is offered by nobody. */
  policy: FirmPolicy
}

/** Who offers each command now; of several, the one that came last. */
const useOffers = create<State>(() => ({ offers: new Map(), policy: {} }))

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

/** Has commands follow a firm's policy from now on. */
export const policyForCommands = (policy: FirmPolicy): void => useOffers.setState({ policy })

/** That the firm does not allow a command, in words to be shown; null when it does, or when nobody offers it. */
export function forbiddenCommand(id: CommandId): string | null {
  const { offers, policy } = useOffers.getState()
  const purpose = commandPermissions[id]
  if (purpose === undefined || (offers.get(id) ?? []).length === 0) return null
  const setting = forbiddingSetting(purpose, policy)
  return setting === null ? null : decidedByFirm[setting]
}

/** A command as it can be run now; undefined while nobody offers it, or the firm does not allow it. */
export function findCommand(id: CommandId): AvailableCommand | undefined {
  if (forbiddenCommand(id) !== null) return undefined
  const offer = useOffers.getState().offers.get(id)?.at(-1)
  return offer && { ...commands[id], id, run: offer.run }
}

/** All commands that can be run now, in the order of the catalogue. */
export function availableCommands(): AvailableCommand[] {
  return commandIds.flatMap((id) => findCommand(id) ?? [])
}

/** Calls back after every change of what can be run, until what it returns is called. */
export const onOffersChange = (listener: () => void): (() => void) => useOffers.subscribe(listener)
