const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** Characters of a key that a message shows. */
const shown = 80

/**
 * Finds a key that one object of a JSON text has twice; `JSON.parse` keeps the last of them in silence, other readers the first.
 *
 * @param text - valid JSON
 * @returns the key with those above it, `connection.base_url`; null when every key stands once
 */
export function repeatedKey(text: string): string | null {
  /** The containers around a token; of an array `keys` is null. */
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
