import { z } from 'zod'
import { missingForSigning, type Platform } from '../package/signing.ts'

/** File that says beside a system's packages whether they are signed. */
export const systemFile = 'system.json'

export const builtSystem = z.strictObject({
  platform: z.enum(['win32', 'darwin', 'linux']),
  arch: z.string(),
  version: z.string(),
  signed: z.boolean(),
})

export type BuiltSystem = z.infer<typeof builtSystem>

/**
 * Returns whether a system's packages can be signed in this environment. Linux packages never are: theirs is the signature of the
 * list of checksums, which is written when the packages of all systems are there.
 */
export function canSign(platform: Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  return platform !== 'linux' && missingForSigning(platform, env).length === 0
}
