import type { z } from 'zod'
import type { Resource } from '../../../shared/service/resource.ts'

export type SqlValue = string | number | null

/** The result of checking a received record against its schema. */
export type Judged =
  | { kind: 'good'; id: string; updatedAt: string; values: SqlValue[]; title: string; body: string }
  | { kind: 'deleted'; id: string }
  | { kind: 'bad'; id: string | null; field: string; problem: string }

export type GoodRecord = Extract<Judged, { kind: 'good' }>

/** Storage of one resource: its table, its typed columns besides `id`, `checked_at` and `json`, and its search text. */
export type RecordTable = {
  resource: Resource
  table: string
  columns: readonly string[]
  /** Columns of the secondary indexes, by purpose; created after the first load. */
  indexes: Readonly<Record<string, string>>
  judge(raw: unknown): Judged
  /** Reads a stored record that was valid when it was received; null if it does not match the schema any more. */
  read(stored: unknown): GoodRecord | null
}

type CommonFields = { id: string; created_at: string; updated_at: string; deleted_at?: string | null | undefined }

type TableDefinition<Shape extends z.ZodType<CommonFields>> = {
  resource: Resource
  table: string
  schema: Shape
  title(record: z.infer<Shape>): string
  columns: Record<string, (record: z.infer<Shape>) => SqlValue>
  /** Searchable text besides the title. */
  body(record: z.infer<Shape>): (string | null | undefined)[]
  /** Columns for sorting and filtering the list, besides title, id and times. */
  listed: readonly string[]
  indexes: Readonly<Record<string, string>>
}

/** A {@link RecordTable} from a schema and one function per column. */
export function defineTable<Shape extends z.ZodType<CommonFields>>(definition: TableDefinition<Shape>): RecordTable {
  const { schema, columns } = definition
  const readers = Object.values(columns)
  const good = (record: z.infer<Shape>): GoodRecord => {
    const title = definition.title(record)
    const values: SqlValue[] = [record.created_at, record.updated_at, title, sortKey(title)]
    for (const read of readers) values.push(read(record))
    const { id, updated_at: updatedAt } = record
    return { kind: 'good', id, updatedAt, values, title, body: joined(definition.body(record), passageBreak) }
  }
  const judge = (raw: unknown): Judged => {
    const parsed = schema.safeParse(raw)
    if (!parsed.success) return { kind: 'bad', id: idOf(raw), ...firstIssue(parsed.error) }
    return parsed.data.deleted_at ? { kind: 'deleted', id: parsed.data.id } : good(parsed.data)
  }
  return {
    resource: definition.resource,
    table: definition.table,
    columns: ['created_at', 'updated_at', 'title', 'title_sort', ...Object.keys(columns)],
    indexes: {
      // A narrow copy of the table in the order of names: filters are evaluated on it without reading the wide JSON.
      list: `(${['title_sort', 'id', ...definition.listed, 'created_at', 'updated_at'].join(', ')})`,
      changed: '(updated_at, id)',
      ...definition.indexes,
    },
    judge,
    read(stored) {
      try {
        // Schemas only validate, so a valid record is unchanged.
        return good(stored as z.infer<Shape>)
      } catch {
        return null
      }
    },
  }
}

/** Text for ordering: without case and accents, so that Émile is next to Emil. */
export function sortKey(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Like {@link sortKey}; null if there is no text. */
export function foldedOrNull(text: string | null | undefined): string | null {
  return text ? sortKey(text) : null
}

/** Separates the passages of a record's text, so that one can be shown on its own. */
export const passageBreak = '\u001f'

/** A record's id, if it has one. */
export function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null
  return typeof raw.id === 'string' && raw.id !== '' ? raw.id : null
}

/** A record's `updated_at`, if it has one. */
export function updatedAtOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('updated_at' in raw)) return null
  return typeof raw.updated_at === 'string' ? raw.updated_at : null
}

/** The first field that does not match the schema, and why. */
export function firstIssue(error: z.ZodError): { field: string; problem: string } {
  const issue = error.issues[0]
  return { field: issue?.path.map(String).join('.') || '(record)', problem: issue?.message ?? 'is not as described' }
}

/** Joins the parts to one text, without absent ones. */
export function joined(parts: (string | null | undefined)[], separator = ' '): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator)
}
