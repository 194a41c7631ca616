import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { isAllowed, notAllowed } from '../policy/allowed-address.ts'
import type { AccessTokens } from '../service/access-tokens.ts'
import type { Connection } from '../tenants/connection.ts'

/** The restrictions on a connection by the firm's policy and the user's settings; re-evaluated on every call. */
export type ConnectionLimits = {
  isAllowed(): boolean
  /** @throws AppError `policy/address-not-allowed` */
  refuseAddress(): void
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
    refuseAddress,
    isReadOnly: () => connection().read_only || policy().read_only === true || !allowed(),
    guard: (tokens) => ({
      async current() {
        refuseAddress()
        return tokens.current()
      },
      async replace(rejected) {
        refuseAddress()
        return tokens.replace(rejected)
      },
    }),
  }
}
