import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { commandIds } from '../domain/commands.ts'
import { resources } from '../service/resource.ts'
import { appPath, preferences } from './app.ts'
import { appLockState } from './lock.ts'
import { outboxCounts } from './outbox.ts'
import { presentingState } from './presenting.ts'
import { appErrorData, connectionId, nothing, procedure } from './procedure.ts'
import { syncStatus } from './sync.ts'

/** All events that the main process sends to the renderer. */
export const appEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connections-changed') }),
  /** The keychain was chosen, or waits for the user, or no longer does: `app.info` is stale. */
  z.strictObject({ type: z.literal('keychain-changed') }),
  /** A look found a newer version of Steward, or none any more: `app.info` is stale. */
  z.strictObject({ type: z.literal('newer-version') }),
  z.strictObject({ type: z.literal('preferences-changed'), preferences }),
  /**
   * Steward was locked or unlocked, or its lock settings changed. While it is locked, only this event and `preferences-changed`
   * are sent.
   */
  z.strictObject({ type: z.literal('lock'), state: appLockState }),
  /** Presenter mode began, ended or changed. */
  presentingState.extend({ type: z.literal('presenting') }),
  /** The levels of other programs, or which of them read now, changed: queries for it are stale. */
  z.strictObject({ type: z.literal('programs') }),
  /** The firm's policy changed. */
  z.strictObject({ type: z.literal('policy-changed') }),
  /** The system opened a link to Steward, for the frontmost window. */
  z.strictObject({ type: z.literal('go'), path: appPath }),
  /** Steward could not open a file or link that the system passed to it. */
  z.strictObject({
    type: z.literal('problem'),
    problem: appErrorData.pick({ code: true, nextStep: true }).extend({ message: z.string() }),
  }),
  /** The list of files opened with Steward that have no owner yet has changed. */
  z.strictObject({ type: z.literal('arrived') }),
  z.strictObject({ type: z.literal('sync'), status: syncStatus }),
  /** Rows of these resources changed in the cache: queries for them are stale. */
  z.strictObject({ type: z.literal('changed'), connectionId, resources: z.array(z.enum(resources)) }),
  /** The user's data beside the records changed, perhaps in another window: queries for it are stale. */
  z.strictObject({
    type: z.literal('kept'),
    connectionId,
    what: z.enum([
      ...(['views', 'recents', 'favourites', 'me', 'estate', 'changes', 'reviews', 'rules', 'facts', 'dates'] as const),
      'doubles',
    ]),
  }),
  /** The user chose a command in the desktop menu; sent only to this window. */
  z.strictObject({ type: z.literal('command'), id: z.enum(commandIds) }),
  /** A connection's outbox changed: queries for it are stale. */
  z.strictObject({ type: z.literal('outbox'), connectionId, counts: outboxCounts }),
  /** Files on this computer or their state changed: queries for them are stale. */
  z.strictObject({
    type: z.literal('files'),
    connectionId,
    what: z.enum(['held', 'tray', 'pins', 'opened', 'statements']),
  }),
  /** More, fewer or other documents can be searched by their text: queries for it are stale. Sent at most once a second. */
  z.strictObject({ type: z.literal('texts'), connectionId }),
  /** The progress of all running uploads, in bytes; empty when the last one ended. Sent at most a few times a second. */
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
