import type { PackedWindow } from '../../../shared/ipc/packed-rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { rowColumnsOf } from './row-cells.ts'

/** The lists, by the read that answers them: the most frequent reads, with large answers. */
const listResources = {
  'households.list': 'households',
  'individuals.list': 'individuals',
  'entities.list': 'entities',
  'valuations.list': 'valuations',
  'documents.list': 'documents',
  'documentSummaries.list': 'document-summaries',
  'users.list': 'users',
} as const satisfies Record<string, Resource>

/** The reads that answer windows into lists. */
export type ListName = keyof typeof listResources

type Row = Readonly<Record<string, unknown>> & { unreadable?: readonly string[] | undefined }
type Window = { rows: readonly Row[]; total: number; offset: number }

/**
 * A window as JSON text, packed. Its cells were checked when the rows were read (`row-cells.ts`).
 *
 * @throws TypeError for a row with more or fewer columns than the contract names
 */
export function listText(name: ListName, { rows, total, offset }: Window): string {
  const columns = rowColumnsOf(listResources[name])
  const cells: unknown[] = []
  const unreadable: [number, readonly string[]][] = []
  for (const [at, row] of rows.entries()) {
    for (const { name: column } of columns) {
      const value = row[column]
      if (value === undefined) throw new TypeError(`${name} has a row without ${column}.`)
      cells.push(value)
    }
    const given = Object.keys(row).length - (row.unreadable ? 1 : 0)
    if (given !== columns.length) throw new TypeError(`${name} has more columns than it may.`)
    if (row.unreadable) unreadable.push([at, row.unreadable])
  }
  const packed: PackedWindow['packed'] = { columns: columns.map((column) => column.name), cells }
  if (unreadable.length > 0) packed.unreadable = unreadable
  return JSON.stringify({ total, offset, packed } satisfies PackedWindow)
}
