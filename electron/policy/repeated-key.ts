const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** Maximum length of a key in a message, in characters. */
const shown = 80

/**
 * Finds a duplicate key in an object of a JSON text. `JSON.parse` silently keeps the last one, other parsers the first.
 *
 * @param text - valid JSON
 * @returns the key with its path, such as `connection.base_url`; null if every key is unique
 */
export function repeatedKey(text: string): string | null {
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
