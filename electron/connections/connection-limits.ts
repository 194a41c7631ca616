import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { isAllowed, notAllowed } from '../policy/allowed-address.ts'
import type { AccessTokens } from '../service/access-tokens.ts'
import type { Connection } from '../tenants/connection.ts'

/** What a firm's policy, and the person, leave of a connection; asked anew each time. */
export type ConnectionLimits = {
  isAllowed(): boolean
  /** @throws AppError `policy/address-not-allowed` */
  refuseAddress(): void
  /** Nothing is written through it: the firm says so, or the person, or its service may not be reached. */
  isReadOnly(): boolean
  /** The same tokens, while the firm allows the address: without one nothing is asked of the service. */
  guard(tokens: AccessTokens): AccessTokens
}

/** {@link ConnectionLimits} of a connection as it is at that moment. */
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
