import type { ContractOutputs } from '../../../shared/ipc/contract.ts'

type Seen = ContractOutputs['changes']['household']

/** A visit of a household's page. `opened`: what had been looked at when it began; it stays, so that what is new stays marked. */
export type Visit = {
  opened: Pick<Seen, 'looked_at' | 'looked_to'>
  /** New changes that were looked at during the visit, and those that were not yet. */
  looked: number
  unseen: number
  /** The number up to which changes had been looked at when `unseen` was counted. */
  lookedTo: number
}

/** Begins a visit, or goes on with it: looking at changes sets the count to zero, but they are still new to this visit. */
export function continueVisit(visit: Visit | null, { looked_at, looked_to, unseen }: Seen): Visit {
  if (visit === null) return { opened: { looked_at, looked_to }, looked: 0, unseen, lookedTo: looked_to }
  if (visit.lookedTo === looked_to) return visit.unseen === unseen ? visit : { ...visit, unseen }
  return { ...visit, looked: visit.looked + visit.unseen, unseen, lookedTo: looked_to }
}

/** The number of changes by others that are new to a visit. */
export const newInVisit = ({ looked, unseen }: Visit): number => looked + unseen
