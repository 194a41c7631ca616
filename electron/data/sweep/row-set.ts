/** A set of row numbers as a bitmap: a million rows take 125 kB. */
export type RowSet = { add(row: number): void; has(row: number): boolean; readonly size: number }

export function createRowSet(): RowSet {
  let bits = new Uint8Array(4096)
  let size = 0
  return {
    add(row) {
      const at = row >>> 3
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1))
        grown.set(bits)
        bits = grown
      }
      const byte = bits[at] ?? 0
      const bit = 1 << (row & 7)
      if ((byte & bit) === 0) size++
      bits[at] = byte | bit
    },
    has: (row) => ((bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0,
    get size() {
      return size
    },
  }
}
