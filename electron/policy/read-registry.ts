import { win32 } from 'node:path'
import type { StoredPolicy, Surroundings } from './policy-places.ts'

const hives = { HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' } as const
const policies = 'Software\\Policies'
const booleans = new Set([
  ...[
    'read_only',
    'no_export',
    'no_save_as',
    'no_statements',
    'no_document_text',
    'no_text_without_file',
    'no_other_programs',
  ],
  'pkce',
])

/** Reads Steward's settings in the group policies of the computer (`HKLM`) or of the user (`HKCU`), with reg.exe. */
export async function readRegistry(hive: keyof typeof hives, { env, run }: Surroundings): Promise<StoredPolicy> {
  const where = `${hive}\\${policies}\\Steward`
  const systemRoot = env.SystemRoot ?? 'C:\\Windows'
  const query = (args: string[]) =>
    run(win32.join(systemRoot, 'System32', 'reg.exe'), ['query', ...args], { SystemRoot: systemRoot })
  const found = await query([where, '/s'])
  if (found.code === 0) {
    const root = `${hives[hive]}\\${policies}\\Steward`.toLowerCase()
    return { where, content: { raw: settingsIn(parseRegistry(found.stdout), root) }, remarks: [] }
  }
  // The exit code is the same for a missing and an unreadable key: querying the parent key tells them apart.
  const above = await query([`${hive}\\${policies}`])
  const isThere = above.stdout.split(/\r?\n/).some((line) => /\\Policies\\Steward\s*$/i.test(line))
  if (above.code === 0 && !isThere) return null
  // A user without any policies lacks even the parent key; for the computer it always exists.
  if (above.code === 1 && hive === 'HKCU') return null
  const problem = `${where} cannot be read with reg.exe.`
  return { where, content: { problem }, remarks: [] }
}

/** The settings of a policy: simple ones are values, lists and the connection are subkeys. */
function settingsIn(keys: RegistryKeys, root: string): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [path, values] of keys) {
    const below = path === root ? '' : path.startsWith(`${root}\\`) ? path.slice(root.length + 1) : null
    if (below === '') Object.assign(settings, withJsonTexts(plain(values)))
    else if (below === 'allowed_base_urls') settings[below] = [...values.values()].flat()
    else if (below === 'connection') settings[below] = connectionOf(plain(values))
    else if (below !== null) settings[below] = {}
  }
  return settings
}

function plain(values: ReadonlyMap<string, RegistryValue>): Record<string, unknown> {
  return Object.fromEntries(
    [...values].map(([name, value]) => [name, booleans.has(name) && isBit(value) ? value === 1 : value]),
  )
}

const isBit = (value: RegistryValue) => value === 0 || value === 1

const jsonTexts = ['rules', 'security_kinds', 'other_programs'] as const

/** These settings are JSON text in several strings; text that is not JSON stays and is reported as invalid. */
function withJsonTexts(settings: Record<string, unknown>): Record<string, unknown> {
  const read = jsonTexts.flatMap((name): [string, unknown][] => {
    const lines = settings[name]
    if (!Array.isArray(lines)) return []
    const text = lines.join('\n')
    try {
      return [[name, JSON.parse(text)]]
    } catch {
      return [[name, text]]
    }
  })
  return { ...settings, ...Object.fromEntries(read) }
}

/** A certificate has several lines, which a group policy editor stores as separate strings. */
function connectionOf({ ca_certificate: certificate, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (certificate === undefined) return fields
  return { ...fields, ca_certificate: Array.isArray(certificate) ? certificate.join('\n') : certificate }
}

/** A registry value. */
type RegistryValue = string | number | string[]

/** Values by name, by the path of their key; both in lower case, because the registry ignores case. */
type RegistryKeys = ReadonlyMap<string, ReadonlyMap<string, RegistryValue>>

const valueLine = /^ {4}(.*?) {4}(REG_[A-Z_]+) {4}(.*)$/

/**
 * Parses the output of `reg.exe query … /s`: a line for each key, and four spaces before each of its values. Multi-line values
 * continue in lines that are neither.
 */
function parseRegistry(text: string): RegistryKeys {
  const keys = new Map<string, Map<string, RegistryValue>>()
  for (const { key, name, type, data } of entriesIn(text.split(/\r?\n/))) {
    const values = keys.get(key) ?? new Map<string, RegistryValue>()
    keys.set(key, values)
    if (name !== null) values.set(name, registryValue(type, data))
  }
  return keys
}

type Entry = { key: string; name: string | null; type: string; data: string }

/** Yields each key, without a name, and each of its values. */
function entriesIn(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  for (const line of lines) {
    const last = entries.at(-1)
    const [, name, type, data] = valueLine.exec(line) ?? []
    if (/^HKEY_[A-Z_]+\\/.test(line)) {
      entries.push({ key: line.trim().toLowerCase(), name: null, type: '', data: '' })
    } else if (last && name !== undefined && type !== undefined && data !== undefined) {
      // The name of a key's default value is localised, but always in parentheses.
      entries.push({ key: last.key, name: name.startsWith('(') ? null : name.toLowerCase(), type, data })
    } else if (last) {
      last.data += `\n${line}`
    }
  }
  return entries
}

function registryValue(type: string, data: string): RegistryValue {
  const text = data.replace(/\n+$/, '')
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return Number(text)
  if (type === 'REG_MULTI_SZ') return text.split('\\0').filter((each) => each !== '')
  return text
}
