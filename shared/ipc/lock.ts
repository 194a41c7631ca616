import { z } from 'zod'
import { leastPassphrase } from '../domain/lock.ts'
import { maxIdleMinutes } from '../domain/policy.ts'
import { nothing, procedure } from './procedure.ts'

/**
 * Why Steward is locked: the computer was locked, it went to sleep, it was idle, the user asked for it, it has just started
 * with a passphrase set, all data is being removed, or all data was removed and it is about to quit.
 */
export const lockReasons = ['system', 'sleep', 'idle', 'asked', 'start', 'removing', 'removed'] as const

export const appLockState = z.strictObject({
  /** Null while Steward is unlocked. */
  locked: z.enum(lockReasons).nullable(),
  /** Whether a passphrase is needed to unlock; without one, the user of this computer can unlock it. */
  has_passphrase: z.boolean(),
  /** After too many wrong passphrases: none is accepted before this moment, ISO 8601. */
  wait_until: z.string().nullable(),
  /** Minutes without keyboard or mouse input after which it locks, 0 for never; the value in force. */
  idle_minutes: z.number().int().min(0).max(maxIdleMinutes),
  /** Whether it locks when the computer locks and before it sleeps. */
  with_system: z.boolean(),
})

const passphrase = z.string().max(1000)

/** The data of one connection that exists only on this computer; null if it cannot be read now. */
const leftBehind = z.strictObject({
  /** Null while Steward is locked. */
  name: z.string().nullable(),
  /** Unsent changes. */
  unsent: z.number().int().nullable(),
  /** Files waiting to be uploaded. */
  staged: z.number().int().nullable(),
  drafts: z.number().int().nullable(),
})

const localDataSummary = z.strictObject({
  connections: z.array(leftBehind),
  /** Connections that were removed earlier and whose history and unsent changes were kept. */
  others: z.number().int(),
})

/** The lock. All procedures except `active` and `setPassphrase` may be called while Steward is locked. */
export const lockContract = {
  state: procedure({ permission: 'read', whileLocked: true, whileRemoved: true }).input(nothing).output(appLockState),
  /** Locks every window. */
  lock: procedure({ permission: 'keep', whileLocked: true }).input(nothing).output(appLockState),
  /** Unlocks it, without using the network. Throws `lock/wrong-passphrase`, `lock/wait`, `keychain/…`. */
  unlock: procedure({ permission: 'keep', whileLocked: true })
    .input(z.strictObject({ passphrase: passphrase.nullable() }))
    .output(appLockState),
  /** Reports user activity on a page, for shells that get no input events from the system. */
  active: procedure({ permission: 'keep' }).input(nothing).output(nothing),
  /** Sets, changes or removes (`next: null`) the passphrase. Throws like `unlock` for the current passphrase. */
  setPassphrase: procedure({ permission: 'keep' })
    .input(z.strictObject({ current: passphrase.nullable(), next: passphrase.min(leastPassphrase).nullable() }))
    .output(appLockState),
  localData: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(localDataSummary),
  /**
   * Removes all of Steward's data from this computer and quits. `typed` must be `removalWords`; `unsent: 'drop'` is required if
   * there is data that exists only here, or if that cannot be determined. Throws `lock/not-confirmed`, `outbox/unsent`,
   * `keychain/…`.
   */
  removeEverything: procedure({ permission: 'keep', whileLocked: true })
    .input(z.strictObject({ typed: z.string().max(200), unsent: z.literal('drop').optional() }))
    // False if entries in the keychain could not be reached.
    .output(z.strictObject({ secrets_gone: z.boolean() })),
}

export type AppLockState = z.infer<typeof appLockState>
export type LocalDataSummary = z.infer<typeof localDataSummary>
export type LockReason = (typeof lockReasons)[number]
