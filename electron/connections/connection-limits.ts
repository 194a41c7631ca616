import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { isTooOld, readCacheAge, writeCacheAge } from '../policy/cache-age.ts'
import {
  isAllowed,
  isReadable,
  isTargetAllowed,
  notAllowed,
  targetNotAllowed,
} from '../policy/procedure-permissions.ts'
import type { AccessTokens } from '../service/check-answer.ts'
import type { Connection } from '../tenants/connection.ts'

/** The restrictions on a connection by the firm's policy and the user's settings; re-evaluated on every call. */
export type ConnectionLimits = {
  isAllowed(): boolean
  /** @throws AppError `policy/address-not-allowed` if even the copy of its records must not be read */
  refuseReading(): void
  /** The same for an address to which the service redirects, such as that of its file store. */
  refuseRedirect(url: URL): void
  /**
   * Nothing is written through it: by the firm's policy, by the user's setting, or because its service's address is not allowed.
   */
  isReadOnly(): boolean
  /** The same tokens, but only while the policy allows the address: without a token no request is sent to the service. */
  guard(tokens: AccessTokens): AccessTokens
}

/** {@link ConnectionLimits} of the connection's current state. */
export function createConnectionLimits(connection: () => Connection, policy: () => FirmPolicy): ConnectionLimits {
  const allowed = () => isAllowed(connection(), policy())
  const refuseAddress = () => {
    if (!allowed()) throw notAllowed()
  }
  return {
    isAllowed: allowed,
    refuseReading() {
      if (!isReadable(connection(), policy())) throw notAllowed()
    },
    refuseRedirect(url) {
      if (!allowed() || !isTargetAllowed(url, connection(), policy())) throw targetNotAllowed(url)
    },
    isReadOnly: () => connection().read_only || policy().read_only === true || !allowed(),
    guard: (tokens) => ({
      async current() {
        refuseAddress()
        return tokens.current()
      },
      async replace(rejected, isRejectedEverywhere) {
        refuseAddress()
        return tokens.replace(rejected, isRejectedEverywhere)
      },
    }),
  }
}

/** The age of one connection's mirror, if the policy limits it. */
export type CopyAge = {
  /** Whether the mirror must be removed; records the time of this check. */
  isTooOld(store: Pick<ConnectionStore, 'lastComplete'>): Promise<boolean>
  /** Called when a new mirror was begun. */
  begin(): Promise<void>
}

/**
 * {@link CopyAge} of the mirror in a folder. The demo firm's data is made up, and a mirror in memory ends with Steward: neither
 * is checked.
 */
export function createCopyAge(options: {
  connection: Pick<Connection, 'kind'>
  inMemory: boolean
  folder: string
  policy: () => FirmPolicy
  now?: () => number
}): CopyAge {
  const { connection, inMemory, folder, policy, now = () => Date.now() } = options
  return {
    async isTooOld(store) {
      const maxHours = policy().max_cache_age_hours
      if (maxHours === undefined || connection.kind === 'demo' || inMemory) return false
      const at = now()
      const mark = await readCacheAge(folder, at)
      const tooOld = isTooOld({ maxHours, now: at, complete: await store.lastComplete(), ...mark })
      if (!tooOld) await writeCacheAge(folder, { ...mark, seen: Math.max(mark.seen, at) })
      return tooOld
    },
    begin: () => writeCacheAge(folder, { begun: now(), seen: now() }),
  }
}
