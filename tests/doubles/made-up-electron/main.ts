import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import inspector from 'node:inspector'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractAll } from '@electron/asar'
import { becomeReady } from '../electron/readiness.ts'
import { sentinel } from '../electron-folder.ts'
import { breakNode } from './breakages.ts'
import { assemble } from './parts.ts'

// A made-up Electron that can be packed and started: node tests/doubles/made-up-electron/main.ts PROGRAM [ARGUMENT…]. The main process is
// the app's own, under the double; its windows are tabs of a real Chromium; Playwright drives it like a real one. It obeys two
// fuses of its program. The variable STEWARD_BROKEN names the one feature that does not work.

const [, , program = '', ...rest] = process.argv
process.argv = [program, ...rest]
Object.assign(process.versions, { electron: '0.0.0-made-up', chrome: 'real' })

/** The fuses of the program, in their order: `0` is off, `1` is on. */
const fuses = wireOf(readFileSync(program))
const isOn = (position: number) => fuses[position] === '1'
const runsAsNode = isOn(0) || process.env.STEWARD_BROKEN === 'node'
if ((runsAsNode && process.env.ELECTRON_RUN_AS_NODE) || (isOn(2) && process.env.MADE_UP_NODE_OPTIONS)) {
  console.error('This program obeyed a variable of Node.')
  process.exit(9)
}

const electron = new URL('./index.ts', import.meta.url).href
const keychains: Readonly<Record<string, string>> = {
  keychain: new URL('./broken-keychain.ts', import.meta.url).href,
  unlocked: new URL('./open-keychain.ts', import.meta.url).href,
}
registerHooks({
  resolve(specifier, context, next) {
    if (/^electron($|\/)/.test(specifier)) return { url: electron, format: 'module-typescript', shortCircuit: true }
    const keychain = specifier === 'keytar' ? keychains[process.env.STEWARD_BROKEN ?? ''] : undefined
    if (keychain !== undefined) return { url: keychain, format: 'module-typescript', shortCircuit: true }
    return next(specifier, context)
  },
})

breakNode()
const appPath = unpack(join(dirname(program), 'resources/app.asar'))
assemble(appPath)
if (isOn(3) && rest.some((argument) => /^--inspect(=|$)/.test(argument))) inspector.open(0, '127.0.0.1')
const { main } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { main: string }
await import(pathToFileURL(join(appPath, main)).href)
becomeReady()

function wireOf(bytes: Buffer): string {
  const at = bytes.indexOf(sentinel)
  const length = bytes.readUInt8(at + sentinel.length + 1)
  const start = at + sentinel.length + 2
  return bytes.subarray(start, start + length).toString('latin1')
}

/** Node reads no archives: its content is copied to a folder of the same name. A folder in its place is used as it is. */
function unpack(archive: string): string {
  if (statSync(archive).isDirectory()) return archive
  const folder = mkdtempSync(join(tmpdir(), 'steward-asar-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  extractAll(archive, join(folder, 'app.asar'))
  if (existsSync(`${archive}.unpacked`)) symlinkSync(`${archive}.unpacked`, join(folder, 'app.asar.unpacked'))
  return join(folder, 'app.asar')
}
