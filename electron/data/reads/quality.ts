import type { QualityRule } from '../../../shared/rules/rules.ts'
import { listOrderOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import type { OutputOf, Reader } from './reader.ts'

type Check = OutputOf<'today', 'quality'>['checks'][number]

/** How many records a rule checks, and how many of them lack what it asks for: the totals of lists with its filters, which are kept. */
export function readQuality(reader: Reader, { rule }: { rule: QualityRule }): Check {
  const { id, name, words = '', source = '', list, of = [], filters } = rule
  const total = (given: typeof filters) =>
    reader.lists.total(
      listOrderOf(listShapes[list], { sort: { column: 'title', direction: 'asc' }, filters: given }, reader),
    )
  const lacking = [...of, ...filters]
  return { id, name, words, source, list, filters: lacking, checked: total(of), found: total(lacking) }
}
