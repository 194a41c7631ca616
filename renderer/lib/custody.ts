import { create } from 'zustand'
import type { CustodyState } from '../../shared/ipc/custody.ts'

type Custody = {
  /** As the main process told it last; null before it did. */
  state: CustodyState | null
  /** Everything was removed but entries in a keychain that could not be reached. */
  secretsLeft: boolean
}

/** The lock, as this window knows it. */
export const useCustody = create<Custody>(() => ({ state: null, secretsLeft: false }))

/** Takes in what the main process says of the lock. */
export function hearCustody(state: CustodyState): void {
  const wasOpen = useCustody.getState().state?.locked === null
  // What is being typed is taken as typed, before its screen goes.
  if (wasOpen && state.locked !== null && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  useCustody.setState({ state })
}

/** Resolves when Steward is open. */
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
