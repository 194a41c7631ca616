import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** Chromium of a Linux distribution; the one without windows takes a seventh less time for a test's pages. */
const linuxPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe']
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']

/** @typedef {{ platform: NodeJS.Platform, env: Record<string, string | undefined>, home: string, exists: (path: string) => boolean, list: (folder: string) => string[] }} Surroundings */

/** @type {Surroundings} */
const here = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
}

/** Paths of browsers that an operating system or its user installs. */
function systemPaths({ platform, env }, headless) {
  if (platform === 'darwin') return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    return windowsPrograms.flatMap((program) => roots.map((root) => win32.join(root, program)))
  }
  return headless ? ['/usr/bin/chromium-headless-shell', ...linuxPaths] : linuxPaths
}

/** The folder into which Playwright downloads browsers. */
function playwrightFolder({ platform, env, home }) {
  if (env.PLAYWRIGHT_BROWSERS_PATH) return env.PLAYWRIGHT_BROWSERS_PATH
  if (platform === 'win32') return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'ms-playwright')
  return posix.join(home, platform === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright')
}

/**
 * Finds the Chromium, Chrome or Edge for the tests: the one that `CHROMIUM` names, the one that Playwright downloaded (outside of
 * Linux it is preferred, since its version is the one that Playwright knows), or the system's.
 *
 * @param {{ headless?: boolean }} [options] headless: no window will be needed
 * @param {Surroundings} [surroundings]
 * @returns {{ kind: 'path', path: string } | { kind: 'playwright' } | { kind: 'none' }}
 */
export function findTestBrowser({ headless = false } = {}, surroundings = here) {
  const named = surroundings.env.CHROMIUM
  if (named) return { kind: 'path', path: named }
  const path = systemPaths(surroundings, headless).find(surroundings.exists)
  const ofSystem = path === undefined ? { kind: 'none' } : { kind: 'path', path }
  const isDownloaded = surroundings.list(playwrightFolder(surroundings)).some((name) => /^chromium/.test(name))
  if (isDownloaded && (surroundings.platform !== 'linux' || path === undefined)) return { kind: 'playwright' }
  return ofSystem
}

/**
 * Playwright's launch options for the browser that {@link findTestBrowser} finds; without a path, Playwright starts its own.
 *
 * @param {{ headless?: boolean }} [options]
 * @returns {{ executablePath?: string }}
 */
export function browserOptions(options) {
  const found = findTestBrowser(options)
  return found.kind === 'path' ? { executablePath: found.path } : {}
}
