import { isDeepStrictEqual } from 'node:util'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import { watchPolicy } from './watch-policy.ts'

/** The firm's policy as it is in force now. */
export type LivePolicy = {
  current(): FirmPolicy
  state(): PolicyState
  /** Called after each change, one after the other; the next change is told when all have settled. Returns the unsubscriber. */
  onChanged(listener: () => void | Promise<void>): () => void
  /** Reads it again now, as after the computer slept. */
  look(): Promise<void>
  close(): void
}

/**
 * Reads the policy, and again whenever it may have changed.
 *
 * @param options.paths - the files to keep an eye on
 */
export async function openLivePolicy(options: {
  read: () => Promise<PolicyState>
  paths: readonly string[]
}): Promise<LivePolicy> {
  const listeners = new Set<() => void | Promise<void>>()
  let state = await options.read()
  let lastLook: Promise<void> = Promise.resolve()
  /** Apart from the looks: whatever a listener waits for, what the firm says next is in force at once. */
  let lastTold: Promise<void> = Promise.resolve()

  const tell = async () => {
    for (const listener of listeners) {
      try {
        await listener()
      } catch {
        // What goes wrong at one keeps nothing from the others.
      }
    }
  }
  const lookOnce = async () => {
    // What cannot be looked at now stays as it was; the next look is never far.
    const read = await options.read().catch(() => state)
    if (isDeepStrictEqual(read, state)) return
    state = read
    lastTold = lastTold.then(tell)
  }
  const look = () => {
    lastLook = lastLook.then(lookOnce)
    return lastLook.then(() => lastTold)
  }
  const close = await watchPolicy(options.paths, () => void look())
  return {
    current: () => state.policy,
    state: () => state,
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    close,
  }
}
