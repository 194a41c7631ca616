import type { Filter } from '../../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../../shared/domain/fold.ts'
import { type ListColumn, listColumns } from '../../../../shared/ipc/list-columns.ts'

export type Listed = keyof typeof listColumns
/** A record as its list shows it: an id, and the value of each listed column. */
export type OracleRow = { id: string; values: Readonly<Record<string, string | number | boolean | null>> }
export type Query = {
  filters: readonly Filter[]
  sort: { column: string; direction: 'asc' | 'desc' }
  today: string
}

export const columnsOf = (resource: Listed): Readonly<Record<string, ListColumn>> => listColumns[resource]

/** Returns the ids that a list should show, in order, computed in the simplest way. */
export function expectedIds(resource: Listed, rows: readonly OracleRow[], { filters, sort, today }: Query): string[] {
  const columns = columnsOf(resource)
  const kindOf = (column: string) => columns[column]?.kind ?? 'text'
  const kept = rows.filter((row) =>
    filters.every((filter) => passes(kindOf(filter.column), filter, row.values[filter.column] ?? null, today)),
  )
  const sign = sort.direction === 'asc' ? 1 : -1
  const keyed = kept.map((row) => ({ id: row.id, key: keyOf(kindOf(sort.column), row.values[sort.column] ?? null) }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      return a.key === b.key ? sign * byCodePoint(a.id, b.id) : a.key === null ? 1 : -1
    }
    return sign * (compare(a.key, b.key) || byCodePoint(a.id, b.id))
  })
  return keyed.map(({ id }) => id)
}

function keyOf(kind: ListColumn['kind'], value: string | number | boolean | null): string | number | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && kind === 'text') return foldLetters(value)
  return value
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byCodePoint(String(a), String(b))
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

function passes(kind: ListColumn['kind'], filter: Filter, raw: string | number | boolean | null, today: string) {
  const value = raw === '' ? null : raw
  const { operator, values } = filter
  const [first, second] = values
  if (operator === 'has') return keyOf(kind, value) !== null
  if (operator === 'has_not') return keyOf(kind, value) === null
  if (kind === 'text') return textPasses(operator, foldLetters(String(value ?? '')), foldLetters(String(first)))
  if (kind === 'boolean') return value === first
  if (kind === 'enum') return (value !== null && values.includes(value)) === (operator === 'any_of')
  if (value === null) return false
  if (kind === 'number') {
    const number = Number(value)
    if (operator === 'equals') return number === first
    if (operator === 'at_least') return number >= Number(first)
    if (operator === 'at_most') return number <= Number(first)
    return number >= Number(first) && number <= Number(second)
  }
  // A day as a number; for timestamps, the local day.
  const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
  const day = dayOf(kind === 'date' ? String(value) : localDate(new Date(String(value))))
  if (operator === 'on_or_after') return day >= dayOf(String(first))
  if (operator === 'on_or_before') return day <= dayOf(String(first))
  if (operator === 'between') return day >= dayOf(String(first)) && day <= dayOf(String(second))
  const age = dayOf(today) - day
  return operator === 'within_days' ? age <= Number(first) && (age >= 0 || kind === 'time') : age > Number(first)
}

function textPasses(operator: Filter['operator'], text: string, wanted: string): boolean {
  if (operator === 'contains') return text.includes(wanted)
  if (operator === 'not_contains') return !text.includes(wanted)
  if (operator === 'starts_with') return text.startsWith(wanted)
  return (text === wanted) === (operator === 'is')
}

function localDate(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
