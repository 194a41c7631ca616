import type { QualityRule } from '../../../shared/rules/rules.ts'
import { listOrderOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import type { OutputOf, Reader } from './reader.ts'

type Check = OutputOf<'today', 'quality'>['checks'][number]

/**
 * How many records a rule checks, and how many of them lack what it asks for: the totals of lists with its filters, which are kept. Records
 * that the user left out of the rule are in neither; `left_out` is how many of them lack it.
 */
export function readQuality(reader: Reader, { rule }: { rule: QualityRule }): Check {
  const { id, name, words = '', source = '', list, of = [], filters } = rule
  const total = (given: typeof filters) =>
    reader.lists.total(
      listOrderOf(listShapes[list], { sort: { column: 'title', direction: 'asc' }, filters: given }, reader),
    )
  const leftOut = (operator: 'any_of' | 'none_of') => ({ column: 'left_out', operator, values: [id] })
  const found = [...of, ...filters, leftOut('none_of')]
  const left = [...of, ...filters, leftOut('any_of')]
  return {
    ...{ id, name, words, source, list, filters: found, left_out_filters: left },
    ...{ checked: total([...of, leftOut('none_of')]), found: total(found), left_out: total(left) },
  }
}
