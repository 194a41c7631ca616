import type { AppEvent } from '../../shared/ipc/events.ts'
import { createEmitter } from '../../shared/lib/calls.ts'

/** Publishes events to every subscribed window. */
export type EventHub = {
  publish(event: AppEvent): void
  /**
   * Every event from the call until `signal` aborts. A queued `sync` or `outbox` event is replaced by a newer one of the same
   * connection.
   */
  subscribe(signal: AbortSignal): AsyncIterable<AppEvent>
}

type Queue = { events: AppEvent[]; wake: () => void }

/** The key under which a newer event replaces a queued older one; null if the event must not be dropped. */
function replaceable(event: AppEvent): string | null {
  if (event.type === 'sync') return `sync ${event.status.connectionId}`
  return event.type === 'outbox' ? `outbox ${event.connectionId}` : null
}

function enqueue(queue: Queue, event: AppEvent): void {
  const about = replaceable(event)
  if (about !== null) {
    const waiting = queue.events.findIndex((other) => replaceable(other) === about)
    if (waiting >= 0) queue.events.splice(waiting, 1)
  }
  queue.events.push(event)
  queue.wake()
}

async function* drain(queue: Queue, signal: AbortSignal, leave: () => void): AsyncGenerator<AppEvent> {
  try {
    while (!signal.aborted) {
      const next = queue.events.shift()
      if (next) {
        yield next
        continue
      }
      await new Promise<void>((resolve) => {
        queue.wake = resolve
      })
    }
  } finally {
    leave()
  }
}

/** An {@link EventHub} with no subscribers. `note` is called once per event. */
export function createEventHub(note: (event: AppEvent) => void = () => {}): EventHub {
  const published = createEmitter<AppEvent>()
  return {
    publish(event) {
      note(event)
      published.emit(event)
    },
    subscribe(signal) {
      const queue: Queue = { events: [], wake: () => {} }
      const leave = published.on((event) => enqueue(queue, event))
      const wake = () => queue.wake()
      signal.addEventListener('abort', wake, { once: true })
      return drain(queue, signal, () => {
        leave()
        signal.removeEventListener('abort', wake)
      })
    },
  }
}
