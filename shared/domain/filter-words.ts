import type { ListColumn } from '../ipc/list-columns.ts'
import { formatCalendarDate } from './dates.ts'
import type { Filter, FilterOperator } from './filter-rules.ts'

/** Display texts of the filter operators. */
export const operatorWords: Readonly<Record<FilterOperator, string>> = {
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  is: 'is',
  is_not: 'is not',
  any_of: 'is one of',
  none_of: 'is none of',
  on_or_after: 'on or after',
  on_or_before: 'on or before',
  between: 'between',
  within_days: 'in the last … days',
  older_than_days: 'more than … days ago',
  equals: 'is exactly',
  at_least: 'is at least',
  at_most: 'is at most',
  has: 'has a value',
  has_not: 'has no value',
}

const days = (count: string | undefined) => (count === '1' ? '1 day' : `${count} days`)

const sentences: Readonly<Record<FilterOperator, (values: readonly string[]) => string>> = {
  contains: ([text]) => `contains “${text}”`,
  not_contains: ([text]) => `does not contain “${text}”`,
  starts_with: ([text]) => `starts with “${text}”`,
  is: ([value]) => `is ${value}`,
  is_not: ([value]) => `is not ${value}`,
  any_of: (values) => `is ${values.join(' or ')}`,
  none_of: (values) => `is not ${values.join(' or ')}`,
  on_or_after: ([date]) => `on or after ${date}`,
  on_or_before: ([date]) => `on or before ${date}`,
  between: ([from, to]) => (from === to ? `is ${from}` : `from ${from} to ${to}`),
  within_days: ([count]) => `in the last ${days(count)}`,
  older_than_days: ([count]) => `more than ${days(count)} ago`,
  equals: ([value]) => `is ${value}`,
  at_least: ([value]) => `is at least ${value}`,
  at_most: ([value]) => `is at most ${value}`,
  has: () => 'has a value',
  has_not: () => 'has no value',
}

/** A number of a filter with its unit: `$14,000,000`, `$2.50`, `50%`, `12`. */
export function numberWords(value: number, unit: ListColumn['unit']): string {
  const cents = unit === 'usd' && !Number.isInteger(value) ? { minimumFractionDigits: 2 } : {}
  const size = Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: 20, ...cents })
  return `${value < 0 ? '−' : ''}${unit === 'usd' ? '$' : ''}${size}${unit === 'percent' ? '%' : ''}`
}

type Options = {
  filter: Filter
  column: Pick<ListColumn, 'kind' | 'unit'>
  /** The column's display name. */
  header: string
  /** Returns the display name of an enum value. */
  nameOfChoice: (column: string, value: string) => string
}

/** A filter as display text, such as `Kind is SLAT or GRAT`. */
export function sayFilter({ filter, column: { kind, unit }, header, nameOfChoice }: Options): string {
  const say = (value: Filter['values'][number]): string => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return numberWords(value, unit)
    if (kind === 'enum') return nameOfChoice(filter.column, value)
    if (kind === 'date' || kind === 'time') return formatCalendarDate(value)
    return filter.operator === 'is' || filter.operator === 'is_not' ? `“${value}”` : value
  }
  if (filter.column === 'left_out') {
    const rules = filter.values.map((value) => `“${say(value)}”`).join(' or ')
    return `${filter.operator === 'any_of' ? 'Left' : 'Not left'} out of ${rules}`
  }
  return `${header} ${sentences[filter.operator](filter.values.map(say))}`
}
