import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import { presetConnection } from './allowed-address.ts'
import { parsePolicy, unreadablePolicy } from './parse-policy.ts'
import { policyPath, preferencePaths, type StoredPolicy, type Surroundings } from './policy-places.ts'
import { readPolicyFile, readPreferences } from './read-policy-file.ts'
import { readRegistry } from './read-registry.ts'
import { stricterOf } from './strict-policy.ts'

/**
 * Reads the firm's policy from every store of the system. Setting by setting, a centrally managed store takes precedence over the
 * JSON file, and the computer's settings over the user's.
 *
 * @param further - an additional file that can only restrict further; null for none
 */
export async function readPolicy(surroundings: Surroundings, further: string | null = null): Promise<PolicyState> {
  const stores = await Promise.all(storesOf(surroundings))
  const own = stores.map(stateOf).reduceRight(overrule, nothing)
  if (further === null) return withPreset(own)
  const more = stateOf(await readPolicyFile(further, { byAdministrators: false }))
  return withPreset({ ...join(own, more), policy: stricterOf(own.policy, more.policy) })
}

/** Adds the problems of the preset connection, which can only be found together with the allowed addresses. */
function withPreset(state: PolicyState): PolicyState {
  const { problem } = presetConnection(state.policy)
  return problem === null ? state : { ...state, problems: [...state.problems, problem] }
}

const nothing: PolicyState = { source: null, problems: [], policy: {} }

/** The stores, in order of precedence. */
function storesOf(surroundings: Surroundings): Promise<StoredPolicy>[] {
  const { platform, user } = surroundings
  const file = readPolicyFile(policyPath(surroundings), { byAdministrators: platform === 'linux' })
  if (platform === 'win32') return [readRegistry('HKLM', surroundings), readRegistry('HKCU', surroundings), file]
  if (platform !== 'darwin') return [file]
  return [...preferencePaths(user).map((path) => readPreferences(path, surroundings)), file]
}

function stateOf(stored: StoredPolicy): PolicyState {
  if (stored === null) return nothing
  const { where, content, remarks } = stored
  const { policy, problems } =
    'problem' in content ? unreadablePolicy(content.problem) : parsePolicy(content.raw, where)
  return { source: where, policy, problems: [...problems, ...remarks] }
}

const overrule = (weaker: PolicyState, stronger: PolicyState): PolicyState => ({
  ...join(stronger, weaker),
  policy: { ...weaker.policy, ...stronger.policy },
})

function join(
  first: PolicyState,
  second: PolicyState,
): { source: string | null; problems: string[]; policy: FirmPolicy } {
  const sources = [first.source, second.source].filter((source) => source !== null)
  return {
    source: sources.length === 0 ? null : sources.join(', '),
    problems: [...first.problems, ...second.problems],
    policy: first.policy,
  }
}
