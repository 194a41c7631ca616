import { importConnection } from '../api/connections.ts'
import type { CoreOptions, Parts } from './create-parts.ts'

/**
 * Chooses the connection to show first: the one of a given file, the demo firm if it was asked for, else the only one there is. A
 * demo firm from an earlier run shows its cache while its service starts.
 *
 * @returns its id; null to let the user choose
 * @throws AppError `connection/…` if the given file is not usable
 */
export async function chooseStart(
  parts: Parts,
  { demo, connectionFile }: Pick<CoreOptions, 'demo' | 'connectionFile'>,
): Promise<string | null> {
  if (connectionFile !== null) return importConnection(parts, connectionFile)
  const connections = await parts.saved.list()
  if (demo === null) return connections.length === 1 ? (connections[0]?.id ?? null) : null
  const known = await parts.demo.known()
  if (demo === 'offline') return known?.id ?? null
  if (known === null) return (await parts.demo.open()).connection.id
  // A failure shows as "offline", next to the switch that starts the service again.
  parts.demo.open().catch(() => parts.events.publish({ type: 'connections-changed' }))
  return known.id
}

/** The window will request this connection first, so its stores are opened while the window is still loading. */
export async function openAhead({ runtimes }: Pick<Parts, 'runtimes'>, connectionId: string): Promise<void> {
  const runtime = await runtimes.get(connectionId)
  // Starting Steward never signs in: a tenant that was just imported waits for its user.
  if ((await runtime.session.state()) === 'signed-in') await runtime.open()
}
