import { z } from 'zod'
import type { PackedWindow } from '../../../shared/ipc/packed-rows.ts'
import { windows } from '../../../shared/ipc/rows.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { never } from '../days.ts'

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
 * A window as JSON text, packed. Its cells were checked when the rows were read (`unreadableIn`).
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

/** A column of a list's rows, with the check of its cells. */
type RowColumn = {
  name: string
  accepts: (value: unknown) => boolean
  /** The value of a cell that cannot be shown; `unreadable` of its row names the column. */
  empty: unknown
}

const known = new Map<Resource, readonly RowColumn[]>()

/** The columns of a list's rows, as the contract has them. */
function rowColumnsOf(resource: Resource): readonly RowColumn[] {
  const found = known.get(resource) ?? columnsOf(resource)
  known.set(resource, found)
  return found
}

const columnsOf = (resource: Resource) =>
  Object.entries<z.ZodType>(windows[resource].shape.rows.element.shape)
    .filter(([name]) => name !== 'unreadable')
    .map(([name, schema]): RowColumn => ({ name, accepts: checkOf(schema), empty: emptyOf(name, schema) }))

/** The columns whose cell in this row the contract does not allow; null if there is none, as in every row that has no bug. */
export function unreadableIn(resource: Resource, row: Readonly<Record<string, unknown>>): string[] | null {
  let found: string[] | null = null
  for (const { name, accepts } of rowColumnsOf(resource)) {
    if (accepts(row[name])) continue
    found ??= []
    found.push(name)
  }
  return found
}

/** A row with these columns empty, and without columns that the contract does not name. */
export function withEmpty<Row>(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  unreadable: readonly string[],
): Row {
  const cells = rowColumnsOf(resource).map(({ name, empty }) => [name, unreadable.includes(name) ? empty : row[name]])
  // Every column has an allowed value now.
  return { ...Object.fromEntries(cells), unreadable } as Row
}

/** A check of single values that gives the schema's own result, without the schema for the kinds that rows are made of. */
function checkOf(schema: z.ZodType): (value: unknown) => boolean {
  if (schema instanceof z.ZodNullable) {
    const check = checkOf(schema.unwrap() as z.ZodType)
    return (value) => value === null || check(value)
  }
  const { checks = [] } = schema.def as { checks?: readonly unknown[] }
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodString && checks.length === 0) return (value) => typeof value === 'string'
  if (schema instanceof z.ZodNumber && checks.length === 0) return Number.isFinite
  if (schema instanceof z.ZodNumber && checks.length === 1 && schema.format === 'safeint') return Number.isSafeInteger
  return (value) => schema.safeParse(value).success
}

function emptyOf(name: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  return name.endsWith('_at') ? never : ''
}
