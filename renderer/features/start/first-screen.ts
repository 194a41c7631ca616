import { useQuery } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { useApi } from '../../lib/api.ts'

/**
 * The address a start leads to: the screen that was left, where it can be read at once; else the connection asked for on
 * the command line; else none.
 *
 * @param startWith - the connection asked for: another one's screen is not returned to
 */
export function chooseFirstScreen(
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

/** Where this start leads; undefined until that is known. Without an answer it leads to the start screen. */
export function useFirstScreen(startWith: string | null | undefined): string | null | undefined {
  const api = useApi()
  const last = useQuery(api.app.lastScreen.queryOptions({ input: {} }))
  const connections = useQuery(api.connections.list.queryOptions({ input: {} }))
  if (startWith === undefined || last.isPending || connections.isPending) return undefined
  return chooseFirstScreen(last.data?.path ?? null, startWith, connections.data ?? [])
}
