import { readFile } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { z } from 'zod'

/** `ask`: a person may look for updates, and is asked before anything happens. `off`: Steward never looks. */
export type UpdatePolicy = 'ask' | 'off'

type Surroundings = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> }

const policyFile = z.looseObject({ updates: z.enum(['ask', 'off']).default('ask') })

/** Where an administrator says what Steward may do on this computer: `{ "updates": "off" }`. */
export function policyPath({ platform, env }: Surroundings): string {
  if (platform === 'win32') return win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Steward', 'policy.json')
  if (platform === 'darwin') return posix.join('/Library', 'Application Support', 'Steward', 'policy.json')
  return posix.join('/etc', 'steward', 'policy.json')
}

/** Reads the policy. One that is there and cannot be understood is taken for the stricter one. */
export async function readUpdatePolicy(path: string): Promise<UpdatePolicy> {
  try {
    return policyFile.parse(JSON.parse(await readFile(path, 'utf8'))).updates
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'ask' : 'off'
  }
}

/**
 * Whether Steward may replace itself where it lies. A Mac checks the signature itself. On Windows only what one person
 * installed for themselves; what was installed for the computer is the administrator's. On Linux nobody but the package
 * manager could tell whose a package is.
 *
 * @param program - the path of the program that runs
 */
export function canInstallHere({ platform, env }: Surroundings, program: string): boolean {
  if (platform === 'darwin') return true
  if (platform !== 'win32' || !env.LOCALAPPDATA) return false
  const below = win32.relative(env.LOCALAPPDATA, program)
  return below !== '' && !below.startsWith('..') && !win32.isAbsolute(below)
}
