import { win32 } from 'node:path'

type Surroundings = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> }

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
