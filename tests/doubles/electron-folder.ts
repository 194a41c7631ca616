import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The marker text before the fuses in Electron's program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * Writes a folder that a packager accepts as Electron for Linux: its program contains only the fuses in their default state.
 *
 * @param version - of Electron
 */
export async function makeElectronFolder(folder: string, version: string): Promise<void> {
  const delivered = '10111001'
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, delivered.length]), Buffer.from(delivered)])
  await mkdir(join(folder, 'locales'), { recursive: true })
  await writeFile(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), { mode: 0o755 })
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(join(folder, name), 'Made up.')
  for (const language of ['de', 'en-US']) await writeFile(join(folder, 'locales', `${language}.pak`), '')
  await writeFile(join(folder, 'version'), version)
}
