import { createEmitter } from '../../shared/lib/emitter.ts'

export type ReachabilityState = 'online' | 'offline'

/** Remembers whether the last request reached the server, and notifies listeners of changes. */
export type Reachability = {
  report(state: ReachabilityState): void
  /** Returns the unsubscriber. */
  onChange(listener: (state: ReachabilityState) => void): () => void
}

export function createReachability(): Reachability {
  const changes = createEmitter<ReachabilityState>()
  let last: ReachabilityState | null = null
  return {
    report(state) {
      if (state === last) return
      last = state
      changes.emit(state)
    },
    onChange: changes.on,
  }
}
