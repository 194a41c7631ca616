import { join } from 'node:path'
import { electronBinary } from '../lib/electron.mjs'
import { root, run } from '../lib/run.mjs'

/** Electron's program is missing and could not be fetched. */
export class NoElectron extends Error {}

/**
 * Returns the folder of Electron's program; fetches it if it is missing. The package's own script does so, and compares the archive
 * with the checksums inside the package, whose hash is in the lock file.
 *
 * @param install - the script
 * @throws NoElectron with the script's own reason
 */
export async function getElectron(install = join(root, 'node_modules/electron/install.js')): Promise<string> {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  if (electronBinary() !== null) return folder
  const { code, output } = await run('node', [install], { quiet: true })
  if (code !== 0 || electronBinary() === null)
    throw new NoElectron(firstLine(output) || `The script ended with ${code}.`)
  return folder
}

const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? ''
