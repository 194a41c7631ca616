import { z } from 'zod'
import { resources } from '../service/resource.ts'
import { appErrorData, connectionId, procedure } from './procedure.ts'

/** How one resource's sweep stands. */
export const resourceProgress = z.strictObject({
  resource: z.enum(resources),
  state: z.enum(['waiting', 'running', 'complete', 'incomplete', 'cancelled', 'failed']),
  /** Records received in this sweep. */
  received: z.number().int(),
  /** What the service says there is; null until it said so. For valuations: entities to ask. */
  expected: z.number().int().nullable(),
  /** Records new or different from the cache. */
  written: z.number().int(),
  setAside: z.number().int(),
  /** When the last complete sweep of this resource ended, ISO 8601; null when there never was one. */
  lastCompleteAt: z.string().nullable(),
  /**
   * Requests of this sweep that the service refused, by HTTP status: the list itself, lookups by id, or valuations. What was
   * refused is kept as it was and asked for again later.
   */
  refused: z.array(z.strictObject({ status: z.number().int(), count: z.number().int() })),
})

export const syncStatus = z.strictObject({
  connectionId,
  state: z.enum(['idle', 'running', 'cancelling']),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Result of the last real request to the service. */
  reachable: z.enum(['unknown', 'online', 'offline']),
  /** Why the last run did not complete. */
  problem: appErrorData.extend({ message: z.string() }).nullable(),
  resources: z.array(resourceProgress),
  /** The oldest check of a valuation that the copy holds, ISO 8601; null while no valuation was ever asked for. */
  valuationsCheckedFrom: z.string().nullable(),
  /** Entities whose valuation was never asked for, or never answered. */
  valuationsNeverChecked: z.number().int(),
  /** Valuations asked for in this run, of those to ask for; null while none is being asked for. */
  valuationsProgress: z.strictObject({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** The service asked for a pause until then, ISO 8601; null while it did not. Requests go on by themselves afterwards. */
  restingUntil: z.string().nullable(),
})

const byId = z.strictObject({ connectionId })

export const syncContract = {
  /** Starts a run, or joins the one under way. Returns at once. */
  start: procedure({ permission: 'connect' }).input(byId).output(syncStatus),
  cancel: procedure({ permission: 'keep' }).input(byId).output(syncStatus),
  status: procedure({ permission: 'read' }).input(byId).output(syncStatus),
}

export type ResourceProgress = z.infer<typeof resourceProgress>
export type SyncStatus = z.infer<typeof syncStatus>
