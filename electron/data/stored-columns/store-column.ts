import type { Writer } from '../writer.ts'
import { type StoredColumn, statementOf } from './stored-column.ts'

/** Bytes of one stored part: 64 pages of the file. */
const defaultPartSize = 2 ** 18

/**
 * Stores a column of a large list in place of the one that was stored before, in a commit of its own. All parts have the same size, a
 * multiple of four bytes, but for the last one.
 */
export function storeColumn(
  { mirror, batch }: Pick<Writer, 'mirror' | 'batch'>,
  column: StoredColumn,
  partSize = defaultPartSize,
): void {
  const { resource, column: name, version, order, copy } = column
  batch.write(() => {
    mirror.prepare('DELETE FROM stored_column_part WHERE resource = ? AND name = ?').run(resource, name)
    mirror
      .prepare(
        `INSERT OR REPLACE INTO stored_column (resource, name, version, statement, present, copied)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(resource, name, version, statementOf(column), order.present, copy ? copiedJson(copy) : null)
    const put = mirror.prepare(
      'INSERT INTO stored_column_part (resource, name, kind, part, bytes) VALUES (?, ?, ?, ?, ?)',
    )
    const putAll = (kind: string, values: Int32Array | Uint16Array) => {
      const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength)
      for (let part = 0; part * partSize < bytes.length; part++) {
        put.run(resource, name, kind, part, bytes.subarray(part * partSize, (part + 1) * partSize))
      }
    }
    putAll('rows', order.rows)
    if (copy) putAll('codes', copy.codes)
  })
  batch.commit()
}

const copiedJson = ({ values, ranks }: NonNullable<StoredColumn['copy']>): string =>
  JSON.stringify({ values, ranks: [...ranks] })
