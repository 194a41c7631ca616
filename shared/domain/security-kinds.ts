import { z } from 'zod'

/** The format's name and version; a file without it is rejected. */
const securityKindsFormat = 'steward-security-kinds-1'

/** A firm's table: ids of asset classes by a custodian's kind of security, such as `Mutual Fund`. A file, or a setting of its policy. */
export const securityKinds = z.strictObject({
  format: z.literal(securityKindsFormat),
  kinds: z
    .record(z.string().min(1).max(100), z.string().regex(/^[!-~]{1,256}$/))
    .refine((kinds) => Object.keys(kinds).length <= 500),
})

export type SecurityKinds = z.infer<typeof securityKinds>['kinds']

/** Parses a file of kinds, or says what is wrong with it in a sentence: the whole file must be valid. */
export function readSecurityKinds(text: string): { kinds: SecurityKinds } | { problem: string } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: 'It is not valid JSON: check its braces, commas and quotation marks.' }
  }
  const checked = securityKinds.safeParse(parsed)
  if (checked.success) return { kinds: checked.data.kinds }
  const field = checked.error.issues[0]?.path.map(String).join('.') ?? ''
  return {
    problem: `It must have “format”, which is "${securityKindsFormat}", and “kinds”, with at most 500 IDs of asset classes by kind${field === '' ? '' : `; see “${field}”`}.`,
  }
}
