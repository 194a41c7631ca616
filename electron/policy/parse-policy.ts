import type { z } from 'zod'
import { type FirmPolicy, firmPolicy } from '../../shared/domain/policy.ts'
import { leastLevels, lesserLevels } from '../../shared/domain/program-levels.ts'
import { isRecord } from '../../shared/lib/json.ts'
import { readRules } from '../../shared/rules/rules.ts'
import { parseServiceUrl } from '../tenants/connection-fields.ts'
import { isBelow } from './procedure-permissions.ts'

/** A policy as one store has it. */
export type ParsedPolicy = {
  policy: FirmPolicy
  /** One sentence each. */
  problems: string[]
  /** The settings whose values are not valid. */
  invalid: (keyof FirmPolicy)[]
  /** False if the store exists and its settings cannot be read. */
  isReadable: boolean
}

/** Maximum number of problems reported for one policy. */
const maxProblems = 20

type Setting = keyof typeof firmPolicy.shape

const isSetting = (name: string): name is Setting => Object.hasOwn(firmPolicy.shape, name)

/** A policy that exists but cannot be read. */
export function unreadablePolicy(problem: string): ParsedPolicy {
  return { policy: {}, problems: [problem], invalid: [], isReadable: false }
}

/**
 * Parses a policy setting by setting: an invalid setting counts as its strictest value, and an unknown one is reported and left
 * out.
 *
 * @param where - the name of the policy in the sentences about it
 */
export function parsePolicy(raw: unknown, where: string): ParsedPolicy {
  if (!isRecord(raw)) {
    return unreadablePolicy(`${where} is not a set of settings.`)
  }
  const parsed: ParsedPolicy = { policy: {}, problems: [], invalid: [], isReadable: true }
  const { policy, problems } = parsed
  for (const [name, value] of Object.entries(raw)) {
    if (!isSetting(name)) {
      problems.push(`${where}: Steward does not know the setting “${name.slice(0, 60)}”; it is ignored.`)
    } else if (name === 'allowed_base_urls') {
      Object.assign(policy, { [name]: parseAddresses(value, where, parsed) })
    } else if (name === 'rules') {
      parseRules(value, { where, ...parsed })
    } else {
      parseSetting(name, value, { where, ...parsed })
    }
  }
  return { ...parsed, problems: problems.slice(0, maxProblems) }
}

function parseSetting(
  name: Exclude<Setting, 'allowed_base_urls' | 'rules'>,
  value: unknown,
  { where, policy, problems, invalid }: ParsedPolicy & { where: string },
): void {
  const schema: z.ZodType = firmPolicy.shape[name]
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    Object.assign(policy, { [name]: parsed.data })
    return
  }
  invalid.push(name)
  if (name === 'connection') {
    const field = parsed.error.issues[0]?.path.join('.') || 'its shape'
    problems.push(`${where}: the connection is not valid (${field}), so it is left out.`)
  } else if (name === 'security_kinds') {
    const field = parsed.error.issues[0]?.path.join('.') || 'its shape'
    problems.push(`${where}: the kinds of securities are not valid (${field}), so they are left out.`)
  } else if (name === 'max_cache_age_hours') {
    problems.push(
      `${where}: the value of “${name}” is not valid; the last valid one applies, and no copy is removed if there is none.`,
    )
  } else {
    Object.assign(policy, { [name]: strictest[name] })
    const strict = name === 'other_programs' ? 'the least of everything' : strictest[name]
    problems.push(`${where}: the value of “${name}” is not valid; the strictest applies, ${strict}.`)
  }
}

/** A rule that is not valid is left out, and the others apply. */
function parseRules(value: unknown, { where, policy, problems, invalid }: ParsedPolicy & { where: string }): void {
  const { file, issues } = readRules(value)
  if (issues.length > 0) invalid.push('rules')
  if (file === null) {
    const [issue] = issues
    problems.push(
      `${where}: the rules are not valid (${issue?.field || 'their shape'}), so they are left out. ${issue?.message}`,
    )
    return
  }
  policy.rules = file
  for (const { field, message } of issues) problems.push(`${where}: rules.${field.replace(/^rules\./, '')}: ${message}`)
}

/** An invalid address in a list allows nothing. */
function parseAddresses(value: unknown, where: string, { problems, invalid }: ParsedPolicy): string[] {
  const list = firmPolicy.shape.allowed_base_urls.safeParse(value)
  if (!list.success || list.data === undefined) {
    problems.push(`${where}: the value of “allowed_base_urls” is not a list of addresses, so no address is allowed.`)
    invalid.push('allowed_base_urls')
    return [...strictest.allowed_base_urls]
  }
  return list.data.flatMap((text, at) => {
    const parsed = parseServiceUrl(text, { example: 'https://firm.example.com', endings: ['/api/public/v1'] })
    if ('value' in parsed) return parsed.value
    if (!invalid.includes('allowed_base_urls')) invalid.push('allowed_base_urls')
    problems.push(`${where}: address ${at + 1} of “allowed_base_urls” allows nothing. ${parsed.problem}`)
    return []
  })
}

/**
 * The values used for invalid settings. An invalid connection, invalid rules and invalid kinds of securities are ignored, and so is an invalid
 * age of copies: the strictest one would remove every copy because of a typing error.
 */
export const strictest = {
  allowed_base_urls: [],
  read_only: true,
  no_export: true,
  no_save_as: true,
  no_statements: true,
  no_document_text: true,
  no_text_without_file: true,
  no_other_programs: true,
  other_programs: leastLevels,
  idle_minutes: 1,
  updates: 'off',
} as const satisfies Required<
  Omit<FirmPolicy, 'connection' | 'rules' | 'security_kinds' | 'max_cache_age_hours' | 'unreadable'>
>

const flags = [
  'read_only',
  'no_export',
  'no_save_as',
  'no_statements',
  'no_document_text',
  'no_text_without_file',
  'no_other_programs',
] as const

/** Combines two policies: for each setting, the stricter value. The first one's connection and rules take precedence. */
export function stricterOf(first: FirmPolicy, second: FirmPolicy): FirmPolicy {
  const both: FirmPolicy = { ...second, ...first }
  for (const setting of flags) {
    if (second[setting] === true) both[setting] = true
  }
  for (const setting of ['max_cache_age_hours', 'idle_minutes'] as const) {
    const [one, other] = [first[setting], second[setting]]
    if (one !== undefined && other !== undefined) both[setting] = Math.min(one, other)
  }
  if (first.other_programs && second.other_programs) {
    both.other_programs = lesserLevels(first.other_programs, second.other_programs)
  }
  if (second.updates === 'off') both.updates = 'off'
  if (first.allowed_base_urls && second.allowed_base_urls) {
    both.allowed_base_urls = allowedByBoth(first.allowed_base_urls, second.allowed_base_urls)
  }
  return both
}

/** If one address is below the other, both policies allow only the lower one. */
function allowedByBoth(first: readonly string[], second: readonly string[]): string[] {
  const both = [
    ...first.filter((address) => second.some((above) => isBelow(address, above))),
    ...second.filter((address) => first.some((above) => isBelow(address, above))),
  ]
  return [...new Set(both)]
}
