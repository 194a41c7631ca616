import { type Resource, resources } from '../../shared/service/resource.ts'
import type { Client } from '../lib/client/connect-client.ts'
import { applyPresenting, presentingNow } from '../lib/presenting.ts'

type Shown = { connectionId: string; record: { resource: Resource; id: string } | null }

const isResource = (name: string | undefined): name is Resource => resources.some((known) => known === name)

/** The connection and the record of an address of the app, such as the household of a comparison; null outside a connection. */
export function recordAt(address: string): Shown | null {
  const { pathname, searchParams } = new URL(address, location.origin)
  const [, connectionId, name, id] = /^\/c\/([0-9a-f]{32})(?:\/([a-z-]+))?(?:\/([^/]+))?/.exec(pathname) ?? []
  if (connectionId === undefined) return null
  if (name === 'two-dates') {
    const [household, entity] = [searchParams.get('household'), searchParams.get('entity')]
    if (household !== null) return { connectionId, record: { resource: 'households', id: household } }
    return { connectionId, record: entity === null ? null : { resource: 'entities', id: entity } }
  }
  const isRecord = isResource(name) && id !== undefined && id !== 'new'
  return { connectionId, record: isRecord ? { resource: name, id: decodeURIComponent(id) } : null }
}

/**
 * Leaves presenter mode, or starts it with the household of the record on the screen. Without one, nothing of any household is shown
 * until one is opened. Does nothing outside a connection.
 */
export async function togglePresenting(client: Client): Promise<void> {
  const at = recordAt(location.href)
  if (presentingNow() !== null) applyPresenting((await client.presenting.end({})).presenting)
  else if (at !== null) applyPresenting((await client.presenting.start(at)).presenting)
}
