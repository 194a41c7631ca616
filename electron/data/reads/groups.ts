import type { ListGroup } from '../../../shared/ipc/roll-ups.ts'
import { type GroupKey, groupSql, inOrder } from '../lists/grouping.ts'
import { conditionOf, type ListOrder, listOrderOf } from '../lists/list-order.ts'
import { listShapes } from '../lists/list-shapes.ts'
import { bookGroups } from './book-groups.ts'
import { isSummed, sumsOf } from './list-totals.ts'
import type { InputOf, Reader } from './reader.ts'

type ListedIn = InputOf<'rollUps', 'groups'>['of']['what']

/** The groups of a list, in order. */
export function readGroups(reader: Reader, { of }: InputOf<'rollUps', 'groups'>): ListGroup[] {
  const { what, ...query } = of
  const shape = listShapes[what]
  const order = listOrderOf(shape, query, reader.today())
  if (order.group === null) return []
  const { rows, sums } = bookGroups(reader.mirror, order) ?? readAll(reader, what, order)
  return inOrder(reader.mirror, shape, order.group, rows.keys()).map((key) => ({
    key,
    rows: rows.get(key) ?? 0,
    directly_held_asset_value: sums?.get(key)?.directly_held_asset_value ?? null,
  }))
}

type Groups = {
  rows: ReadonlyMap<GroupKey, number>
  sums: ReadonlyMap<GroupKey, { directly_held_asset_value: string }> | null
}

/** The groups of any list, from its rows. */
function readAll({ mirror, lists, today }: Reader, what: ListedIn, order: ListOrder): Groups {
  const shape = listShapes[what]
  const by = groupSql(shape, order)
  return {
    rows: lists.groups(order),
    sums:
      by && isSummed(what) ? sumsOf(mirror, { what, condition: conditionOf(shape, order), today: today(), by }) : null,
  }
}
