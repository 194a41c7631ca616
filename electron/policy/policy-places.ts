import { userInfo } from 'node:os'
import { posix, win32 } from 'node:path'
import { type RunProgram, runToEnd } from '../platform/run-to-end.ts'

/** The environment of this computer that determines where a firm's policy is stored. */
export type Surroundings = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** The account name of the current user. */
  user: string
  run: RunProgram
}

/** The content of one store: its settings as they are stored, or why they cannot be read. Null if it contains no policy. */
export type StoredPolicy = {
  /** The store's name in messages. */
  where: string
  content: { raw: unknown } | { problem: string }
  /** Problems with the store itself, although it can be read. */
  remarks: string[]
} | null

/** The bundle id of the packages; configuration profiles refer to it. */
export const bundleId = 'com.steward.desktop'

/** The path where an administrator may put a policy as JSON. */
export function policyPath({ platform, env }: Pick<Surroundings, 'platform' | 'env'>): string {
  if (platform === 'win32') return win32.join(env.ProgramData ?? 'C:\\ProgramData', 'Steward', 'policy.json')
  if (platform === 'darwin') return posix.join('/Library', 'Application Support', 'Steward', 'policy.json')
  return posix.join('/etc', 'steward', 'policy.json')
}

/** The files in which macOS stores configuration profiles: the computer's, then the user's. */
export function preferencePaths(user: string): string[] {
  const folder = '/Library/Managed Preferences'
  const file = `${bundleId}.plist`
  const isName = user !== '' && !user.includes('/') && user !== '.' && user !== '..'
  return [posix.join(folder, file), ...(isName ? [posix.join(folder, user, file)] : [])]
}

/** The computer that Steward runs on. */
export function thisComputer(): Surroundings {
  return { platform: process.platform, env: process.env, user: accountName(), run: runToEnd }
}

/** Empty for an account without a name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
