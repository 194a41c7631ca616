import type { ConnectionSummary } from '../../shared/ipc/connections.ts'

/**
 * The address that a start leads to: the last screen if its connection can be read at once, otherwise the connection requested on
 * the command line, otherwise null.
 *
 * @param startWith - the requested connection; the last screen is not restored if it belongs to another one
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
