import { isDeepStrictEqual } from 'node:util'
import type { LivePolicy } from '../policy/live-policy.ts'
import {
  isAllowed,
  managedConnection,
  notAllowed,
  presetConnection,
  refuseForbidden,
} from '../policy/procedure-permissions.ts'
import type { Connection } from '../tenants/connection.ts'
import type { SavedConnections } from '../tenants/saved-connections.ts'
import type { Runtimes } from './connection-runtime.ts'

/** The firm policy's rules about connections. */
export type FirmConnections = {
  /**
   * Refuses to add a connection, or to sign in to one.
   * @throws AppError `policy/address-not-allowed`; `policy/forbidden` while the policy cannot be read
   */
  refuseAddress(connection: Connection): void
  /** Whether the connection was preset by the firm. */
  isManaged(id: string): boolean
  /** @throws AppError `policy/forbidden` for the firm's preset connection */
  refuseManaged(id: string): void
  /** @throws AppError `policy/forbidden` if the policy is read-only */
  refuseWriting(): void
  /**
   * Adds or updates the firm's preset connection among the saved ones, as the current policy describes it; not while a store of the policy
   * cannot be read, because that one may describe another. Returns whether anything changed.
   */
  keepPreset(runtimes: Pick<Runtimes, 'drop'>): Promise<boolean>
}

/** {@link FirmConnections} of the current policy. */
export function createFirmConnections(policy: Pick<LivePolicy, 'current'>, saved: SavedConnections): FirmConnections {
  const isManaged = (id: string) => presetConnection(policy.current()).connection?.id === id
  return {
    isManaged,
    refuseAddress(connection) {
      if (connection.kind !== 'demo') refuseForbidden('sign-in', policy.current())
      if (!isAllowed(connection, policy.current())) throw notAllowed()
    },
    refuseManaged(id) {
      if (isManaged(id)) throw managedConnection()
    },
    refuseWriting: () => refuseForbidden('write', policy.current()),
    async keepPreset(runtimes) {
      const { connection } = presetConnection(policy.current())
      if (connection === null || policy.current().unreadable !== undefined) return false
      const known = (await saved.list()).find(({ id }) => id === connection.id)
      const wanted = { ...connection, read_only: known?.read_only ?? connection.read_only }
      if (isDeepStrictEqual(known, wanted)) return false
      await saved.put(wanted)
      await runtimes.drop(wanted.id)
      return true
    },
  }
}
