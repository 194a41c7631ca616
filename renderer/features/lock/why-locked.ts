import type { AppLockState, LockReason } from '../../../shared/ipc/lock.ts'

const reasons: Record<Exclude<LockReason, 'idle' | 'removing' | 'removed'>, string> = {
  system: 'It was locked together with this computer.',
  sleep: 'It was locked before this computer went to sleep.',
  asked: 'You locked it.',
  start: 'It starts locked because it has a passphrase.',
}

/** Why Steward is locked, as a sentence for the user. */
export function whyLocked({ locked, idle_minutes: minutes }: Pick<AppLockState, 'locked' | 'idle_minutes'>): string {
  if (locked === null || locked === 'removing' || locked === 'removed') return ''
  if (locked !== 'idle') return reasons[locked]
  if (minutes === 0) return 'It was locked because it was idle.'
  return `It was locked after being idle for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** The remaining wait in words: `28 seconds`, `4 minutes`. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
