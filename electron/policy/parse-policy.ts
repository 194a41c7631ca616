import type { z } from 'zod'
import { issuesOf } from '../../shared/domain/document-rules.ts'
import { type FirmPolicy, firmPolicy } from '../../shared/domain/policy.ts'
import { parseServiceUrl } from '../tenants/connection-fields.ts'
import { everythingForbidden, strictest } from './strict-policy.ts'

/** A parsed policy, and its problems, one sentence each. */
export type ParsedPolicy = { policy: FirmPolicy; problems: string[] }

/** Maximum number of problems reported for one policy. */
const maxProblems = 20

const isSetting = (name: string): name is keyof FirmPolicy => Object.hasOwn(firmPolicy.shape, name)

/** A policy that exists but cannot be read. */
export function unreadablePolicy(problem: string): ParsedPolicy {
  return { policy: everythingForbidden, problems: [problem] }
}

/**
 * Parses a policy setting by setting: an invalid setting counts as its strictest value, and an unknown one is reported and left
 * out.
 *
 * @param where - the name of the policy in the sentences about it
 */
export function parsePolicy(raw: unknown, where: string): ParsedPolicy {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return unreadablePolicy(`${where} is not a set of settings, so every restriction applies.`)
  }
  const policy: FirmPolicy = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(raw)) {
    if (!isSetting(name)) {
      problems.push(`${where}: Steward does not know the setting “${name.slice(0, 60)}”; it is ignored.`)
    } else if (name === 'allowed_base_urls') {
      Object.assign(policy, { [name]: parseAddresses(value, where, problems) })
    } else {
      parseSetting(name, value, { where, policy, problems })
    }
  }
  return { policy, problems: problems.slice(0, maxProblems) }
}

function parseSetting(
  name: Exclude<keyof FirmPolicy, 'allowed_base_urls'>,
  value: unknown,
  { where, policy, problems }: ParsedPolicy & { where: string },
): void {
  const schema: z.ZodType = firmPolicy.shape[name]
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    Object.assign(policy, { [name]: parsed.data })
  } else if (name === 'connection') {
    const field = parsed.error.issues[0]?.path.join('.') || 'its shape'
    problems.push(`${where}: the connection is not valid (${field}), so it is left out.`)
  } else if (name === 'document_rules') {
    const [issue] = issuesOf(parsed.error)
    const field = issue?.field || 'its shape'
    problems.push(`${where}: the rules for documents are not valid (${field}), so they are left out. ${issue?.message}`)
  } else {
    Object.assign(policy, { [name]: strictest[name] })
    problems.push(`${where}: the value of “${name}” is not valid; the strictest applies, ${strictest[name]}.`)
  }
}

/** An invalid address in a list allows nothing. */
function parseAddresses(value: unknown, where: string, problems: string[]): string[] {
  const list = firmPolicy.shape.allowed_base_urls.safeParse(value)
  if (!list.success || list.data === undefined) {
    problems.push(`${where}: the value of “allowed_base_urls” is not a list of addresses, so no address is allowed.`)
    return [...strictest.allowed_base_urls]
  }
  return list.data.flatMap((text, at) => {
    const parsed = parseServiceUrl(text, { example: 'https://firm.example.com', endings: ['/api/public/v1'] })
    if ('value' in parsed) return parsed.value
    problems.push(`${where}: address ${at + 1} of “allowed_base_urls” allows nothing. ${parsed.problem}`)
    return []
  })
}
