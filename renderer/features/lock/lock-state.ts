import { create } from 'zustand'
import type { AppLockState } from '../../../shared/ipc/lock.ts'

type LockState = {
  /** The state last reported by the main process; null before the first report. */
  state: AppLockState | null
  /** True if everything was removed except entries in a keychain that could not be reached. */
  secretsLeft: boolean
}

/** The lock's state in this window: set before anything is drawn, and by every event and answer about it. */
export const useLock = create<LockState>(() => ({ state: null, secretsLeft: false }))

/** Applies a new state of the lock. */
export function applyLockState(state: AppLockState): void {
  const wasOpen = useLock.getState().state?.locked === null
  // Commits the focused input before its screen is removed.
  if (wasOpen && state.locked !== null && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  useLock.setState({ state })
}

/** Resolves when Steward is unlocked. */
export function whenUnlocked(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (useLock.getState().state?.locked !== null) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = useLock.subscribe(check)
    check()
  })
}
