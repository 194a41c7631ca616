type Listener<Event> = (event: Event) => void

/** Calls every listener with each event, in the order in which they were added. */
export type Emitter<Event> = {
  emit(event: Event): void
  /** Returns the unsubscriber. */
  on(listener: Listener<Event>): () => void
  hasListeners(): boolean
  clear(): void
}

/** An {@link Emitter} without listeners. */
export function createEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<Listener<Event>>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    clear: () => listeners.clear(),
  }
}
