import type { CommandId } from '../../../shared/domain/commands.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import { createEventHub, type EventHub } from '../../api/event-hub.ts'

/** The core as one window sees it. */
export type WindowCore = {
  /** The core, whose events also tell what is meant for this window alone. */
  readonly core: Core
  /** Tells the window's page to run a command, if there is one that listens. */
  run(id: CommandId): void
  /** Tells the window's page something; a page that is only on its way is told when it listens. */
  tell(event: AppEvent): void
  /** The commands that the screen of this window offers, as far as its page has told. */
  offered(): ReadonlySet<CommandId>
  /** The screen shown, without its query, as far as its page has told; null before. */
  screen(): string | null
  /** The window begins with another page. */
  beginAnew(): void
}

/**
 * A {@link WindowCore} over the core that all windows share.
 *
 * @param onChange - what the window offers, or the screen it shows, has changed
 */
export function createWindowCore(shared: Core, onChange: () => void = () => {}): WindowCore {
  const listening = new Set<EventHub>()
  const untold: AppEvent[] = []
  const shown: { offered: ReadonlySet<CommandId>; screen: string | null } = { offered: new Set(), screen: null }

  const events = (signal: AbortSignal) => {
    const hub = createEventHub()
    const left = new AbortController()
    const ended = AbortSignal.any([signal, left.signal])
    const stream = hub.subscribe(ended)
    void forward(shared.events(ended), hub)
    listening.add(hub)
    ended.addEventListener('abort', () => listening.delete(hub), { once: true })
    for (const event of untold.splice(0)) hub.publish(event)
    return untilLeft(stream, () => left.abort())
  }
  const app: Core['app'] = {
    ...shared.app,
    async offer(commands) {
      shown.offered = new Set(commands)
      onChange()
    },
    async noteScreen(path) {
      shown.screen = path.split('?', 1)[0] ?? null
      onChange()
      await shared.app.noteScreen(path)
    },
  }
  const publish = (event: AppEvent) => {
    for (const hub of listening) hub.publish(event)
  }
  return {
    core: { ...shared, app, events },
    run: (id) => publish({ type: 'command', id }),
    tell(event) {
      if (listening.size === 0) untold.push(event)
      else publish(event)
    },
    offered: () => shown.offered,
    screen: () => shown.screen,
    beginAnew() {
      shown.offered = new Set()
      onChange()
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
