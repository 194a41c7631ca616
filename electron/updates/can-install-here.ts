import { win32 } from 'node:path'

type Surroundings = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> }

/**
 * Whether Steward may replace itself at its install location. macOS checks the signature itself. On Windows only a per-user
 * installation may; one for the whole computer is managed by the administrator. On Linux only the package manager can verify a
 * package's origin.
 *
 * @param program - the path of the running program
 */
export function canInstallHere({ platform, env }: Surroundings, program: string): boolean {
  if (platform === 'darwin') return true
  if (platform !== 'win32' || !env.LOCALAPPDATA) return false
  const below = win32.relative(env.LOCALAPPDATA, program)
  return below !== '' && !below.startsWith('..') && !win32.isAbsolute(below)
}
