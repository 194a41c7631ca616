import { z } from 'zod'
import { maxIdleMinutes } from '../domain/policy.ts'
import { nothing, procedure } from './procedure.ts'

/** Why Steward is locked: the computer was, it slept, nobody was there, somebody asked for it, or it has just started. */
export const lockReasons = ['system', 'sleep', 'idle', 'asked', 'start'] as const

export const custodyState = z.strictObject({
  /** Null while it is open. */
  locked: z.enum(lockReasons).nullable(),
  /** Whether a passphrase opens it; without one, whoever opened the computer may. */
  has_passphrase: z.boolean(),
  /** Too many wrong passphrases: none is taken before this moment, ISO 8601. */
  wait_until: z.string().nullable(),
  /** Minutes without a key or the mouse after which it locks, 0 for never; as in force. */
  idle_minutes: z.number().int().min(0).max(maxIdleMinutes),
  /** Whether it locks with the computer and before it sleeps. */
  with_system: z.boolean(),
})

const passphrase = z.string().max(1000)

/** What may be called while Steward is locked. */
export const custodyContract = {
  state: procedure.input(nothing).output(custodyState),
  /** Locks every window. */
  lock: procedure.input(nothing).output(custodyState),
  /** Opens it again, without asking any network. Throws `custody/wrong-passphrase`, `custody/wait`. */
  unlock: procedure.input(z.strictObject({ passphrase: passphrase.nullable() })).output(custodyState),
}

export type CustodyState = z.infer<typeof custodyState>
export type LockReason = (typeof lockReasons)[number]
