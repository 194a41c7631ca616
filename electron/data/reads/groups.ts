import type { ListGroup } from '../../../shared/ipc/roll-ups.ts'
import { type GroupKey, groupSql, groupsSql, inOrder } from './grouping.ts'
import { listShapes } from './list-shapes.ts'
import { isSummed, sumsOf } from './list-totals.ts'
import type { InputOf, Reader } from './reader.ts'
import { conditionOf, viewOf } from './view.ts'

/** The groups of a list, in order. */
export function readGroups(reader: Reader, { of }: InputOf<'rollUps', 'groups'>): ListGroup[] {
  const { what, ...query } = of
  const shape = listShapes[what]
  const view = viewOf(shape, query, reader.today())
  const counted = groupsSql(shape, view)
  const group = groupSql(shape, view)
  if (!counted || !group || !view.group) return []
  const rows = new Map(
    reader.mirror
      .prepare<unknown[], { key: GroupKey; rows: number }>(counted.sql)
      .all(...counted.parameters)
      .map((one) => [one.key, one.rows]),
  )
  const sums = isSummed(what)
    ? sumsOf(reader.mirror, { what, condition: conditionOf(shape, view), today: reader.today(), by: group })
    : null
  return inOrder(reader.mirror, shape, view.group.column, rows.keys()).map((key) => ({
    key,
    rows: rows.get(key) ?? 0,
    directly_held_asset_value: sums?.get(key)?.directly_held_asset_value ?? null,
  }))
}
