import type { QualityRule } from '../../../shared/rules/rules.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { conditionOf, listOrderOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'

type Check = OutputOf<'today', 'quality'>['checks'][number]

/**
 * How many records a rule checks, and how many of them lack what it asks for: the totals of lists with its filters, which are kept. Records
 * that the user left out of the rule are in neither; `left_out` is how many of them lack it.
 */
export function readQuality(reader: Reader, { rule }: { rule: QualityRule }): Check {
  const { id, name, words = '', source = '', list, of = [], filters } = rule
  const total = (given: typeof filters) => reader.lists.total(orderOf(reader, list, given))
  const found = [...of, ...filters, leftOut(id, 'none_of')]
  const left = [...of, ...filters, leftOut(id, 'any_of')]
  return {
    ...{ id, name, words, source, list, filters: found, left_out_filters: left },
    ...{ checked: total([...of, leftOut(id, 'none_of')]), found: total(found), left_out: total(left) },
  }
}

type Filters = QualityRule['filters']

const leftOut = (rule: string, operator: 'any_of' | 'none_of') => ({ column: 'left_out', operator, values: [rule] })

const orderOf = (reader: Reader, list: QualityRule['list'], filters: Filters) =>
  listOrderOf(listShapes[list], { sort: { column: 'title', direction: 'asc' }, filters }, reader)

/** Those of the rules that find one record, which is not left out of them. */
export function readFound(
  reader: Reader,
  { resource, id, rules }: InputOf<'today', 'rulesOf'> & { rules: readonly QualityRule[] },
): OutputOf<'today', 'rulesOf'>['found'] {
  const isFound = ({ id: rule, list, of = [], filters }: QualityRule) => {
    const asked = [...of, ...filters, leftOut(rule, 'none_of')]
    const condition = conditionOf(listShapes[list], orderOf(reader, list, asked))
    return (
      condition !== null &&
      reader.mirror
        .prepare<unknown[], 1>(`SELECT 1 FROM ${tableOf(resource)} t WHERE t.id = ? AND ${condition.sql}`)
        .get(id, ...condition.parameters) !== undefined
    )
  }
  return rules
    .filter((rule) => rule.list === resource && isFound(rule))
    .map(({ id: rule_id, name, words = '', filters }) => ({
      ...{ rule_id, rule: name, words },
      is_double: filters.some(({ column }) => column === 'possible_double'),
    }))
}
