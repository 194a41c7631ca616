import { readFile } from 'node:fs/promises'
import { join, win32 } from 'node:path'
import { z } from 'zod'

const settings = z.strictObject({
  url: z.url({ protocol: /^https$/ }).nullable(),
  publisher: z.string().min(1).nullable(),
})

/**
 * Settings that the packager wrote into the app: the address of the update feed, and the publisher that signs new versions. Null
 * if not configured.
 */
export type UpdateSettings = z.infer<typeof settings>

/**
 * Reads them from inside the archive, whose checksum is part of the signed program.
 *
 * @param app - the app's folder or archive
 * @throws if the app was not packaged
 */
export async function readUpdateSettings(app: string): Promise<UpdateSettings> {
  const described = z.looseObject({ updates: settings })
  return described.parse(JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))).updates
}

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
