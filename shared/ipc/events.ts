import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { commandIds } from '../domain/commands.ts'
import { resources } from '../service/resource.ts'
import { appPath, preferences } from './app.ts'
import { custodyState } from './custody.ts'
import { outboxCounts } from './outbox.ts'
import { appErrorData, connectionId, nothing, procedure } from './procedure.ts'
import { syncStatus } from './sync.ts'

/** Everything the main process tells the renderer unasked. */
export const appEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connections-changed') }),
  z.strictObject({ type: z.literal('preferences-changed'), preferences }),
  /** Steward was locked or opened, or what decides about that changed. All that is told while it is locked. */
  z.strictObject({ type: z.literal('custody'), state: custodyState }),
  /** The firm's policy changed. */
  z.strictObject({ type: z.literal('policy-changed') }),
  /** The system handed over an address of Steward's, for the window in front. */
  z.strictObject({ type: z.literal('go'), path: appPath }),
  /** What the system handed over could not be opened. */
  z.strictObject({
    type: z.literal('problem'),
    problem: appErrorData.pick({ code: true, nextStep: true }).extend({ message: z.string() }),
  }),
  /** The files that the system handed over, and that wait for their owner, are others now. */
  z.strictObject({ type: z.literal('arrived') }),
  z.strictObject({ type: z.literal('sync'), status: syncStatus }),
  /** Rows of these resources changed in the cache: queries about them are stale. */
  z.strictObject({ type: z.literal('changed'), connectionId, resources: z.array(z.enum(resources)) }),
  /** What somebody keeps beside the records changed, perhaps in another window: queries about it are stale. */
  z.strictObject({ type: z.literal('kept'), connectionId, what: z.enum(['views', 'recents', 'favourites', 'me']) }),
  /** A command was chosen in the desktop's menu, for this window alone. */
  z.strictObject({ type: z.literal('command'), id: z.enum(commandIds) }),
  /** Something in a connection's outbox changed: queries about it are stale. */
  z.strictObject({ type: z.literal('outbox'), connectionId, counts: outboxCounts }),
  /** Files on this computer, or what is said of them, changed: queries about them are stale. */
  z.strictObject({ type: z.literal('files'), connectionId, what: z.enum(['held', 'tray', 'pins', 'opened']) }),
  /** How far the uploads under way are; none when the last one ended. At most a few times a second. */
  z.strictObject({
    type: z.literal('uploads'),
    connectionId,
    uploads: z.array(z.strictObject({ operation_id: z.string(), sent: z.number().int(), total: z.number().int() })),
  }),
])

export const eventsContract = {
  subscribe: procedure({ permission: 'read', whileLocked: true, whileRemoved: true })
    .input(nothing)
    .output(eventIterator(appEvent)),
}

export type AppEvent = z.infer<typeof appEvent>
