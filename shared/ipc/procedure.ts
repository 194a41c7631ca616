import { oc } from '@orpc/contract'
import { z } from 'zod'
import { appErrorCodes } from '../domain/app-error.ts'
import type { Permission } from '../domain/policy-permissions.ts'
import { wellFormed } from '../service/fields.ts'

/** An AppError as it crosses the boundary: without cause or stack. */
export const appErrorData = z.strictObject({
  code: z.enum(appErrorCodes),
  nextStep: z.string(),
  issues: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  detail: z.string().optional(),
})

export type AppErrorData = z.infer<typeof appErrorData>

/** What a procedure needs before it may run; `electron/` checks all of it in one place for both transports. */
export type ProcedureMeta = {
  /** What it does, as far as a firm's policy may forbid it. */
  permission: Permission
  /** May be called while Steward is locked. Its answer must name no client. */
  whileLocked?: true
  /** May still be called after everything was removed, when nothing may be written. */
  whileRemoved?: true
  /** May still be called in the moment in which the lock closes, to keep unsaved input. */
  whileClosing?: true
}

/** Starts a procedure: inputs are strict, and the one typed error is `APP_ERROR` (see {@link appErrorData}). */
export const procedure = (meta: ProcedureMeta) =>
  oc.$meta<ProcedureMeta>(meta).errors({ APP_ERROR: { message: 'Something went wrong.', data: appErrorData } })

/** An id as the renderer may name one. */
export const idInput = wellFormed(z.string().min(1).max(256))

/** An id or handle that the main process gave out, such as an operation's. */
export const ownId = wellFormed(z.string().max(64))

/** Names the connection a call is about: 32 lower-case hex digits. */
export const connectionId = z.string().regex(/^[0-9a-f]{32}$/)

export const nothing = z.strictObject({})
