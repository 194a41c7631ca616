import type { CommandId } from '../../../shared/domain/commands.ts'
import type { Core } from '../../core/core.ts'
import { createEventHub, type EventHub } from '../../core/event-hub.ts'

/** The core as one window sees it. */
export type WindowCore = {
  /** The core, whose events also tell of the commands that were chosen in this window's menu. */
  readonly core: Core
  /** Tells the window's page to run a command. */
  run(id: CommandId): void
}

/** A {@link WindowCore} over the core that all windows share. */
export function createWindowCore(shared: Core): WindowCore {
  const listening = new Set<EventHub>()

  const events = (signal: AbortSignal) => {
    const hub = createEventHub()
    const left = new AbortController()
    const ended = AbortSignal.any([signal, left.signal])
    const stream = hub.subscribe(ended)
    void forward(shared.events(ended), hub)
    listening.add(hub)
    ended.addEventListener('abort', () => listening.delete(hub), { once: true })
    return untilLeft(stream, () => left.abort())
  }
  return {
    core: { ...shared, events },
    run(id) {
      for (const hub of listening) hub.publish({ type: 'command', id })
    },
  }
}

async function forward(events: ReturnType<Core['events']>, hub: EventHub): Promise<void> {
  for await (const event of events) hub.publish(event)
}

async function* untilLeft<Event>(stream: AsyncIterable<Event>, leave: () => void): AsyncGenerator<Event> {
  try {
    yield* stream
  } finally {
    leave()
  }
}
