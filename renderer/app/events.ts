import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { domainOf, type RecordDomain, type Resource, staleDomains } from '../../shared/service/resource.ts'
import { useUploads } from '../features/intake/uploads.ts'
import { applyLockState } from '../features/lock/lock-state.ts'
import { type Api, resolvePendingSaves } from '../lib/api.ts'
import type { Client } from '../lib/client/connect-client.ts'
import { runCommand } from '../lib/commands/run-command.ts'
import { explanationOf, presentFailure } from '../lib/present-error.ts'
import { applyPresenting } from '../lib/presenting.ts'
import { goTo } from './go-to.ts'

/** Shows a toast about a problem that the main process reports on its own. */
function sayProblem(problem: { code: string; message: string; nextStep: string }): void {
  const error = presentFailure(problem)
  notifications.show({ title: error.title, message: explanationOf(error), color: 'yellow', autoClose: 10_000 })
}

type FilesChanged = Extract<AppEvent, { type: 'files' }>['what']

type Options = {
  client: Client
  ahead: { forget(): void }
  api: Api
  queries: QueryClient
  signal: AbortSignal
}

/** Pause between two rounds of refetching, in ms: a first sync reports changes many times a second. */
const restMs = 400
/** The shortest pause where a user waits for what changed, in ms: a dropped file is received and read within half a second. */
const leastRestMs = 50
/** The same for the outbox, whose screen is expensive to draw while hundreds of writes are sent. */
const outboxRestMs = 1_000

/** The same for the ages of figures, which are shown to the minute. */
const ageRestMs = 5_000

/** Waits, at most until `signal` aborts. Leaves no listener on it: a page pauses many times a minute. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/**
 * Refetches on request, one round at a time: a round starts only after the previous one has ended, so that steady changes cannot
 * keep cancelling a slow read.
 *
 * @param rest - the pause between two rounds, in ms, after a round that took `tookMs`
 */
function inRounds(
  refetch: () => Promise<unknown>,
  signal: AbortSignal,
  rest: (tookMs: number) => number = () => restMs,
): () => void {
  let asked = false
  let running = false
  const run = async () => {
    running = true
    while (asked && !signal.aborted) {
      asked = false
      const began = performance.now()
      await refetch()
      await pause(rest(performance.now() - began), signal)
    }
    running = false
  }
  return () => {
    asked = true
    if (!running) void run()
  }
}

/** Marks the queries of changed resources as stale at once, and refetches those on screen in rounds, except those that a save reads itself. */
function createRefresher({ api, queries, signal }: Options) {
  const stale = new Set<RecordDomain>()
  const refetch = inRounds(async () => {
    const domains = [...stale]
    stale.clear()
    const keys = [
      ...domains.map((domain) => api[domain].key()),
      api.search.key(),
      api.setAside.key(),
      api.rollUps.key(),
      api.today.key(),
      api.estate.map.key(),
      api.estate.roles.key(),
      api.estate.trustees.key(),
      // A household's own amount moves with a merge, and with the id that the service gives it.
      api.estate.amounts.key(),
      api.dates.key(),
      api.doubles.key(),
      api.changes.key(),
      api.places.key(),
      api.assetClasses.key(),
      api.travel.key(),
    ]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }, signal)

  return (changed: Iterable<Resource>, readBySaves: Iterable<Resource>) => {
    for (const domain of staleDomains(changed)) {
      stale.add(domain)
      // Marked before the next round, so that a page or a form that is opened before it reads its record again.
      void queries.invalidateQueries({ queryKey: api[domain].key(), refetchType: 'none' })
    }
    for (const resource of readBySaves) stale.delete(domainOf(resource))
    refetch()
  }
}

/**
 * Refetches when figures were last checked. A check that finds nothing new changes no record, so only the sync status reports it.
 */
function createAgeRefresher({ api, queries, signal }: Options): () => void {
  const queryKey = api.rollUps.checked.key()
  return inRounds(
    () => queries.invalidateQueries({ queryKey }),
    signal,
    () => ageRestMs,
  )
}

/** Refetches the outbox queries on screen. A batch of writes reports changes many times a second. */
function createOutboxRefresher({ api, queries, signal }: Options): () => void {
  const keys = [api.outbox.key(), api.connections.list.key(), api.today.key()]
  return inRounds(
    () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    signal,
    () => outboxRestMs,
  )
}

/**
 * Refetches queries about local files. A pinned household reports its downloads file by file. The page waits for a dropped file, whose
 * events are few: it is refetched soon, with a pause that grows with the number of files.
 */
function createFilesRefresher({ api, queries, signal }: Options): (what: FilesChanged) => void {
  const refresherOf = (keysOf: (what: FilesChanged) => (readonly unknown[])[], rest?: (tookMs: number) => number) => {
    const stale = new Set<FilesChanged>()
    const refetch = inRounds(
      async () => {
        const keys = [...stale].flatMap(keysOf)
        stale.clear()
        await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
      },
      signal,
      rest,
    )
    return (what: FilesChanged) => {
      stale.add(what)
      refetch()
    }
  }
  const dropped = refresherOf(
    // Documents and statements come in by one tray.
    (what) => (what === 'tray' ? [api.intake.key(), api.statements.key()] : [api.statements.key()]),
    (tookMs) => Math.min(restMs, Math.max(leastRestMs, 2 * tookMs)),
  )
  const others = refresherOf((what) => [(what === 'pins' ? api.travel : api.files).key()])
  return (what) => (what === 'tray' || what === 'statements' ? dropped : others)(what)
}

type Kept = Extract<AppEvent, { type: 'kept' }>['what']

function keptKeys(api: Api, what: Kept) {
  if (what === 'views') return [api.views.key()]
  // Lists of entities are sorted and filtered by their trustees, those of people by their roles, and rules count both.
  if (what === 'estate')
    return [
      api.estate.key(),
      api.facts.key(),
      api.entities.list.key(),
      api.individuals.list.key(),
      api.today.quality.key(),
      api.today.rulesOf.key(),
      api.rollUps.list.key(),
      api.rollUps.groups.key(),
    ]
  // A document's confirmed date decides which documents are missing.
  if (what === 'facts') return [api.facts.key(), api.today.key()]
  // Data quality counts the pairs, and lists have a filter for them.
  if (what === 'doubles')
    return [
      api.doubles.key(),
      api.today.key(),
      api.individuals.list.key(),
      api.households.list.key(),
      api.rollUps.key(),
    ]
  if (what === 'dates') return [api.dates.key(), api.today.dates.key()]
  if (what === 'changes') return [api.changes.key()]
  if (what === 'reviews') return [api.documentSummaries.key(), api.rollUps.key(), api.today.key()]
  // Lists are filtered by what is left out of a rule.
  if (what === 'rules')
    return [
      api.today.key(),
      api.dates.key(),
      api.rollUps.key(),
      ...[api.households, api.individuals, api.entities, api.documents].map(({ list }) => list.key()),
    ]
  return [api.places[what].key()]
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
      void queries.invalidateQueries({ queryKey: api.connections.problems.key() })
    } else if (event.type === 'keychain-changed' || event.type === 'newer-version') {
      void queries.invalidateQueries({ queryKey: api.app.info.key() })
    } else if (event.type === 'preferences-changed') {
      queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), event.preferences)
    } else if (event.type === 'lock') {
      applyLockState(event.state)
    } else if (event.type === 'presenting') {
      applyPresenting(event.presenting)
    } else if (event.type === 'policy-changed') {
      void queries.invalidateQueries({ queryKey: api.programs.key() })
      void queries.invalidateQueries({ queryKey: api.policy.key() })
      void queries.invalidateQueries({ queryKey: api.app.info.key() })
    } else if (event.type === 'sync') {
      const { connectionId } = event.status
      queries.setQueryData(api.sync.status.queryKey({ input: { connectionId } }), event.status)
      refreshAges()
    } else if (event.type === 'kept') {
      // While views are being saved, the list already shows them, and refetches after the last save.
      if (event.what === 'views' && queries.isMutating({ mutationKey: api.views.key() }) > 0) return
      for (const queryKey of keptKeys(api, event.what)) void queries.invalidateQueries({ queryKey })
    } else if (event.type === 'command') {
      runCommand(event.id)
    } else if (event.type === 'go') {
      goTo(event.path)
    } else if (event.type === 'problem') {
      sayProblem(event.problem)
    } else if (event.type === 'texts') {
      void queries.invalidateQueries({ queryKey: api.texts.key() })
      void queries.invalidateQueries({ queryKey: api.facts.key() })
    } else if (event.type === 'programs') {
      void queries.invalidateQueries({ queryKey: api.programs.key() })
    } else if (event.type === 'arrived') {
      void queries.invalidateQueries({ queryKey: api.intake.arrived.key() })
    } else if (event.type === 'outbox') {
      const { connectionId, counts } = event
      queries.setQueryData(api.outbox.counts.queryKey({ input: { connectionId } }), counts)
      refreshOutbox()
    } else if (event.type === 'files') {
      refreshFiles(event.what)
    } else if (event.type === 'uploads') {
      useUploads.getState().report(event.connectionId, event.uploads)
    } else if (event.type === 'changed') {
      options.ahead.forget()
      refresh(event.resources, resolvePendingSaves(event.connectionId, event.resources))
    }
  }
}

/**
 * Follows the main process's event stream until `signal` aborts, and marks queries as stale accordingly. If the stream breaks, it
 * subscribes again and treats everything read so far as stale.
 */
export async function followEvents(options: Options): Promise<void> {
  const { client, queries, signal } = options
  const handle = handlerOf(options)
  let again = false
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    let close = () => {}
    try {
      const events = await client.events.subscribe({}, { signal })
      close = () => void events.return?.()
      signal.addEventListener('abort', close)
      // The first stream is subscribed before any query runs. Before a later one, changes may have been missed.
      if (again) void queries.invalidateQueries()
      again = true
      for await (const event of events) {
        attempt = 0
        handle(event)
      }
    } catch {
      again = true
      // The next failing query reports the error; this only has to reconnect.
    } finally {
      signal.removeEventListener('abort', close)
    }
    await pause(Math.min(250 * 2 ** attempt, 5000), signal)
  }
}
