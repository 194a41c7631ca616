import { AppError } from '../../shared/domain/app-error.ts'
import type { Preferences } from '../../shared/ipc/app.ts'
import { procedureMeta } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { AppLockState, LockReason } from '../../shared/ipc/lock.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import type { IdleClock } from '../platform/clock.ts'
import type { SystemEvents } from '../platform/system-events.ts'
import { watchIdleness } from './idle-watch.ts'
import type { Passphrase } from './passphrase.ts'
import type { PassphraseThrottle } from './passphrase-throttle.ts'

type LockState = 'open' | 'closing' | 'locked' | 'removed'

/**
 * Checks whether the contract allows a procedure in this state of the lock.
 *
 * @throws AppError `lock/locked` if it is not allowed until Steward is unlocked
 */
function assertUnlocked(procedure: string, state: LockState): void {
  if (state === 'open') return
  const meta = procedureMeta(procedure)
  if (state === 'removed' ? meta?.whileRemoved : meta?.whileLocked) return
  if (state === 'closing' && meta?.whileClosing) return
  throw locked()
}

function locked(): AppError {
  return new AppError('lock/locked', { message: 'Steward is locked.', nextStep: 'Unlock it to continue.' })
}

/** Events that pages receive while Steward is locked. */
const toldWhileLocked: ReadonlySet<AppEvent['type']> = new Set(['lock', 'preferences-changed', 'presenting'])

/**
 * Filters the events for pages. It begins with the current state of the lock: a page that resubscribes may have missed the
 * locking. Withheld events are not sent later; after unlocking, a page reloads everything.
 */
export async function* eventsForPages(
  events: AsyncIterable<AppEvent>,
  { first, isLocked }: { first: () => AppEvent; isLocked: () => boolean },
): AsyncGenerator<AppEvent> {
  yield first()
  for await (const event of events) if (!isLocked() || toldWhileLocked.has(event.type)) yield event
}

/** How long after locking pages may still save form input, in ms. */
const closingMs = 60_000

export type LockOptions = {
  passphrase: Passphrase
  attempts: PassphraseThrottle
  system: SystemEvents
  clock: IdleClock
  preferences: Preferences
  /** The longest idle time that the policy allows, in minutes; null leaves it to the user. */
  mostIdleMinutes(): number | null
  /** The state changed. */
  onChange(state: AppLockState): void
  /** Called right after locking. */
  onLocked(reason: LockReason): void
}

/** One lock for all windows, in the main process. */
export type Lock = {
  isLocked(): boolean
  state(): AppLockState
  lock(reason: LockReason): AppLockState
  /** @throws AppError `lock/wrong-passphrase`, `lock/wait`, `keychain/…` */
  unlock(passphrase: string | null): Promise<AppLockState>
  /** @throws AppError as `unlock` does, for the current passphrase */
  setPassphrase(change: { current: string | null; next: string | null }): Promise<AppLockState>
  /** Reports activity. */
  active(): void
  /** Time without activity, in ms. */
  idleMs(): number
  /** The user's preferences or the firm's policy changed. */
  preferred(preferences?: Preferences): void
  /** Everything is being removed: the lock never opens again. */
  removing(): void
  /** Everything was removed. */
  removed(): void
  /** @throws AppError `lock/locked` */
  assertUnlocked(procedure: string): void
  close(): void
}

/** A {@link Lock}: unlocked, unless a passphrase is set. */
export function createLock(options: LockOptions): Lock {
  const { passphrase, attempts, system, clock } = options
  let reason: LockReason | null = passphrase.isSet() ? 'start' : null
  let fellAt = 0
  /** How often locking was requested, including while already locked. */
  let asked = 0
  let preferences = options.preferences
  /** Passphrases are compared one at a time, so that parallel attempts are all counted. */
  const inTurn = createMutex()

  const minutes = () => {
    const most = options.mostIdleMinutes()
    const own = preferences.idle_minutes ?? 0
    if (most === null) return own
    return own === 0 ? most : Math.min(own, most)
  }
  const withSystem = () => preferences.lock_with_system ?? true
  const state = (): AppLockState => {
    const until = attempts.waitUntil()
    return {
      locked: reason,
      has_passphrase: passphrase.isSet(),
      wait_until: until === null ? null : new Date(until).toISOString(),
      idle_minutes: minutes(),
      with_system: withSystem(),
    }
  }
  const tell = () => {
    const now = state()
    options.onChange(now)
    return now
  }
  const lock = (why: LockReason) => {
    asked += 1
    if (reason !== null) return state()
    reason = why
    fellAt = performance.now()
    options.onLocked(why)
    return tell()
  }
  const idleness = watchIdleness({
    clock,
    minutes,
    systemSeconds: system.idleSeconds,
    onIdle: () => lock('idle'),
  })
  const stops = [
    system.onLock(() => withSystem() && lock('system')),
    system.onSuspend(() => withSystem() && lock('sleep')),
    // Input typed before sleep is saved after it.
    system.onResume(() => {
      fellAt = performance.now()
    }),
    idleness.close,
  ]

  const compare = async (typed: string) => {
    try {
      await attempts.begin()
      const isRight = await passphrase.check(typed).catch(async (problem) => {
        await attempts.takeBack()
        throw problem
      })
      if (!isRight) throw wrong()
      await attempts.right()
    } finally {
      tell()
    }
  }
  const assertRight = (typed: string | null): Promise<void> =>
    passphrase.isSet() ? inTurn(() => compare(typed ?? '')) : Promise.resolve()
  const isRemoval = () => reason === 'removing' || reason === 'removed'
  const standing = (): LockState => {
    if (reason === null) return 'open'
    if (isRemoval()) return 'removed'
    return reason !== 'start' && performance.now() - fellAt < closingMs ? 'closing' : 'locked'
  }

  return {
    isLocked: () => reason !== null,
    state,
    lock,
    async unlock(typed) {
      if (reason === null || isRemoval()) return state()
      idleness.active()
      const before = asked
      await assertRight(typed)
      // Locking may have been requested while the keychain was slow to answer.
      if (standing() !== 'removed' && asked === before) reason = null
      return tell()
    },
    async setPassphrase({ current, next }) {
      if (reason !== null) throw locked()
      await assertRight(current)
      await passphrase.set(next)
      return tell()
    },
    idleMs: idleness.idleMs,
    active() {
      if (reason !== null) throw locked()
      idleness.active()
    },
    preferred(changed = preferences) {
      preferences = changed
      tell()
    },
    removing() {
      reason = 'removing'
      tell()
    },
    removed() {
      reason = 'removed'
      tell()
    },
    assertUnlocked: (procedure) => assertUnlocked(procedure, standing()),
    close() {
      for (const stop of stops) stop()
    },
  }
}

function wrong(): AppError {
  return new AppError('lock/wrong-passphrase', {
    message: 'Wrong passphrase.',
    nextStep: 'Check Caps Lock and the keyboard layout, then try again.',
  })
}
