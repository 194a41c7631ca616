import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * Returns the path of Electron's executable, if there is one: in `ELECTRON_OVERRIDE_DIST_PATH`, else inside its package. The
 * package's own function is not used, since it would start a download.
 */
export function electronBinary() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  const path = join(folder, names[process.platform] ?? 'electron')
  return existsSync(path) ? path : null
}
