import type { SqlValue } from '../mirror/record-table.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { type ColumnCopy, type CopiedColumn, mostCodes } from '../reads/column-copy.ts'
import type { Order, Vector, View } from '../reads/view.ts'
import { statementOf } from './stored-column.ts'

/** The stored columns of large lists, as they were when they were stored: their version says which changes they lack. */
export type StoredColumns = {
  /** The order of a whole list; null if it is not stored. */
  order(whole: View): (Vector & { version: string }) | null
  /** The same, of which only what is read is loaded: 0.3 ms for each 65,536 rows. It is of the snapshot being read, and only for this. */
  open(whole: View): (Order & { version: string }) | null
  /** A column's values; null if they are not stored, or too many. */
  copy(copied: CopiedColumn): ColumnCopy | null
}

type Kind = 'rows' | 'codes'

/** {@link StoredColumns} of a mirror; four bytes for each row are read in some 8 ms for a million. */
export function createStoredColumns(mirror: ReadableDatabase): StoredColumns {
  const headOf = mirror.prepare<[string, string, string], { version: string; present: number }>(
    'SELECT version, present FROM stored_column WHERE resource = ? AND name = ? AND statement = ?',
  )
  const copiedOf = mirror.prepare<[string, string, string], { version: string; copied: string }>(
    `SELECT version, copied FROM stored_column
     WHERE resource = ? AND name = ? AND statement = ? AND copied IS NOT NULL`,
  )
  const sizeOf = mirror.prepare<[string, string, Kind], { size: number; ofPart: number }>(
    `SELECT coalesce(sum(length(bytes)), 0) AS size, coalesce(max(length(bytes)), 0) AS ofPart
     FROM stored_column_part WHERE resource = ? AND name = ? AND kind = ?`,
  )
  const bytesIn = ({ resource, column }: CopiedColumn, kind: Kind) =>
    sizeOf.get(resource, column, kind) ?? { size: 0, ofPart: 0 }
  const somePartsOf = mirror
    .prepare<[string, string, number, number], Buffer>(
      `SELECT bytes FROM stored_column_part
       WHERE resource = ? AND name = ? AND kind = 'rows' AND part BETWEEN ? AND ? ORDER BY part`,
    )
    .pluck()
  const partsOf = mirror
    .prepare<[string, string, Kind], Buffer>(
      'SELECT bytes FROM stored_column_part WHERE resource = ? AND name = ? AND kind = ? ORDER BY part',
    )
    .pluck()

  /** In memory that is shared between threads. */
  const bytesOf = ({ resource, column }: CopiedColumn, kind: Kind): SharedArrayBuffer => {
    const shared = new SharedArrayBuffer(bytesIn({ resource, column }, kind).size)
    const bytes = new Uint8Array(shared)
    let at = 0
    for (const part of partsOf.iterate(resource, column, kind)) {
      bytes.set(part, at)
      at += part.length
    }
    return shared
  }
  /** Row numbers `from` up to `to` (exclusive). */
  const rowsFrom =
    ({ resource, column }: CopiedColumn, rowsOfPart: number) =>
    (from: number, to: number) => {
      const rows = new Int32Array(Math.max(0, to - from))
      if (rows.length === 0) return rows
      const first = Math.floor(from / rowsOfPart)
      const parts = somePartsOf.all(resource, column, first, Math.floor((to - 1) / rowsOfPart))
      const bytes = Buffer.concat(parts)
      const begin = (from - first * rowsOfPart) * Int32Array.BYTES_PER_ELEMENT
      new Uint8Array(rows.buffer).set(bytes.subarray(begin, begin + rows.byteLength))
      return rows
    }
  const inOneSnapshot = <Result>(work: () => Result): Result => mirror.transaction(work)()

  return {
    order: (whole) =>
      inOneSnapshot(() => {
        const head = headOf.get(whole.resource, whole.column, statementOf(whole))
        return head ? { ...head, rows: new Int32Array(bytesOf(whole, 'rows')) } : null
      }),
    open: (whole) =>
      inOneSnapshot(() => {
        const head = headOf.get(whole.resource, whole.column, statementOf(whole))
        if (!head) return null
        const { size, ofPart } = bytesIn(whole, 'rows')
        const { BYTES_PER_ELEMENT: ofRow } = Int32Array
        return { ...head, length: size / ofRow, slice: rowsFrom(whole, ofPart / ofRow) }
      }),
    copy: (copied) =>
      inOneSnapshot(() => {
        const head = copiedOf.get(copied.resource, copied.column, statementOf(copied))
        if (!head) return null
        const { values, ranks } = JSON.parse(head.copied) as { values: SqlValue[]; ranks: number[] }
        return {
          ...{ values, mostValues: mostCodes },
          codes: new Uint16Array(bytesOf(copied, 'codes')),
          ranks: Int32Array.from(ranks),
          version: Number.parseInt(head.version, 10),
        }
      }),
  }
}
