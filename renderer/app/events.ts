import type { QueryClient } from '@tanstack/react-query'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { Api, Client } from '../lib/api.ts'
import { runCommand } from '../lib/commands/run-command.ts'
import { hearCustody } from '../lib/custody.ts'
import { goTo } from '../lib/go-to.ts'
import { sayProblem } from '../lib/say-problem.ts'
import { staleDomains } from '../lib/stale.ts'
import { useUploads } from '../lib/uploads.ts'

type FilesChanged = Extract<AppEvent, { type: 'files' }>['what']

type Options = {
  client: Client
  ahead: { forget(): void }
  api: Api
  queries: QueryClient
  signal: AbortSignal
}

/** Between two rounds of refetching: a first sync reports changes many times a second. */
const restMs = 400
/** The same, for the outbox, whose screen is heavy to draw while hundreds of writes go out. */
const outboxRestMs = 1_000

/** The same, for the ages of figures, which are shown to the minute. */
const ageRestMs = 5_000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Refetches when asked, one round at a time: a new round begins only when the last has ended, so that a slow read is never
 * cancelled for ever by the next change.
 */
function inRounds(refetch: () => Promise<unknown>, signal: AbortSignal, rest = restMs): () => void {
  let asked = false
  let running = false
  const run = async () => {
    running = true
    while (asked && !signal.aborted) {
      asked = false
      await refetch()
      await pause(rest, signal)
    }
    running = false
  }
  return () => {
    asked = true
    if (!running) void run()
  }
}

/** Collects changed resources and refetches what is on screen. */
function createRefresher({ api, queries, signal }: Options) {
  const pending = new Set<Resource>()
  const refetch = inRounds(async () => {
    const domains = staleDomains(pending)
    pending.clear()
    const keys = [
      ...[...domains].map((domain) => api[domain].key()),
      api.search.key(),
      api.setAside.key(),
      api.rollUps.key(),
      api.places.key(),
      api.assetClasses.key(),
      api.travel.key(),
    ]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, signal)

  return (changed: Iterable<Resource>) => {
    for (const resource of changed) pending.add(resource)
    refetch()
  }
}

/** Asks again how old figures are: a check that found nothing new changes no record, and is told by the sync status alone. */
function createAgeRefresher({ api, queries, signal }: Options): () => void {
  const queryKey = api.rollUps.checked.key()
  return inRounds(() => queries.invalidateQueries({ queryKey }), signal, ageRestMs)
}

/** Refetches what is shown of the outbox. Many writes that are sent at once say so many times a second. */
function createOutboxRefresher({ api, queries, signal }: Options): () => void {
  const keys = [api.outbox.key(), api.connections.list.key()]
  return inRounds(
    () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    signal,
    outboxRestMs,
  )
}

/** Refetches what is shown of files on this computer. A household that is taken along says so file by file. */
function createFilesRefresher({ api, queries, signal }: Options): (what: FilesChanged) => void {
  const stale = new Set<FilesChanged>()
  const refetch = inRounds(async () => {
    const keys = [...stale].map((what) =>
      (what === 'tray' ? api.intake : what === 'pins' ? api.travel : api.files).key(),
    )
    stale.clear()
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, signal)
  return (what) => {
    stale.add(what)
    refetch()
  }
}

function handlerOf(options: Options): (event: AppEvent) => void {
  const { api, queries } = options
  const refresh = createRefresher(options)
  const refreshOutbox = createOutboxRefresher(options)
  const refreshFiles = createFilesRefresher(options)
  const refreshAges = createAgeRefresher(options)
  return (event) => {
    if (event.type === 'connections-changed') {
      void queries.invalidateQueries({ queryKey: api.connections.list.key() })
    } else if (event.type === 'preferences-changed') {
      queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), event.preferences)
    } else if (event.type === 'custody') {
      hearCustody(event.state)
      queries.setQueryData(api.custody.state.queryKey({ input: {} }), event.state)
    } else if (event.type === 'policy-changed') {
      void queries.invalidateQueries({ queryKey: api.policy.key() })
    } else if (event.type === 'sync') {
      const { connectionId } = event.status
      queries.setQueryData(api.sync.status.queryKey({ input: { connectionId } }), event.status)
      refreshAges()
    } else if (event.type === 'kept') {
      // A list whose views are being saved shows them already, and reads them again itself once the last is saved.
      if (event.what === 'views' && queries.isMutating({ mutationKey: api.views.key() }) > 0) return
      void queries.invalidateQueries({
        queryKey: event.what === 'views' ? api.views.key() : api.places[event.what].key(),
      })
    } else if (event.type === 'command') {
      runCommand(event.id)
    } else if (event.type === 'go') {
      goTo(event.path)
    } else if (event.type === 'problem') {
      sayProblem(event.problem)
    } else if (event.type === 'arrived') {
      void queries.invalidateQueries({ queryKey: api.intake.arrived.key() })
    } else if (event.type === 'outbox') {
      const { connectionId, counts } = event
      queries.setQueryData(api.outbox.counts.queryKey({ input: { connectionId } }), counts)
      refreshOutbox()
    } else if (event.type === 'files') {
      refreshFiles(event.what)
    } else if (event.type === 'uploads') {
      useUploads.getState().told(event.connectionId, event.uploads)
    } else if (event.type === 'changed') {
      options.ahead.forget()
      refresh(event.resources)
    }
  }
}

/**
 * Listens to the main process until `signal` aborts, turning what it says into stale queries. A stream that breaks is
 * taken up again, and everything read meanwhile counts as stale.
 */
export async function followEvents(options: Options): Promise<void> {
  const { client, queries, signal } = options
  const handle = handlerOf(options)
  let again = false
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const events = await client.events.subscribe({}, { signal })
      signal.addEventListener('abort', () => void events.return?.(), { once: true })
      // The first stream was asked for before anything was read; before a later one much could have changed unheard.
      if (again) void queries.invalidateQueries()
      again = true
      for await (const event of events) {
        attempt = 0
        handle(event)
      }
    } catch {
      again = true
      // Said by whatever query fails next; here the only thing to do is to come back.
    }
    await pause(Math.min(250 * 2 ** attempt, 5000), signal)
  }
}
