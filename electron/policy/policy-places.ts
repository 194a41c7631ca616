import { posix, win32 } from 'node:path'
import type { Surroundings } from './policy-store.ts'

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
