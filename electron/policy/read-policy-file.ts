import { access, stat } from 'node:fs/promises'
import { isRecord } from '../../shared/lib/json.ts'
import { isErrorCode, readBoundedFile } from '../platform/private-file.ts'
import type { StoredPolicy, Surroundings } from './policy-places.ts'

const maxBytes = 1024 * 1024
const writableByOthers = 0o022

/**
 * Reads a policy from a JSON file.
 *
 * @param options.byAdministrators - on Linux, whether to report a file that a user other than root could have written
 */
export async function readPolicyFile(path: string, options: { byAdministrators: boolean }): Promise<StoredPolicy> {
  try {
    const text = await readBoundedFile(path, maxBytes)
    if (text === null) return null
    const remarks = options.byAdministrators ? await ownerProblems(path) : []
    return { where: path, content: parse(text, path), remarks }
  } catch (error) {
    // A file in place of a parent folder means that there is no policy.
    if (isErrorCode(error, 'ENOTDIR')) return null
    return {
      where: path,
      content: { problem: `${path} cannot be read.` },
      remarks: [],
    }
  }
}

function parse(given: string, path: string): { raw: unknown } | { problem: string } {
  const text = given.replace(/^\uFEFF/, '')
  try {
    const raw: unknown = JSON.parse(text)
    const twice = repeatedKey(text)
    if (twice === null) return { raw }
    return { problem: `${path} has “${twice}” more than once.` }
  } catch {
    return { problem: `${path} is not valid JSON.` }
  }
}

/** Reports a file that others could have written. Its restrictions apply all the same: a policy can only restrict. */
async function ownerProblems(path: string): Promise<string[]> {
  const { uid, mode } = await stat(path)
  const remarks: string[] = []
  if (uid !== 0) remarks.push(`${path} does not belong to root: its owner can change it.`)
  if ((mode & writableByOthers) !== 0) remarks.push(`${path} can be written by users other than its owner.`)
  return remarks
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** Maximum length of a key in a message, in characters. */
const shown = 80

/**
 * Finds a duplicate key in an object of a JSON text. `JSON.parse` silently keeps the last one, other parsers the first.
 *
 * @param text - valid JSON
 * @returns the key with its path, such as `connection.base_url`; null if every key is unique
 */
function repeatedKey(text: string): string | null {
  /** The containers around a token; for an array `keys` is null. */
  const open: { keys: Set<string> | null; key: string }[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    const inside = open.at(-1)
    if (found === '{') open.push({ keys: new Set(), key: '' })
    else if (found === '[') open.push({ keys: null, key: '' })
    else if (found === '}' || found === ']') open.pop()
    else if (found === ':' && inside?.keys) {
      const key = String(JSON.parse(last))
      inside.key = key
      const path = open.map((container) => container.key).filter((above) => above !== '')
      if (inside.keys.has(key)) return path.join('.').slice(0, shown)
      inside.keys.add(key)
    }
    last = found
  }
  return null
}

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
  const raw = code === 0 ? parsePlist(stdout) : undefined
  const problem = `${path} cannot be read with plutil.`
  return { where: path, content: raw === undefined ? { problem } : { raw: withoutSystemKeys(raw) }, remarks: [] }
}

function parsePlist(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutSystemKeys(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !ofTheSystem.test(name)))
}
