import type { PolicyState } from '../../shared/ipc/policy.ts'

/** The firm's policy, as procedures ask for it. */
export type PolicyUseCases = {
  get(): Promise<PolicyState>
}

/** {@link PolicyUseCases} of a computer without a policy. */
export function createPolicyUseCases(): PolicyUseCases {
  return { get: async () => ({ source: null, problems: [], policy: {} }) }
}
