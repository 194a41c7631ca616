import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The marker text before the fuses in Electron's program. */
export const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Electron's fuses as it is delivered, in their order. */
const delivered = '10111001'

/**
 * The bytes of a program that consists of fuses.
 *
 * @param start - shell commands that it runs; it cannot be run without
 */
export function programWith(fuses: string, start?: string): Buffer {
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, fuses.length]), Buffer.from(fuses)])
  const before = start === undefined ? Buffer.alloc(64) : Buffer.from(`#!/bin/sh\n${start}\nexit\n`)
  return Buffer.concat([before, wire, Buffer.alloc(64)])
}

/**
 * Writes a folder that a packager accepts as Electron for Linux: its program contains only the fuses in their default state.
 *
 * @param version - of Electron
 * @param start - shell commands that the program runs
 */
export async function makeElectronFolder(folder: string, version: string, start?: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true })
  await writeFile(join(folder, 'electron'), programWith(delivered, start), { mode: 0o755 })
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(join(folder, name), 'Made up.')
  for (const language of ['de', 'en-US']) await writeFile(join(folder, 'locales', `${language}.pak`), '')
  await writeFile(join(folder, 'version'), version)
}
