import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * Electron's executable, where there is one: in `ELECTRON_OVERRIDE_DIST_PATH`, else where its package was given one. Asking
 * the package itself would make it try a download.
 */
export function electronBinary() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  const path = join(folder, names[process.platform] ?? 'electron')
  return existsSync(path) ? path : null
}
