import { z } from 'zod'
import { resources } from '../service/resource.ts'
import { appErrorData, connectionId, procedure } from './procedure.ts'

/** The progress of one resource's sweep. */
export const resourceProgress = z.strictObject({
  resource: z.enum(resources),
  state: z.enum(['waiting', 'running', 'complete', 'incomplete', 'cancelled', 'failed']),
  /** Records received in this sweep. */
  received: z.number().int(),
  /** The service's total; null until it is known. For valuations: the number of entities to request. */
  expected: z.number().int().nullable(),
  /** Records that are new or differ from the cache. */
  written: z.number().int(),
  setAside: z.number().int(),
  /** When the last complete sweep of this resource ended, ISO 8601; null if there was none. */
  lastCompleteAt: z.string().nullable(),
  /**
   * Requests of this sweep that the service refused, by HTTP status: for the list itself, lookups by id, or valuations. Refused
   * data stays unchanged in the cache and is requested again later.
   */
  refused: z.array(z.strictObject({ status: z.number().int(), count: z.number().int() })),
  /** Records that this sweep found gone, too many at once: they stay until the next run finds them gone as well. */
  held: z.number().int(),
})

export const syncStatus = z.strictObject({
  connectionId,
  state: z.enum(['idle', 'running', 'cancelling']),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The result of the last real request to the service. */
  reachable: z.enum(['unknown', 'online', 'offline']),
  /** Why the last run did not complete; null if it did. */
  problem: appErrorData.extend({ message: z.string() }).nullable(),
  resources: z.array(resourceProgress),
  /** The oldest check of a valuation in the offline copy, ISO 8601; null if no valuation was ever requested. */
  valuationsCheckedFrom: z.string().nullable(),
  /** Entities whose valuation was never requested or never returned. */
  valuationsNeverChecked: z.number().int(),
  /** Valuations requested in this run, and the total to request; null while none is being requested. */
  valuationsProgress: z.strictObject({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** The service requested a pause until this moment, ISO 8601; null if it did not. Requests resume automatically. */
  restingUntil: z.string().nullable(),
})

const byId = z.strictObject({ connectionId })

export const syncContract = {
  /** Starts a run, or joins the current one. Returns immediately. */
  start: procedure({ permission: 'connect' }).input(byId).output(syncStatus),
  cancel: procedure({ permission: 'keep' }).input(byId).output(syncStatus),
  status: procedure({ permission: 'read' }).input(byId).output(syncStatus),
}

export type ResourceProgress = z.infer<typeof resourceProgress>
export type SyncStatus = z.infer<typeof syncStatus>
