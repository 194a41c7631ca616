import { create } from 'zustand'
import type { CustodyState } from '../../../shared/ipc/custody.ts'

type Custody = {
  /** The state last reported by the main process; null before the first report. */
  state: CustodyState | null
  /** True if everything was removed except entries in a keychain that could not be reached. */
  secretsLeft: boolean
}

/** The lock's state in this window. */
export const useCustody = create<Custody>(() => ({ state: null, secretsLeft: false }))

/** Applies a new state of the lock. */
export function hearCustody(state: CustodyState): void {
  const wasOpen = useCustody.getState().state?.locked === null
  // Commits the focused input before its screen is removed.
  if (wasOpen && state.locked !== null && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  useCustody.setState({ state })
}

/** Resolves when Steward is unlocked. */
export function whenUnlocked(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (useCustody.getState().state?.locked !== null) return
      leave()
      resolve()
    }
    const leave = useCustody.subscribe(look)
    look()
  })
}
