import type { ColumnKind, ListColumn } from '../ipc/list-columns.ts'

/** The filter operators of each kind of column. Nullable columns also have "has" and "has_not". */
export const filterOperators = {
  /** Ignores case and accents. `contains`, `starts_with`, `is`: one value. */
  text: ['contains', 'not_contains', 'starts_with', 'is', 'is_not'],
  /** One or more values. */
  enum: ['any_of', 'none_of'],
  /** Inclusive. `between`: two values; `within_days`, `older_than_days`: one whole number of days, counted back from today. */
  date: ['on_or_after', 'on_or_before', 'between', 'within_days', 'older_than_days'],
  time: ['on_or_after', 'on_or_before', 'between', 'within_days', 'older_than_days'],
  /** Inclusive. */
  number: ['equals', 'at_least', 'at_most', 'between'],
  /** `true` or `false`. */
  boolean: ['is'],
} as const satisfies Record<ColumnKind, readonly string[]>

export const emptinessOperators = ['has', 'has_not'] as const

export type FilterOperator = (typeof filterOperators)[ColumnKind][number] | (typeof emptinessOperators)[number]

/** One condition on one column. A list's conditions are combined with "and". */
export type Filter<Column extends string = string> = {
  column: Column
  operator: FilterOperator
  values: (string | number | boolean)[]
}

const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const isDays = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100_000

type Rule = { least: number; most: number; holds: (value: unknown) => boolean }

function ruleOf(kind: ColumnKind, operator: FilterOperator): Rule {
  if (operator === 'has' || operator === 'has_not') return { least: 0, most: 0, holds: () => false }
  if (operator === 'within_days' || operator === 'older_than_days') return { least: 1, most: 1, holds: isDays }
  if (kind === 'boolean') return { least: 1, most: 1, holds: (value) => typeof value === 'boolean' }
  if (kind === 'enum') return { least: 1, most: 200, holds: isText }
  const count = operator === 'between' ? 2 : 1
  const holds = kind === 'number' ? isNumber : kind === 'text' ? isText : isDate
  return { least: count, most: count, holds }
}

/** Why a filter is not valid for a column, as a sentence; null if it is valid. */
export function filterProblem(column: ListColumn, { operator, values }: Filter): string | null {
  const emptiness = operator === 'has' || operator === 'has_not'
  const known: readonly string[] = column.words ? ['contains'] : filterOperators[column.kind]
  if (emptiness ? !column.nullable : !known.includes(operator)) return 'This filter does not apply to this column.'
  const { least, most, holds } = ruleOf(column.kind, operator)
  if (values.length < least || values.length > most) return 'This filter has the wrong number of values.'
  return values.every(holds) ? null : 'A value in this filter has the wrong type.'
}
