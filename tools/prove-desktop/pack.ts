import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { extractFile } from '@electron/asar'
import { run } from '../lib/run.mjs'
import { freePort } from './free-port.ts'
import type { Programs } from './step.ts'

const programNames: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Steward.exe',
  darwin: 'Steward.app/Contents/MacOS/Steward',
}

/**
 * Returns the packed program below a packager's output folder.
 *
 * @throws if there is none
 */
export function programIn(output: string): string {
  const folder = readdirSync(output).find((name) => /unpacked$|^mac/.test(name))
  if (folder === undefined) throw new Error(`Nothing was packed in ${output}.`)
  return join(output, folder, programNames[process.platform] ?? 'steward')
}

/** The archive beside a packed program. */
export const archiveOf = (program: string): string =>
  process.platform === 'darwin'
    ? join(dirname(dirname(program)), 'Resources/app.asar')
    : join(dirname(program), 'resources/app.asar')

/** Packs the released build and the proof build into two folders below `output`. */
export async function packBoth(electron: string, output: string): Promise<Programs> {
  const updateUrl = `https://127.0.0.1:${await freePort()}/`
  const scripts = [
    ['tools/package/main.ts', '--dir', '--electron-dist', electron, '--output', join(output, 'released')],
    ['tools/prove-desktop/pack-proof.ts', electron, join(output, 'proof'), updateUrl],
  ]
  for (const args of scripts) {
    const { code, output: said } = await run('node', args, { quiet: true })
    if (code !== 0) throw new Error(`The app could not be packed:\n${said.slice(-2_000)}`)
  }
  return packedIn(output, updateUrl)
}

/** The programs of an earlier {@link packBoth}. */
export function packedIn(output: string, updateUrl = updateUrlIn(output)): Programs {
  return { proof: programIn(join(output, 'proof')), released: programIn(join(output, 'released')), updateUrl }
}

function updateUrlIn(output: string): string {
  const archive = archiveOf(programIn(join(output, 'proof')))
  // The tests lay out a folder in the archive's place.
  const described = statSync(archive).isDirectory()
    ? readFileSync(join(archive, 'package.json'))
    : extractFile(archive, 'package.json')
  return JSON.parse(described.toString()).updates.url
}
