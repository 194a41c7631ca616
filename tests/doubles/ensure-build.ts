import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** Ensures that out/ is built from the current sources, as `npm start` does. */
export async function ensureBuild(): Promise<void> {
  const program = "import('./tools/lib/setup.mjs').then(({ ensureBuild }) => ensureBuild())"
  await promisify(execFile)(process.execPath, ['--eval', program], { cwd: resolve(import.meta.dirname, '../..') })
}
