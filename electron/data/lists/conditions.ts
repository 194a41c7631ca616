import { dayBefore, localMidnight, nextDay } from '../../../shared/domain/days.ts'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import type { ColumnKind } from '../../../shared/ipc/list-columns.ts'
import type { SqlValue } from '../mirror/record-tables.ts'

/** A piece of SQL with its parameters: user input is never part of the SQL text. */
export type Condition = { sql: string; parameters: readonly SqlValue[] }

/** A filter on any expression of its column's kind, and its result if there is no value. */
export type Test = { of(expression: string): Condition; whenEmpty: boolean }

type Asked = { kind: ColumnKind; filter: Filter; today: string }

/**
 * A filter as SQL over an expression that is null if the column is empty. Text expressions are folded (see `foldLetters`), times are
 * ISO 8601 in UTC, dates `YYYY-MM-DD`; `today` is the local calendar date.
 */
export function testOf({ kind, filter, today }: Asked): Test {
  const { operator, values } = filter
  if (operator === 'has') return plain('IS NOT NULL')
  if (operator === 'has_not') return plain('IS NULL', true)
  switch (kind) {
    case 'text':
      return textTest(operator, foldLetters(String(values[0] ?? '')))
    case 'enum':
      return enumTest(operator, values.map(String))
    case 'date':
    case 'time':
    case 'number':
      return rangeTest(rangeOf({ kind, filter, today }))
    case 'boolean':
      return plain('= ?', false, [values[0] === true ? 1 : 0])
  }
}

/** True if a number passes a filter; used for counts, where none means zero. */
export function numberPasses(filter: Filter, value: number): boolean {
  const { from, to } = numberRange(filter)
  return (from === undefined || value >= from) && (to === undefined || value <= to)
}

function plain(comparison: string, whenEmpty = false, parameters: SqlValue[] = []): Test {
  return { of: (expression) => ({ sql: `${expression} ${comparison}`, parameters }), whenEmpty }
}

function textTest(operator: Filter['operator'], wanted: string): Test {
  const place = (comparison: string, whenEmpty: boolean): Test => ({
    of: (expression) => ({ sql: `instr(coalesce(${expression}, ''), ?) ${comparison}`, parameters: [wanted] }),
    whenEmpty,
  })
  switch (operator) {
    case 'contains':
      return place('> 0', wanted === '')
    case 'not_contains':
      return place('= 0', wanted !== '')
    case 'starts_with':
      return place('= 1', wanted === '')
    case 'is':
      return wanted === '' ? nothingOrEmpty('=') : plain('= ?', false, [wanted])
    case 'is_not':
      return wanted === '' ? nothingOrEmpty('<>') : plain('IS NOT ?', true, [wanted])
    default:
      throw unknown(operator)
  }
}

function nothingOrEmpty(comparison: '=' | '<>'): Test {
  return {
    of: (expression) => ({ sql: `coalesce(${expression}, '') ${comparison} ''`, parameters: [] }),
    whenEmpty: comparison === '=',
  }
}

function enumTest(operator: Filter['operator'], values: string[]): Test {
  const list = values.map(() => '?').join(', ')
  if (operator === 'any_of') return plain(`IN (${list})`, false, values)
  if (operator !== 'none_of') throw unknown(operator)
  return {
    of: (expression) => ({ sql: `(${expression} IS NULL OR ${expression} NOT IN (${list}))`, parameters: values }),
    whenEmpty: true,
  }
}

/** `from` and `to` are inclusive, `before` is exclusive. */
export type Range<Value> = { from?: Value | undefined; to?: Value | undefined; before?: Value | undefined }

/** The values that a filter on dates, times or numbers asks for. */
export function rangeOf({ kind, filter, today }: Asked): Range<string | number> {
  if (kind === 'number') return numberRange(filter)
  return kind === 'date' ? dateRange(filter, today) : timeRange(filter, today)
}

function rangeTest({ from, to, before }: Range<string | number>): Test {
  const bounds = [
    { comparison: '>= ?', bound: from },
    { comparison: '<= ?', bound: to },
    { comparison: '< ?', bound: before },
  ].filter(({ bound }) => bound !== undefined)
  return {
    of: (expression) => ({
      sql: bounds.map(({ comparison }) => `${expression} ${comparison}`).join(' AND '),
      parameters: bounds.map(({ bound }) => bound ?? null),
    }),
    whenEmpty: false,
  }
}

function numberRange({ operator, values }: Filter): Range<number> {
  const [first, second] = values.map(Number)
  switch (operator) {
    case 'equals':
      return { from: first, to: first }
    case 'at_least':
      return { from: first }
    case 'at_most':
      return { to: first }
    case 'between':
      return { from: first, to: second }
    default:
      throw unknown(operator)
  }
}

function dateRange({ operator, values }: Filter, today: string): Range<string> {
  const [first, second] = values.map(String)
  switch (operator) {
    case 'on_or_after':
      return { from: first }
    case 'on_or_before':
      return { to: first }
    case 'between':
      return { from: first, to: second }
    case 'within_days':
      return { from: dayBefore(today, Number(first)), to: today }
    case 'older_than_days':
      return { before: dayBefore(today, Number(first)) }
    default:
      throw unknown(operator)
  }
}

/**
 * Days are in this computer's time zone, like the times on screens. `within_days` has no upper bound, so that it includes a time
 * that has just passed.
 */
function timeRange(filter: Filter, today: string): Range<string> {
  const { from, to, before } = dateRange(filter, today)
  const open = filter.operator === 'within_days'
  return {
    from: from && localMidnight(from),
    before: to && !open ? localMidnight(nextDay(to)) : before && localMidnight(before),
  }
}

function unknown(operator: string): RangeError {
  return new RangeError(`A column was asked what it cannot be asked: ${operator}.`)
}
