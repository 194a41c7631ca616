import { type CommandId, commandIds } from '../../../shared/domain/commands.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { type HelpPlace, parsePlace } from './topic-of-screen.ts'

/**
 * An address in the manual: another place in it (`find.md#…`, `#…`), a screen of the app (`screen:outbox`, below the connection unless
 * it belongs to none) or a command (`command:palette.open`).
 */
export type ManualLink =
  | { kind: 'place'; place: HelpPlace }
  | { kind: 'screen'; screen: string }
  | { kind: 'command'; command: CommandId }

/** Parses a link's address; null if the manual must not contain it. `topic` is the one that contains the link. */
export function parseManualLink(address: string, topic: string): ManualLink | null {
  const [, screen] = /^screen:([a-z#/-]+)$/.exec(address) ?? []
  if (screen !== undefined) return { kind: 'screen', screen }
  const command = commandIds.find((id) => address === `command:${id}`)
  if (command !== undefined) return { kind: 'command', command }
  if (address.startsWith('#')) return { kind: 'place', place: { topic, anchor: address.slice(1) } }
  const [, name, heading] = /^(\w+)\.md(#[\w-]+)?$/.exec(address) ?? []
  return name === undefined ? null : { kind: 'place', place: parsePlace(name + (heading ?? '')) }
}

/** Screens that belong to no connection. */
const outside: Readonly<Record<string, string>> = {
  start: '/',
  connect: '/connect',
  settings: '/settings',
  licences: '/licences',
}

/** The address of a screen of the manual in a connection; without one, the start screen. */
export function addressOfScreen(screen: string, connectionId: string | null): string {
  const [name = '', hash] = screen.split('#')
  const path = outside[name] ?? (connectionId === null ? '/' : `/c/${connectionId}/${name}`)
  return hash === undefined ? path : `${path}#${hash}`
}

/** The connection of the current screen; on a screen without one, an open connection, or any that can be read. */
export async function connectionForHelp(client: Pick<Client, 'connections'>, path: string): Promise<string | null> {
  const [, shown] = /^\/c\/([0-9a-f]{32})/.exec(path) ?? []
  if (shown !== undefined) return shown
  // Refused while Steward is locked.
  const known = await client.connections.list({}).catch(() => [])
  const readable = known.filter(({ kind, session }) => kind === 'demo' || session !== 'signed-out')
  return (readable.find(({ cache }) => cache === 'open') ?? readable[0])?.id ?? null
}
