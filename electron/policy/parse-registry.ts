/** A registry value. */
export type RegistryValue = string | number | string[]

/** Values by name, by the path of their key; both in lower case, because the registry ignores case. */
export type RegistryKeys = ReadonlyMap<string, ReadonlyMap<string, RegistryValue>>

const valueLine = /^ {4}(.*?) {4}(REG_[A-Z_]+) {4}(.*)$/

/**
 * Parses the output of `reg.exe query … /s`: a line for each key, and four spaces before each of its values. Multi-line values
 * continue in lines that are neither.
 */
export function parseRegistry(text: string): RegistryKeys {
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
