import { useMemo } from 'react'
import { create } from 'zustand'
import { commandPermissions } from '../../../shared/domain/command-permissions.ts'
import { type CommandDescription, type CommandId, commandIds, commands } from '../../../shared/domain/commands.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting } from '../../../shared/domain/policy-permissions.ts'
import { notWhilePresenting } from '../../../shared/domain/presenting.ts'
import { presentingNow } from '../presenting.ts'

type Offer = { run: () => void }

type State = {
  offers: ReadonlyMap<CommandId, readonly Offer[]>
  /** Commands that it forbids are not available. */
  policy: FirmPolicy
}

/** The components that offer each command; the last one is used. */
const useOffers = create<State>(() => ({ offers: new Map(), policy: {} }))

function change(id: CommandId, next: (offers: readonly Offer[]) => readonly Offer[]): void {
  useOffers.setState(({ offers }) => ({ offers: new Map(offers).set(id, next(offers.get(id) ?? [])) }))
}

/**
 * Makes a command available. Screens use `useCommand` instead.
 *
 * @returns withdraws the offer
 */
export function registerCommand(id: CommandId, run: () => void): () => void {
  const offer: Offer = { run }
  change(id, (offers) => [...offers, offer])
  return () => change(id, (offers) => offers.filter((other) => other !== offer))
}

export type AvailableCommand = CommandDescription & { id: CommandId; run: () => void }

/** Sets the firm's policy for commands. */
export const policyForCommands = (policy: FirmPolicy): void => useOffers.setState({ policy })

/** Commands that are not available while presenting, besides those that write or pass documents on: those that lead out of the household too. */
const notPresented: ReadonlySet<CommandId> = new Set([
  'go.today',
  'go.households',
  'go.individuals',
  'go.entities',
  'go.valuations',
  'go.documents',
  'go.texts',
  'go.document-summaries',
  'go.users',
  'go.changes',
  'go.dates',
  'go.book',
  'go.two-dates',
  'go.quality',
  'go.doubles',
  'go.outbox',
  'go.intake',
  'go.activity',
  'go.travel',
  'go.asset-classes',
  'go.set-aside',
  'go.connections',
  'household.pin',
  'household.unpin',
  'record.favourite',
  'record.unfavourite',
  'date.add',
  'edit.undo',
  'missing.list',
  'list.save-view',
  'list.save-view-as',
])

function isHeldBack(id: CommandId): boolean {
  const purpose = commandPermissions[id]
  return presentingNow() !== null && (purpose === 'write' || purpose === 'save-as' || notPresented.has(id))
}

/** Why a command cannot be run, in words: the firm forbids it, or something is presented. Null if it can, or is not offered. */
export function forbiddenCommand(id: CommandId): string | null {
  const { offers, policy } = useOffers.getState()
  const purpose = commandPermissions[id]
  if ((offers.get(id) ?? []).length === 0) return null
  if (isHeldBack(id)) return notWhilePresenting
  if (purpose === undefined) return null
  const setting = forbiddingSetting(purpose, policy)
  return setting === null ? null : decidedByFirm[setting]
}

/** A command that can be run now; undefined if it is not offered or the firm forbids it. */
export function findCommand(id: CommandId): AvailableCommand | undefined {
  if (forbiddenCommand(id) !== null) return undefined
  const offer = useOffers.getState().offers.get(id)?.at(-1)
  return offer && { ...commands[id], id, run: offer.run }
}

/** All commands that can be run now, in the order of the catalogue. */
export function availableCommands(): AvailableCommand[] {
  return commandIds.flatMap((id) => findCommand(id) ?? [])
}

/** All commands that can be run now; a component with them is drawn again when they change. */
export function useAvailableCommands(): readonly AvailableCommand[] {
  const state = useOffers()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commands are those of the state
  return useMemo(() => availableCommands(), [state])
}

/**
 * Calls `listener` after every change of the available commands.
 *
 * @returns unsubscribes
 */
export const onOffersChange = (listener: () => void): (() => void) => useOffers.subscribe(listener)
