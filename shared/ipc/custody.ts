import { z } from 'zod'
import { leastPassphrase } from '../domain/custody.ts'
import { maxIdleMinutes } from '../domain/policy.ts'
import { nothing, procedure } from './procedure.ts'

/**
 * Why Steward is locked: the computer was, it slept, nobody was there, somebody asked for it, it has just started with a
 * passphrase, or everything was removed and it is about to end.
 */
export const lockReasons = ['system', 'sleep', 'idle', 'asked', 'start', 'removed'] as const

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

/** What one connection has on this computer and nowhere else; null where that cannot be read now. */
const leftBehind = z.strictObject({
  /** Null while Steward is locked. */
  name: z.string().nullable(),
  /** Changes that were not sent. */
  unsent: z.number().int().nullable(),
  /** Files that wait to be uploaded. */
  staged: z.number().int().nullable(),
  drafts: z.number().int().nullable(),
})

const localDataSummary = z.strictObject({
  connections: z.array(leftBehind),
  /** Connections that were removed before, and whose histories and unsent changes were kept. */
  others: z.number().int(),
})

/** The lock. All but `active` and `setPassphrase` may be called while it is locked. */
export const custodyContract = {
  state: procedure({ permission: 'read', whileLocked: true, whileRemoved: true }).input(nothing).output(custodyState),
  /** Locks every window. */
  lock: procedure({ permission: 'keep', whileLocked: true }).input(nothing).output(custodyState),
  /** Opens it again, without asking any network. Throws `custody/wrong-passphrase`, `custody/wait`, `keychain/…`. */
  unlock: procedure({ permission: 'keep', whileLocked: true })
    .input(z.strictObject({ passphrase: passphrase.nullable() }))
    .output(custodyState),
  /** Somebody uses a page; for shells that are not told of keys and movements by the system. */
  active: procedure({ permission: 'keep' }).input(nothing).output(nothing),
  /** Sets, changes or removes (`next: null`) the passphrase. Throws like `unlock`, for the one that is in force. */
  setPassphrase: procedure({ permission: 'keep' })
    .input(z.strictObject({ current: passphrase.nullable(), next: passphrase.min(leastPassphrase).nullable() }))
    .output(custodyState),
  whatIsHere: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(localDataSummary),
  /**
   * Removes everything that Steward keeps on this computer, and ends it. `typed` has to be `removalWords`; `unsent: 'drop'`
   * where something is here that exists nowhere else, or nobody can tell. Throws `custody/not-confirmed`, `outbox/unsent`,
   * `keychain/…`.
   */
  removeEverything: procedure({ permission: 'keep', whileLocked: true })
    .input(z.strictObject({ typed: z.string().max(200), unsent: z.literal('drop').optional() }))
    // False where entries in the keychain could not be reached.
    .output(z.strictObject({ secrets_gone: z.boolean() })),
}

export type CustodyState = z.infer<typeof custodyState>
export type LocalDataSummary = z.infer<typeof localDataSummary>
export type LockReason = (typeof lockReasons)[number]
