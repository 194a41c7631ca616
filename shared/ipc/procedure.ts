import { oc } from '@orpc/contract'
import { z } from 'zod'
import { appErrorCodes } from '../domain/app-error.ts'
import type { Permission } from '../domain/policy-permissions.ts'
import { longestId } from '../records/field.ts'
import { wellFormed } from '../service/fields.ts'

/** An AppError as sent to the renderer: without cause and stack. */
export const appErrorData = z.strictObject({
  code: z.enum(appErrorCodes),
  nextStep: z.string(),
  issues: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  detail: z.string().optional(),
})

export type AppErrorData = z.infer<typeof appErrorData>

/** The requirements that are checked before a procedure runs; `electron/` checks all of it in one place for both transports. */
export type ProcedureMeta = {
  /** The permission that a firm's policy may deny. */
  permission: Permission
  /** May be called while Steward is locked. Its output must not name any client. */
  whileLocked?: true
  /** May be called after all data was removed, when nothing may be written. */
  whileRemoved?: true
  /** May be called while Steward is being locked, to store unsaved input. */
  whileClosing?: true
}

/**
 * Starts the definition of a procedure: inputs are strict, and the only typed error is `APP_ERROR` (see {@link appErrorData}).
 */
export const procedure = (meta: ProcedureMeta) =>
  oc.$meta<ProcedureMeta>(meta).errors({ APP_ERROR: { message: 'Something went wrong.', data: appErrorData } })

/** An id sent by the renderer. */
export const idInput = wellFormed(z.string().min(1).max(longestId))

/** An id or handle that the main process issued, such as an operation's. */
export const ownId = wellFormed(z.string().max(64))

/** The id of a save and until when it waits before it is sent (ISO 8601); null if it does not wait, and cannot be undone. */
export const undoOffer = z.strictObject({ save_id: z.string(), until: z.string() }).nullable()

/** The id of the connection that a call is about: 32 lower-case hex digits. */
export const connectionId = z.string().regex(/^[0-9a-f]{32}$/)

export const nothing = z.strictObject({})
