import type { PolicyState } from '../../shared/ipc/policy.ts'
import { type LivePolicy, openLivePolicy } from '../policy/live-policy.ts'
import { policyPath, thisComputer } from '../policy/policy-places.ts'
import { readPolicy } from '../policy/read-policy.ts'

/** The firm policy's procedures. */
export type PolicyUseCases = {
  get(): Promise<PolicyState>
}

/** {@link PolicyUseCases} of the current policy. */
export function createPolicyUseCases({ state }: Pick<LivePolicy, 'state'>): PolicyUseCases {
  return { get: async () => state() }
}

/**
 * The policy of this computer, read now and kept up to date.
 *
 * @param further - an additional file that can only restrict further; null for none
 */
export function openPolicy(further: string | null): Promise<LivePolicy> {
  const computer = thisComputer()
  const paths = [policyPath(computer), ...(further === null ? [] : [further])]
  return openLivePolicy({ read: () => readPolicy(computer, further), paths })
}
