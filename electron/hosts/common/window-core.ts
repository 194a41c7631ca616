import type { CommandId } from '../../../shared/domain/commands.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import { createEventHub, type EventHub } from '../../api/event-hub.ts'

/** The core as seen by one window. */
export type WindowCore = {
  /** The core, with events that include those meant only for this window. */
  readonly core: Core
  /** Sends a command to the window's page; ignored if no page is listening. */
  run(id: CommandId): void
  /** Sends an event to the window's page; a page that is still loading gets it once it listens. */
  tell(event: AppEvent): void
  /** The commands that this window's screen offers, as reported by its page. */
  offered(): ReadonlySet<CommandId>
  /** The current screen, without its query, as reported by the page; null before the first report. */
  screen(): string | null
  /** Resets the state when the window loads another page. */
  resetForNewPage(): void
}

/**
 * A {@link WindowCore} over the core that all windows share.
 *
 * @param onChange - called when the window's offered commands or its screen changed
 */
export function createWindowCore(shared: Core, onChange: () => void = () => {}): WindowCore {
  const listening = new Set<EventHub>()
  const queuedEvents: AppEvent[] = []
  const shown: { offered: ReadonlySet<CommandId>; screen: string | null } = { offered: new Set(), screen: null }

  const subscribe = (signal: AbortSignal) => {
    const hub = createEventHub()
    const left = new AbortController()
    const ended = AbortSignal.any([signal, left.signal])
    const stream = hub.subscribe(ended)
    void forward(shared.events.subscribe({}, ended), hub)
    listening.add(hub)
    ended.addEventListener('abort', () => listening.delete(hub), { once: true })
    for (const event of queuedEvents.splice(0)) hub.publish(event)
    return untilLeft(stream, () => left.abort())
  }
  const app: Core['app'] = {
    ...shared.app,
    async offer({ commands }) {
      shown.offered = new Set(commands)
      onChange()
    },
    async noteScreen(input) {
      shown.screen = input.path.split('?', 1)[0] ?? null
      onChange()
      await shared.app.noteScreen(input)
    },
  }
  const publish = (event: AppEvent) => {
    for (const hub of listening) hub.publish(event)
  }
  return {
    core: { ...shared, app, events: { subscribe: (_input, signal) => subscribe(signal) } },
    run: (id) => publish({ type: 'command', id }),
    tell(event) {
      if (listening.size === 0) queuedEvents.push(event)
      else publish(event)
    },
    offered: () => shown.offered,
    screen: () => shown.screen,
    resetForNewPage() {
      shown.offered = new Set()
      onChange()
    },
  }
}

async function forward(events: AsyncIterable<AppEvent>, hub: EventHub): Promise<void> {
  for await (const event of events) hub.publish(event)
}

async function* untilLeft<Event>(stream: AsyncIterable<Event>, leave: () => void): AsyncGenerator<Event> {
  try {
    yield* stream
  } finally {
    leave()
  }
}

/** Whether Steward is locked, for actions that a shell starts by itself. */
export type LockWatch = {
  locked(): boolean
  /** Resolves once Steward is unlocked, at once if it already is. */
  whenOpen(): Promise<void>
}

/**
 * Follows the lock until `signal` aborts. It counts as locked until it is known to be unlocked.
 *
 * @param onChange - called when it was locked or unlocked
 */
export function watchLock(
  core: Pick<Core, 'lock' | 'events'>,
  { signal, onChange = () => {} }: { signal: AbortSignal; onChange?: () => void },
): LockWatch {
  let locked = true
  let opened = Promise.withResolvers<void>()
  const change = (now: boolean) => {
    if (now === locked) return
    locked = now
    if (now) opened = Promise.withResolvers<void>()
    else opened.resolve()
    onChange()
  }
  const follow = async () => {
    const events = core.events.subscribe({}, signal)
    change((await core.lock.state({})).locked !== null)
    for await (const event of events) if (event.type === 'lock') change(event.state.locked !== null)
  }
  // If the lock's state cannot be read, it stays locked.
  follow().catch(() => {})
  return { locked: () => locked, whenOpen: () => opened.promise }
}
