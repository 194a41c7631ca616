import type { AppInfo } from '../../shared/ipc/app.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { domainOf, type Resource, resources } from '../../shared/service/resource.ts'
import { windowSize } from '../components/data-grid/windows.ts'
import { defaultSorts } from '../features/lists/default-sorts.ts'
import type { Connected, PrefetchRequest } from '../lib/client/connect-client.ts'

/** The requests that startup sent before its screens were loaded. */
export type Asked = {
  /** The address that startup leads to; null to stay at the current address. */
  leadsTo: Promise<string | null>
  /** Resolves when every request has succeeded or failed. */
  answered: Promise<unknown>
}

/** A connected page that has requested the data of its first screen. */
export type StartedConnection = Connected & Asked

/**
 * The address that a start leads to: the last screen if its connection can be read at once, otherwise the connection requested on
 * the command line, otherwise null.
 *
 * @param startWith - the requested connection; the last screen is not restored if it belongs to another one
 */
function chooseFirstScreen(
  last: string | null,
  startWith: string | null,
  connections: readonly Pick<ConnectionSummary, 'id' | 'session' | 'kind'>[],
): string | null {
  const [, id] = /^\/c\/([0-9a-f]{32})(?:\/|$)/.exec(last ?? '') ?? []
  const known = connections.find((connection) => connection.id === id)
  const readable = known !== undefined && (known.kind === 'demo' || known.session !== 'signed-out')
  if (readable && (startWith === null || startWith === id)) return last
  return startWith === null ? null : `/c/${startWith}`
}

/** Requests of every start, whatever the first screen is. Events come first, so that no change after a read is missed. */
export const everyStart = {
  events: { path: ['events', 'subscribe'], input: {} },
  lock: { path: ['lock', 'state'], input: {} },
  presenting: { path: ['presenting', 'state'], input: {} },
  preferences: { path: ['app', 'getPreferences'], input: {} },
  info: { path: ['app', 'info'], input: {} },
  lastScreen: { path: ['app', 'lastScreen'], input: {} },
  connections: { path: ['connections', 'list'], input: {} },
} as const satisfies Record<string, PrefetchRequest>

const isListed = (name: string | undefined): name is Resource => resources.some((known) => known === name)

/**
 * The requests that the screen at an address sends when it is first drawn: a list's first rows, and the data of the frame around
 * it. A superfluous request costs the main process some time; a missing one delays the screen.
 *
 * @param address - path of the app, may include a query
 */
export function questionsOf(address: string): { rows: PrefetchRequest | null; frame: PrefetchRequest[] } {
  const { pathname, search } = new URL(address, 'app://steward')
  const [, connectionId, name, id] = /^\/c\/([0-9a-f]{32})(?:\/([a-z-]+))?(?:\/([^/]+))?/.exec(pathname) ?? []
  if (connectionId === undefined) return { rows: null, frame: [] }
  const input = { connectionId }
  const frame: PrefetchRequest[] = [
    { path: ['sync', 'status'], input },
    { path: ['places', 'favourites'], input },
    { path: ['places', 'recents'], input },
    { path: ['outbox', 'counts'], input },
    { path: ['setAside', 'list'], input: { connectionId, offset: 0, limit: 1 } },
  ]
  if (!isListed(name) || id !== undefined) return { rows: null, frame }
  frame.push({ path: ['views', 'list'], input: { connectionId, resource: name } })
  if (name === 'households') frame.push({ path: ['places', 'me'], input })
  // The code that parses filters and order from the query is not loaded yet.
  if (search !== '') return { rows: null, frame }
  const rows = { connectionId, sort: defaultSorts[name], offset: 0, limit: windowSize }
  return { rows: { path: [domainOf(name), 'list'], input: rows }, frame }
}

/** Requests what determines the first screen, then the first screen's data. While Steward is locked, every request fails. */
export function askScreens({ ahead: { ask } }: { ahead: Pick<Connected['ahead'], 'ask'> }): Asked {
  const answers = [ask(everyStart.info), ask(everyStart.lastScreen), ask(everyStart.connections)] as const
  const leadsTo = isPlainStart() ? firstScreen(answers) : Promise.resolve(null)
  const answered = leadsTo.then((screen) => {
    const { rows, frame } = questionsOf(screen ?? location.pathname + location.search)
    return Promise.allSettled((rows ? [rows, ...frame] : frame).map(ask))
  })
  return { leadsTo, answered }
}

/** Returns false for a reload or a specific address: those show that screen, not the one startup would lead to. */
function isPlainStart(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  return location.pathname === '/' && !isReload
}

/** If a request fails, startup leads to the start screen, which shows the error. */
async function firstScreen([info, last, connections]: readonly Promise<unknown>[]): Promise<string | null> {
  try {
    const { startWith } = (await info) as AppInfo
    const { path } = (await last) as { path: string | null }
    return chooseFirstScreen(path, startWith, (await connections) as ConnectionSummary[])
  } catch {
    return null
  }
}
