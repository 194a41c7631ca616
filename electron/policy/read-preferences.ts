import { access } from 'node:fs/promises'
import { isErrorCode } from '../platform/private-file.ts'
import type { StoredPolicy, Surroundings } from './policy-store.ts'

/** Keys that macOS itself may add to the settings of a profile. */
const ofTheSystem = /^(Payload|_)/

/** Reads a configuration profile's settings for Steward from a macOS property list, with plutil. */
export async function readPreferences(path: string, { run }: Pick<Surroundings, 'run'>): Promise<StoredPolicy> {
  const absent = await access(path).then(
    () => false,
    (error: unknown) => isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR'),
  )
  if (absent) return null
  const { code, stdout } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path], {})
  const raw = code === 0 ? parse(stdout) : undefined
  const problem = `${path} cannot be read with plutil, so every restriction applies.`
  return { where: path, content: raw === undefined ? { problem } : { raw: withoutSystemKeys(raw) }, remarks: [] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutSystemKeys(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !ofTheSystem.test(name)))
}
