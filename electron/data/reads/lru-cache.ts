/** A cache of the most recently used values, by key, limited in bytes; the last value added always stays. */
export type LruCache<Value> = {
  get(key: string): Value | undefined
  put(key: string, value: Value): void
}

export function createLruCache<Value>(options: {
  maxBytes: number
  bytesOf: (value: Value) => number
}): LruCache<Value> {
  const kept = new Map<string, Value>()
  let bytes = 0
  const drop = (key: string) => {
    const value = kept.get(key)
    if (value !== undefined) bytes -= options.bytesOf(value)
    kept.delete(key)
  }
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    put(key, value) {
      drop(key)
      kept.set(key, value)
      bytes += options.bytesOf(value)
      for (const oldest of kept.keys()) {
        if (bytes <= options.maxBytes || kept.size === 1) break
        drop(oldest)
      }
    },
  }
}
