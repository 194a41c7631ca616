export type ReachabilityState = 'online' | 'offline'

/** Remembers whether the last request reached the server, and notifies listeners of changes. */
export type Reachability = {
  report(state: ReachabilityState): void
  /** Returns the unsubscriber. */
  onChange(listener: (state: ReachabilityState) => void): () => void
}

export function createReachability(): Reachability {
  const listeners = new Set<(state: ReachabilityState) => void>()
  let last: ReachabilityState | null = null
  return {
    report(state) {
      if (state === last) return
      last = state
      for (const listener of listeners) listener(state)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
