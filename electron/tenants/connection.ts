import { createHash } from 'node:crypto'
import type { StoredFields } from '../../shared/domain/connection-fields.ts'

/**
 * A tenant, or the demo firm: everything needed to reach it except its secrets. Safe to write to disk. Addresses are https, without a
 * trailing slash; the redirect address is exactly as registered, and null for client credentials.
 */
export type Connection = StoredFields & {
  /** 32 lower-case hex digits, from {@link connectionIdOf}. */
  readonly id: string
  readonly kind: 'demo' | 'tenant'
  /** Nothing is written to the service through it. */
  readonly read_only: boolean
}

/** The fields that identify a connection. Changing any of them makes another connection, which needs its own sign-in. */
export type ConnectionIdentity = Pick<Connection, 'base_url' | 'auth_url' | 'client_id' | 'user'>

/** The id of a connection: a digest of its normalised identity, so that it can name files and keychain entries. */
export function connectionIdOf(identity: ConnectionIdentity): string {
  const user = identity.user === null ? null : identity.user.normalize('NFC').toLowerCase()
  const parts = [identity.base_url, identity.auth_url, identity.client_id, user]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

/**
 * A name that no other connection has: two advisors of one firm often get the same description. Where the name is taken, the user or the
 * host follows it, and then a number.
 */
export function distinctName(connection: Connection, others: readonly Connection[]): string {
  const { name, user, base_url: address } = connection
  const taken = new Set(others.filter(({ id }) => id !== connection.id).map((other) => other.name))
  if (!taken.has(name)) return name
  const telling = `${name} (${user ?? new URL(address).host})`
  for (let count = 2, next = telling; ; count += 1, next = `${telling} ${count}`) if (!taken.has(next)) return next
}

/** The id of the demo firm's connection. */
export const demoConnectionId = createHash('sha256').update('steward demo firm').digest('hex').slice(0, 32)

/**
 * The demo firm's connection. Its service may listen on another port at each start, so its id is fixed instead of derived: its
 * cache is found again.
 */
export function createDemoConnection(service: {
  base_url: string
  auth_url: string
  client_id: string
  ca_certificate: string
  read_only: boolean
}): Connection {
  return {
    id: demoConnectionId,
    name: 'Demo firm',
    kind: 'demo',
    ...service,
    redirect_uri: null,
    flow: 'client_credentials',
    user: null,
    pkce: false,
    token_auth: 'post',
    scope: null,
    resource: null,
    audience: null,
  }
}
