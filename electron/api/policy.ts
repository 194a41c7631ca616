import { type LastPolicy, type LivePolicy, openLivePolicy } from '../policy/live-policy.ts'
import { policyPath, thisComputer } from '../policy/policy-places.ts'
import { forbiddenProcedures } from '../policy/procedure-permissions.ts'
import { readPolicy } from '../policy/read-policy.ts'
import type { UseCases } from './core.ts'

/** The firm's current policy, for the pages. */
export function createPolicyUseCases({ state }: Pick<LivePolicy, 'state'>): UseCases['policy'] {
  return {
    async get() {
      const current = state()
      return { ...current, forbidden: forbiddenProcedures(current.policy) }
    },
  }
}

/**
 * The policy of this computer, read now and kept up to date.
 *
 * @param further - an additional file that can only restrict further; null for none
 */
export function openPolicy(further: string | null, last: LastPolicy): Promise<LivePolicy> {
  const computer = thisComputer()
  const paths = [policyPath(computer), ...(further === null ? [] : [further])]
  return openLivePolicy({ read: () => readPolicy(computer, further), last, paths })
}
