/** The file operations that exports need, in memory. */
export function createMemoryFile() {
  let bytes = Buffer.alloc(0)
  return {
    get length() {
      return bytes.length
    },
    async append(more: Uint8Array) {
      bytes = Buffer.concat([bytes, more])
    },
    async patch(over: Uint8Array, position: number) {
      bytes.set(over, position)
    },
    bytes: () => bytes,
  }
}
