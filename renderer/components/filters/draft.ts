import { type ParsedAmount, parseAmount } from '../../../shared/domain/amounts.ts'
import {
  emptinessOperators,
  type Filter,
  type FilterOperator,
  filterOperators,
} from '../../../shared/domain/filter-rules.ts'
import { numberWords } from '../../../shared/domain/filter-words.ts'
import type { ListColumn } from '../../../shared/ipc/list-columns.ts'

/** A filter being edited, with its values as typed. */
export type Draft = { column: string; operator: FilterOperator; values: readonly string[] }

/** The operators of a column, in the order in which they are offered. */
export function operatorsOf(column: ListColumn): readonly FilterOperator[] {
  if (column.words) return ['contains']
  return column.nullable ? [...filterOperators[column.kind], ...emptinessOperators] : filterOperators[column.kind]
}

/** The number of values that an operator takes; null for any number. */
export function valueCount(operator: FilterOperator): number | null {
  if (operator === 'has' || operator === 'has_not') return 0
  if (operator === 'any_of' || operator === 'none_of') return null
  return operator === 'between' ? 2 : 1
}

export const countsDays = (operator: FilterOperator): boolean =>
  operator === 'within_days' || operator === 'older_than_days'

/** The initial draft for a column. An exact amount or share is seldom asked for. */
export function draftFor(id: string, column: ListColumn): Draft {
  const operator = column.unit === undefined ? (operatorsOf(column)[0] ?? 'has') : 'at_least'
  return { column: id, operator, values: column.kind === 'boolean' ? ['true'] : [] }
}

export const toDraft = ({ column, operator, values }: Filter): Draft => ({
  column,
  operator,
  values: values.map((value) => (typeof value === 'number' ? numberWords(value, undefined) : String(value))),
})

/** A per cent above this is refused: it is more than any share of a household, so an amount was meant. */
const mostPercent = 1000

const percentWords = /\s*(?:%|per ?cent|pct\.?)\s*$/i
const dayWords = /\s*(?:d|days?)\s*$/i

/** A typed number of a column, or why it cannot be read. */
function readNumber(text: string, { unit }: ListColumn, operator: FilterOperator): ParsedAmount {
  const unitWords = countsDays(operator) ? dayWords : unit === 'percent' ? percentWords : null
  const read = parseAmount(unitWords ? text.normalize('NFKC').replace(unitWords, '') : text)
  if (unit === 'usd') return read
  if (read.value === null) return { value: null, problem: 'Enter a number.' }
  if (unit === 'percent' && Math.abs(read.value) > mostPercent)
    return { value: null, problem: 'This filter is in per cent. For an amount, choose the column with $.' }
  return read
}

/** Converts a draft to a filter, which may still be invalid: see `filterProblem`. */
export function fromDraft({ column, operator, values }: Draft, listed: ListColumn): Filter {
  const most = valueCount(operator)
  const taken = most === null ? values : values.slice(0, most)
  const read = (text: string): string | number | boolean => {
    if (listed.kind === 'boolean') return text === 'true'
    return listed.kind === 'number' || countsDays(operator)
      ? (readNumber(text, listed, operator).value ?? Number.NaN)
      : text
  }
  return { column, operator, values: taken.map(read) }
}

/** The problem with a draft, in words; null if it is complete. */
export function draftProblem(draft: Draft, column: ListColumn): string | null {
  const filter = fromDraft(draft, column)
  const count = valueCount(draft.operator)
  if (count === null && filter.values.length === 0) return 'Choose at least one value.'
  if (count !== null && (filter.values.length < count || filter.values.some((value) => value === '')))
    return count === 2 ? 'Fill in both values.' : 'Fill in a value.'
  const unread = filter.values.findIndex((value) => typeof value === 'number' && !Number.isFinite(value))
  if (unread >= 0) return readNumber(draft.values[unread] ?? '', column, draft.operator).problem
  if (countsDays(draft.operator) && filter.values.some((value) => !Number.isInteger(value) || Number(value) < 0))
    return 'Enter a whole number of days.'
  const [from, to] = filter.values
  // Dates are written so that their order is that of their letters.
  if (draft.operator === 'between' && from !== undefined && to !== undefined && to < from)
    return column.kind === 'number' ? 'The second number is smaller than the first.' : 'The end is before the start.'
  return null
}
