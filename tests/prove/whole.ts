import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { makeElectronFolder } from '../doubles/electron-folder.ts'
import { startMadeUp } from '../doubles/made-up-electron/packed.ts'

const root = resolve(import.meta.dirname, '../..')

type Chosen = { only: string | undefined; specs: string | undefined }

/**
 * Runs `npm run prove-desktop` as on a real system, except that it finds the made-up Electron: it packs both builds and runs the steps on
 * them. The report is in desktop-proof/.
 *
 * @returns the exit code
 */
export async function proveWhole({ only, specs }: Chosen): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-made-up-electron-'))
  try {
    await makeElectronFolder(folder, packageJson.devDependencies.electron, startMadeUp)
    const chosen = Object.entries({ only, specs }).flatMap(([name, value]) => (value ? [`--${name}`, value] : []))
    const command = spawn(process.execPath, [join(root, 'tools/prove-desktop/main.ts'), ...chosen], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder },
    })
    const [code] = await once(command, 'close')
    return code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
