import { notificationsStore } from '@mantine/notifications'
import { createORPCClient } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followEvents } from '../../../renderer/app/events.ts'
import { createQueries } from '../../../renderer/app/queries.tsx'
import { createApi } from '../../../renderer/lib/api.ts'
import type { Client } from '../../../renderer/lib/client/connect-client.ts'
import { registerCommand } from '../../../renderer/lib/commands/offers.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'

const connectionId = 'a'.repeat(32)
const onScreen = { dialog: false }

beforeEach(() => {
  onScreen.dialog = false
  vi.stubGlobal('document', { querySelector: () => (onScreen.dialog ? {} : null) })
})
afterEach(() => vi.unstubAllGlobals())

/** Sends these events to a page that has read everything; returns which queries are stale then. */
async function afterEvents(events: readonly AppEvent[], before: (queries: QueryClient) => void = () => {}) {
  const leaving = new AbortController()
  const queries = new QueryClient()
  async function* stream() {
    for (const key of Object.values(keys)) queries.setQueryData(key as readonly unknown[], [])
    before(queries)
    yield* events
    leaving.abort()
  }
  const client = createORPCClient<Client>({ call: async () => stream() })
  await followEvents({ client, api, queries, ahead: { forget() {} }, signal: leaving.signal })
  return Object.entries(keys).flatMap(([name, key]) => (queries.getQueryState(key)?.isInvalidated ? [name] : []))
}

const api = createApi(createORPCClient<Client>({ call: async () => null }))
const input = { connectionId }
const keys = {
  views: api.views.list.queryKey({ input: { connectionId, resource: 'households' } }),
  recents: api.places.recents.queryKey({ input }),
  favourites: api.places.favourites.queryKey({ input }),
  me: api.places.me.queryKey({ input }),
  quality: api.today.quality.queryKey({ input }),
  missing: api.today.filed.queryKey({ input: { connectionId, household_id: 'hh-1' } }),
  people: api.individuals.list.key(),
  households: api.households.list.key(),
  amount: api.estate.amounts.queryKey({ input: { connectionId, household_id: 'hh-1' } }),
  pairs: api.doubles.list.queryKey({ input: { connectionId, of: null, limit: 10 } }),
}

describe('a window that hears what another one keeps', () => {
  it.each(['views', 'recents', 'favourites', 'me'] as const)('reads %s again, and nothing else', async (what) => {
    expect(await afterEvents([{ type: 'kept', connectionId, what }])).toEqual([what])
  })

  it('reads the rules and lists again that a noted role counts in', async () => {
    expect(await afterEvents([{ type: 'kept', connectionId, what: 'estate' }])).toEqual(['quality', 'people', 'amount'])
  })

  it('reads again which documents are missing once a document’s date was confirmed', async () => {
    expect(await afterEvents([{ type: 'kept', connectionId, what: 'facts' }])).toContain('missing')
  })

  it('reads the amount of a household again once a merge or its sending may have moved it', async () => {
    const changed = { type: 'changed' as const, connectionId, resources: ['households' as const] }
    expect(await afterEvents([changed])).toContain('amount')
  })

  it('reads the pairs again, and the lists and counts of them, once two records are not the same', async () => {
    const stale = await afterEvents([{ type: 'kept', connectionId, what: 'doubles' }])
    expect(stale).toEqual(['quality', 'missing', 'people', 'households', 'pairs'])
  })

  it('does not read views again while it saves one itself', async () => {
    const saving = (queries: QueryClient) =>
      void queries
        .getMutationCache()
        .build(queries, { mutationKey: api.views.save.mutationKey(), mutationFn: () => new Promise(() => {}) })
        .execute(undefined)
    expect(await afterEvents([{ type: 'kept', connectionId, what: 'views' }], saving)).toEqual([])
  })
})

describe('a command chosen in the menu', () => {
  const command = { type: 'command', id: 'list.export-csv' } as const
  const said = () => notificationsStore.getState().notifications.map(({ title, message }) => [title, message])

  it('is run where the screen offers it, by whoever offered it last', async () => {
    const [first, last] = [vi.fn(), vi.fn()]
    const takeBack = [registerCommand('list.export-csv', first), registerCommand('list.export-csv', last)]
    await afterEvents([command])
    takeBack[1]?.()
    await afterEvents([command])
    takeBack[0]?.()
    expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 1])
    expect(said()).toEqual([])
  })

  it('is answered with a word where it cannot be done, and waits behind a dialog', async () => {
    await afterEvents([command])
    const run = vi.fn()
    const takeBack = registerCommand('list.export-csv', run)
    onScreen.dialog = true
    await afterEvents([command])
    takeBack()
    expect(run).not.toHaveBeenCalled()
    expect(said()).toEqual([
      ['Export to text (CSV)', 'This command is not available on this screen.'],
      ['Export to text (CSV)', 'Finish or close what is open first.'],
    ])
  })
})

describe('a page on which a file was dropped', () => {
  afterEach(() => vi.useRealTimers())

  /** When the queries are refetched, in ms after the first event, if each refetch takes `tookMs`. */
  async function refetchesOf(events: readonly { at: number; what: 'tray' | 'statements' }[], tookMs: number) {
    vi.useFakeTimers()
    const leaving = new AbortController()
    const queries = new QueryClient()
    const began = performance.now()
    const times: number[] = []
    vi.spyOn(queries, 'invalidateQueries').mockImplementation(async ({ queryKey } = {}) => {
      if (JSON.stringify(queryKey) !== JSON.stringify(api.statements.key())) return
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, tookMs))
    })
    async function* stream() {
      for (const { at, what } of events) {
        const wait = at - (performance.now() - began)
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        yield { type: 'files', connectionId, what } satisfies AppEvent
      }
      await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
    }
    const client = createORPCClient<Client>({ call: async () => stream() })
    void followEvents({ client, api, queries, ahead: { forget() {} }, signal: leaving.signal })
    await vi.advanceTimersByTimeAsync(2_000)
    leaving.abort()
    return times
  }

  it('refetches statements as soon as the file is read, 150 ms after it came', async () => {
    const events = [
      { at: 0, what: 'tray' },
      { at: 150, what: 'statements' },
    ] as const
    expect(await refetchesOf(events, 20)).toEqual([0, 150])
  })

  it('rests twice as long as a refetch took, and 400 ms at most, while many files come in', async () => {
    const events = Array.from({ length: 10 }, (_, at) => ({ at: at * 100, what: 'statements' as const }))
    expect(await refetchesOf(events, 100)).toEqual([0, 300, 600, 900, 1_200])
    expect((await refetchesOf(events, 600)).slice(0, 2)).toEqual([0, 1_000])
  })
})

describe('a change that comes while a page reads for the first time', () => {
  /** The answers of a page's reads, each once it is let go; the event comes while the first one is on its way. */
  async function readsOf(first: Promise<unknown>) {
    const queries = createQueries()
    const reads: Promise<unknown>[] = [first, Promise.resolve('after the change')]
    const queryFn = vi.fn(() => reads.shift() ?? Promise.reject(new Error('It was read a third time.')))
    const observer = new QueryObserver(queries, { queryKey: api.statements.list.queryKey({ input }), queryFn })
    const stop = observer.subscribe(() => {})
    const changed = queries.invalidateQueries({ queryKey: api.statements.key() })
    const again = queries.invalidateQueries({ queryKey: api.statements.key(), refetchType: 'none' })
    return { observer, stop, queryFn, ended: Promise.all([changed, again]) }
  }

  it('is read after it, once for several changes: the first answer may be from before', async () => {
    const first = Promise.withResolvers<string>()
    const { observer, stop, queryFn, ended } = await readsOf(first.promise)
    first.resolve('before the change')
    await ended
    expect(observer.getCurrentResult().data).toBe('after the change')
    expect(queryFn).toHaveBeenCalledTimes(2)
    stop()
  })

  it('does not wait for the first read of a query that no screen shows', async () => {
    const queries = createQueries()
    const queryKey = api.statements.list.queryKey({ input })
    void queries.prefetchQuery({ queryKey, queryFn: () => new Promise(() => {}) })
    await queries.invalidateQueries({ queryKey: api.statements.key() })
    expect(queries.getQueryState(queryKey)).toMatchObject({ fetchStatus: 'fetching', isInvalidated: true })
  })

  it('does not repeat a first read that fails', async () => {
    const { observer, stop, queryFn, ended } = await readsOf(Promise.reject(new Error('The disk failed.')))
    await ended
    expect(observer.getCurrentResult().error?.message).toBe('The disk failed.')
    expect(queryFn).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('a page that is open for long', () => {
  afterEach(() => vi.useRealTimers())

  it('leaves no listener behind at a pause or a lost stream', async () => {
    vi.useFakeTimers()
    const leaving = new AbortController()
    const listeners = new Set<unknown>()
    const { signal } = leaving
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
    vi.spyOn(signal, 'addEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject) => {
        listeners.add(listener)
        add(type, listener)
      },
    )
    vi.spyOn(signal, 'removeEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject) => {
        listeners.delete(listener)
        remove(type, listener)
      },
    )
    const changed: AppEvent = { type: 'changed', connectionId, resources: ['households'] }
    async function* stream() {
      yield changed
      throw new Error('The stream was lost.')
    }
    const client = createORPCClient<Client>({ call: async () => stream() })
    void followEvents({ client, api, queries: new QueryClient(), ahead: { forget() {} }, signal })
    const most: number[] = []
    for (let minute = 0; minute < 5; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000)
      most.push(listeners.size)
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(2)
    leaving.abort()
  })
})
