import { z } from 'zod'
import type { PackedWindow } from '../../../shared/ipc/packed-rows.ts'
import { windows } from '../../../shared/ipc/rows.ts'

/** The contract's output of each list, by the read that answers it. */
const listOutputs = {
  'households.list': windows.households,
  'individuals.list': windows.individuals,
  'entities.list': windows.entities,
  'valuations.list': windows.valuations,
  'documents.list': windows.documents,
  'documentSummaries.list': windows['document-summaries'],
  'users.list': windows.users,
} as const

/** The reads that answer windows into lists: the most frequent ones, with large answers. */
export type ListName = keyof typeof listOutputs

type Window = { rows: readonly Readonly<Record<string, unknown>>[]; total: number; offset: number }

type Column = { name: string; accepts: (value: unknown) => boolean }

/**
 * A window as JSON text, packed. Each cell is checked against the contract in passing, which takes a tenth of the time of parsing
 * every row with its schema: the rows come from columns of records that were checked when they were received, so only a bug of ours
 * can break the contract here.
 *
 * @throws TypeError for a row that does not match the contract
 */
export function listText(name: ListName, { rows, total, offset }: Window): string {
  const columns = columnsOf(name)
  const cells: unknown[] = []
  for (const row of rows) {
    for (const { name: column, accepts } of columns) {
      const value = row[column]
      if (!accepts(value)) throw new TypeError(`${name} has a row without a valid ${column}.`)
      cells.push(value)
    }
  }
  const [first] = rows
  // All rows come from one statement, so one of them shows whether it selects more than the contract names.
  if (first && Object.keys(first).length !== columns.length)
    throw new TypeError(`${name} has more columns than it may.`)
  const packed = { columns: columns.map((column) => column.name), cells }
  return JSON.stringify({ total, offset, packed } satisfies PackedWindow)
}

const known = new Map<ListName, readonly Column[]>()

function columnsOf(name: ListName): readonly Column[] {
  const found = known.get(name) ?? Object.entries(listOutputs[name].shape.rows.element.shape).map(columnOf)
  known.set(name, found)
  return found
}

const columnOf = ([name, schema]: [string, z.ZodType]): Column => ({ name, accepts: checkOf(schema) })

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
