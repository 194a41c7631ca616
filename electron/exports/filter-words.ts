import { formatCalendarDate } from '../../shared/domain/dates.ts'
import type { Filter, FilterOperator } from '../../shared/domain/filter-rules.ts'
import type { ListColumn } from '../../shared/ipc/list-columns.ts'
import { valueName } from './cell.ts'

/** A filter's operator and values in words. */
const words: Readonly<Record<FilterOperator, (values: readonly string[]) => string>> = {
  contains: ([text]) => `contains “${text}”`,
  not_contains: ([text]) => `does not contain “${text}”`,
  starts_with: ([text]) => `starts with “${text}”`,
  is: ([value]) => `is ${value}`,
  is_not: ([value]) => `is not ${value}`,
  any_of: (values) => `is ${values.join(' or ')}`,
  none_of: (values) => `is not ${values.join(' or ')}`,
  on_or_after: ([date]) => `is on or after ${date}`,
  on_or_before: ([date]) => `is on or before ${date}`,
  between: ([from, to]) => `is from ${from} to ${to}`,
  within_days: ([days]) => `is within the last ${days} days`,
  older_than_days: ([days]) => `is more than ${days} days ago`,
  equals: ([number]) => `is ${number}`,
  at_least: ([number]) => `is at least ${number}`,
  at_most: ([number]) => `is at most ${number}`,
  has: () => 'has a value',
  has_not: () => 'has no value',
}

export type FilterWords = {
  filter: Filter
  column: ListColumn
  /** The column's display name. */
  header: string
  /** Names of the records that are referenced by id. */
  names: ReadonlyMap<string, string>
}

/** A filter in words, such as `Kind is SLAT or GRAT`. */
export function filterWords({ filter, column, header, names }: FilterWords): string {
  const say = (value: Filter['values'][number]): string => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return String(value)
    if (column.kind === 'enum') return names.get(value) ?? valueName(filter.column, value)
    if (column.kind === 'date' || column.kind === 'time') return formatCalendarDate(value)
    return value
  }
  return `${header} ${words[filter.operator](filter.values.map(say))}`
}

/** The header of a field without an explicit one: `household_name` becomes `Household name`. */
export function headerOf(column: string): string {
  const plain = column.replaceAll('_', ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
