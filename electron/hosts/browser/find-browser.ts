import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

export type Surroundings = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> }

const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']

/** Paths where Chrome, Chromium or Edge may be installed, in order of preference. */
export function browserCandidates({ platform, env }: Surroundings): string[] {
  if (platform === 'darwin') return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    return windowsPrograms.flatMap((program) => roots.map((root) => `${root}\\${program}`))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** The browser in which to show Steward; undefined if there is none, or no screen. */
export async function findBrowser(
  surroundings: Surroundings = { platform: process.platform, env: process.env },
): Promise<string | undefined> {
  const { platform, env } = surroundings
  const hasScreen = platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  if (!hasScreen) return undefined
  for (const candidate of browserCandidates(surroundings)) {
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return candidate
  }
  return undefined
}
