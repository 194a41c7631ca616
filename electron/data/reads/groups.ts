import type { ListGroup } from '../../../shared/ipc/roll-ups.ts'
import { bookGroups } from './book-groups.ts'
import { type GroupKey, groupSql, groupsSql, inOrder } from './grouping.ts'
import { listShapes } from './list-shapes.ts'
import { isSummed, sumsOf } from './list-totals.ts'
import type { InputOf, Reader } from './reader.ts'
import { conditionOf, type View, viewOf } from './view.ts'

type ListedIn = InputOf<'rollUps', 'groups'>['of']['what']

/** The groups of a list, in order. */
export function readGroups(reader: Reader, { of }: InputOf<'rollUps', 'groups'>): ListGroup[] {
  const { what, ...query } = of
  const shape = listShapes[what]
  const view = viewOf(shape, query, reader.today())
  if (!view.group) return []
  const { rows, sums } = bookGroups(reader.mirror, view) ?? readAll(reader, what, view)
  return inOrder(reader.mirror, shape, view.group.column, rows.keys()).map((key) => ({
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
function readAll({ mirror, today }: Reader, what: ListedIn, view: View): Groups {
  const shape = listShapes[what]
  const counted = groupsSql(shape, view)
  const group = groupSql(shape, view)
  if (!counted || !group) return { rows: new Map(), sums: null }
  const rows = mirror.prepare<unknown[], { key: GroupKey; rows: number }>(counted.sql).all(...counted.parameters)
  return {
    rows: new Map(rows.map((one) => [one.key, one.rows])),
    sums: isSummed(what)
      ? sumsOf(mirror, { what, condition: conditionOf(shape, view), today: today(), by: group })
      : null,
  }
}
