import { domainOf, type Resource, resources } from '../../shared/service/resource.ts'
import { windowSize } from '../components/data-grid/windows.ts'
import { defaultSorts } from '../features/lists/default-sorts.ts'
import type { Question } from '../lib/client/ask-ahead.ts'

/** Requests of every start, whatever the first screen is. Events come first, so that no change after a read is missed. */
export const everyStart = {
  events: { path: ['events', 'subscribe'], input: {} },
  custody: { path: ['custody', 'state'], input: {} },
  presenting: { path: ['presenting', 'state'], input: {} },
  preferences: { path: ['app', 'getPreferences'], input: {} },
  info: { path: ['app', 'info'], input: {} },
  lastScreen: { path: ['app', 'lastScreen'], input: {} },
  connections: { path: ['connections', 'list'], input: {} },
} as const satisfies Record<string, Question>

const isListed = (name: string | undefined): name is Resource => resources.some((known) => known === name)

/**
 * The requests that the screen at an address sends when it is first drawn: a list's first rows, and the data of the frame around
 * it. A superfluous request costs the main process some time; a missing one delays the screen.
 *
 * @param address - path of the app, may include a query
 */
export function questionsOf(address: string): { rows: Question | null; frame: Question[] } {
  const { pathname, search } = new URL(address, 'app://steward')
  const [, connectionId, name, id] = /^\/c\/([0-9a-f]{32})(?:\/([a-z-]+))?(?:\/([^/]+))?/.exec(pathname) ?? []
  if (connectionId === undefined) return { rows: null, frame: [] }
  const input = { connectionId }
  const frame: Question[] = [
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
