import { describe, expect, it } from 'vitest'
import { createEventHub } from '../../../electron/api/event-hub.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'

const syncOf = (connectionId: string, received: number): AppEvent => ({
  type: 'sync',
  status: {
    connectionId,
    state: 'running',
    startedAt: null,
    endedAt: null,
    reachable: 'online',
    problem: null,
    valuationsCheckedFrom: null,
    valuationsNeverChecked: 0,
    valuationsProgress: null,
    restingUntil: null,
    resources: [
      {
        resource: 'users',
        state: 'running',
        received,
        expected: null,
        written: 0,
        setAside: 0,
        lastCompleteAt: null,
        refused: [],
        held: 0,
      },
    ],
  },
})

async function take(events: AsyncIterable<AppEvent>, count: number): Promise<AppEvent[]> {
  const taken: AppEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

describe('the event hub', () => {
  it('gives every subscriber every event, in order', async () => {
    const hub = createEventHub()
    const { signal } = new AbortController()
    const [one, two] = [hub.subscribe(signal), hub.subscribe(signal)]
    const events: AppEvent[] = [
      { type: 'connections-changed' },
      { type: 'changed', connectionId: 'a', resources: ['users'] },
    ]
    for (const event of events) hub.publish(event)
    expect(await take(one, 2)).toEqual(events)
    expect(await take(two, 2)).toEqual(events)
  })

  it('keeps only the newest waiting progress of each connection for a slow reader', async () => {
    const hub = createEventHub()
    const events = hub.subscribe(new AbortController().signal)
    hub.publish(syncOf('a', 1))
    hub.publish(syncOf('b', 1))
    hub.publish({ type: 'connections-changed' })
    hub.publish(syncOf('a', 2))
    expect(await take(events, 3)).toEqual([syncOf('b', 1), { type: 'connections-changed' }, syncOf('a', 2)])
  })

  it('ends a waiting subscriber when it leaves', async () => {
    const hub = createEventHub()
    const leaving = new AbortController()
    const events = hub.subscribe(leaving.signal)
    const all = take(events, 10)
    leaving.abort()
    expect(await all).toEqual([])
  })
})
