import type { ConnectionSummary } from '../../shared/ipc/connections.ts'

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
