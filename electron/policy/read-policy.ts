import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import { parsePolicy, stricterOf, strictest, unreadablePolicy } from './parse-policy.ts'
import { policyPath, preferencePaths, type StoredPolicy, type Surroundings } from './policy-places.ts'
import { presetConnection } from './procedure-permissions.ts'
import { readPolicyFile, readPreferences } from './read-policy-file.ts'
import { readRegistry } from './read-registry.ts'

/** The contents of the stores of a firm's policy. */
export type StoresRead = {
  /** The stores that exist; null if there is none. */
  source: string | null
  problems: string[]
  /** The settings of the stores that can be read. */
  policy: FirmPolicy
  /** The settings whose values are not valid in a store. */
  invalid: (keyof FirmPolicy)[]
  /** False if a store exists and cannot be read. */
  isReadable: boolean
}

/**
 * Reads the firm's policy from every store of the system. Setting by setting, a centrally managed store takes precedence over the
 * JSON file, and the computer's settings over the user's.
 *
 * @param further - an additional file that can only restrict further; null for none
 */
export async function readPolicy(surroundings: Surroundings, further: string | null = null): Promise<StoresRead> {
  const stores = await Promise.all(storesOf(surroundings))
  const own = stores.map(stateOf).reduceRight(overrule, nothing)
  if (further === null) return own
  const more = stateOf(await readPolicyFile(further, { byAdministrators: false }))
  return { ...join(own, more), policy: stricterOf(own.policy, more.policy) }
}

/**
 * The policy that applies. While a store cannot be read, it is the last good one, made stricter by the stores that can be read. Without a
 * last good one, every restriction applies that removes nothing from this computer. In both cases nothing can be added, signed in to or
 * exported. The maximum age of copies is that of {@link confirmedPolicy}.
 *
 * @param last - the last policy without a fault; null if none is known
 */
export function policyInForce(read: StoresRead, last: FirmPolicy | null): PolicyState {
  const { source, problems, isReadable } = read
  const { max_cache_age_hours: _age, ...policy } = read.policy
  const age = ageIn(confirmedPolicy(read, last))
  if (isReadable) return withPreset({ source, problems, policy: { ...policy, ...age } })
  return withPreset({
    source,
    problems: [...problems, last === null ? nothingKnown : lastApplies],
    policy: {
      ...stricterOf(last ?? strictest, policy),
      ...age,
      unreadable: last === null ? 'unknown' : 'kept',
    },
  })
}

/**
 * The settings that may remove something from this computer. A setting counts only if it was read and is valid. One that an unreadable
 * store or an invalid value may have overruled is taken from the last policy without a fault.
 *
 * @param last - the last policy without a fault; null if none is known
 */
export function confirmedPolicy({ policy, invalid, isReadable }: StoresRead, last: FirmPolicy | null): FirmPolicy {
  if (!isReadable) return last ?? {}
  const lasting = Object.entries(last ?? {}).filter(([name]) => invalid.some((one) => one === name))
  return { ...without(policy, invalid), ...Object.fromEntries(lasting) }
}

function without(policy: FirmPolicy, names: readonly (keyof FirmPolicy)[]): FirmPolicy {
  const rest = { ...policy }
  for (const name of names) delete rest[name]
  return rest
}

/** The age of copies in a policy; nothing if it has none. */
function ageIn(policy: FirmPolicy): Pick<FirmPolicy, 'max_cache_age_hours'> {
  const age = policy.max_cache_age_hours
  return age === undefined ? {} : { max_cache_age_hours: age }
}

const lastApplies =
  'The last policy that could be read applies. Until this one can be read, nothing can be added, signed in to or exported.'
const nothingKnown =
  'No earlier policy is known: every restriction applies, and no service is contacted. Nothing is removed from this computer because of it.'

/** Adds the problems of the preset connection, which can only be found together with the allowed addresses. */
function withPreset(state: PolicyState): PolicyState {
  const { problem } = presetConnection(state.policy)
  return problem === null ? state : { ...state, problems: [...state.problems, problem] }
}

const nothing: StoresRead = { source: null, problems: [], policy: {}, invalid: [], isReadable: true }

/** The stores, in order of precedence. */
function storesOf(surroundings: Surroundings): Promise<StoredPolicy>[] {
  const { platform, user } = surroundings
  const file = readPolicyFile(policyPath(surroundings), { byAdministrators: platform === 'linux' })
  if (platform === 'win32') return [readRegistry('HKLM', surroundings), readRegistry('HKCU', surroundings), file]
  if (platform !== 'darwin') return [file]
  return [...preferencePaths(user).map((path) => readPreferences(path, surroundings)), file]
}

function stateOf(stored: StoredPolicy): StoresRead {
  if (stored === null) return nothing
  const { where, content, remarks } = stored
  const parsed = 'problem' in content ? unreadablePolicy(content.problem) : parsePolicy(content.raw, where)
  return { ...parsed, source: where, problems: [...parsed.problems, ...remarks] }
}

/** A setting that is not valid in the stronger store is not replaced by the weaker one's, which it overruled. */
const overrule = (weaker: StoresRead, stronger: StoresRead): StoresRead => ({
  ...join(stronger, weaker),
  policy: { ...without(weaker.policy, stronger.invalid), ...stronger.policy },
})

function join(first: StoresRead, second: StoresRead): StoresRead {
  const sources = [first.source, second.source].filter((source) => source !== null)
  return {
    source: sources.length === 0 ? null : sources.join(', '),
    problems: [...first.problems, ...second.problems],
    policy: first.policy,
    invalid: [...first.invalid, ...second.invalid],
    isReadable: first.isReadable && second.isReadable,
  }
}
