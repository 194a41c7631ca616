import { dayBefore } from '../../../shared/domain/days.ts'
import { ageGroups } from '../../../shared/domain/figure-age.ts'
import { choiceNames } from '../../../shared/records/resource-fields.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Condition } from './conditions.ts'
import { conditionOf, declared, type ListOrder, type ListShape, sourceOf } from './list-order.ts'
import { listShapes } from './list-shapes.ts'

/** The group of a row as SQL over the list, `t`, and what it joins; null if the row has no value. */
export type GroupSql = { key: Condition; join: string }

/** The groups of a list; null if it is not grouped. */
export function groupSql(shape: ListShape, { group, today }: ListOrder): GroupSql | null {
  if (group === null) return null
  const source = sourceOf(shape, group)
  if (source.from === 'count' || source.from === 'noted') throw new RangeError('A list cannot be grouped by a count.')
  const { value } = source
  const join = source.from === 'own' ? '' : source.join.replace(/(?<!CROSS )JOIN/g, 'LEFT JOIN')
  if (declared(shape, group).grouping !== 'age') return { key: { sql: `CAST(${value} AS TEXT)`, parameters: [] }, join }
  const older = ageGroups.flatMap(({ key, before }) => (before === null ? [] : [{ key, before }])).toReversed()
  const steps = older.map(({ key }) => `WHEN ${value} < ? THEN '${key}'`).join(' ')
  const sql = `CASE WHEN ${value} IS NULL THEN NULL ${steps} ELSE '${ageGroups[0].key}' END`
  return { key: { sql, parameters: older.map(({ before }) => dayBefore(today, before)) }, join }
}

/** The rows of a list with their groups, `t.row` and the key, as SQL. */
function membersSql(shape: ListShape, order: ListOrder, { key, join }: GroupSql): Condition {
  const condition = conditionOf(shape, order) ?? { sql: '1', parameters: [] }
  return {
    sql: `SELECT t.row AS row, ${key.sql} AS key FROM ${tableOf(shape.resource)} t ${join} WHERE ${condition.sql}`,
    parameters: [...key.parameters, ...condition.parameters],
  }
}

/** The groups of a list and their numbers of rows, as SQL. */
export function groupsSql(shape: ListShape, order: ListOrder): Condition | null {
  const group = groupSql(shape, order)
  if (!group) return null
  const { sql, parameters } = membersSql(shape, order, group)
  return { sql: `SELECT key, count(*) AS rows FROM (${sql}) GROUP BY key`, parameters }
}

/** The key of a group; null for rows without a value. */
export type GroupKey = string | null

/**
 * Keys in the order of their groups: choices as their field has them, yes before no, ages from the newest, users by name, other
 * values as text; rows without a value are last.
 */
export function inOrder(
  mirror: ReadableDatabase,
  shape: ListShape,
  column: string,
  keys: Iterable<GroupKey>,
): GroupKey[] {
  const { kind, grouping } = declared(shape, column)
  const choices = choiceNames.get(column)
  const known =
    grouping === 'age' ? ageGroups.map(({ key }) => key) : kind === 'boolean' ? ['1', '0'] : Object.keys(choices ?? {})
  const places = new Map<string, number>(known.map((key, at) => [key, at]))
  const names = kind === 'enum' && !choices ? userNames(mirror) : new Map<string, string>()
  const placeOf = (key: GroupKey) => (key === null ? Number.POSITIVE_INFINITY : (places.get(key) ?? known.length))
  // Users may share a name.
  const textOf = (key: GroupKey) => `${names.get(key ?? '') ?? ''}\n${key}`
  const compare = (left: GroupKey, right: GroupKey) => {
    const [one, other] = [placeOf(left), placeOf(right)]
    if (one !== other) return one < other ? -1 : 1
    return textOf(left) < textOf(right) ? -1 : 1
  }
  return [...keys].sort(compare)
}

const userNames = (mirror: ReadableDatabase) =>
  new Map(
    mirror
      .prepare<[], { id: string; title_sort: string }>('SELECT id, title_sort FROM users')
      .all()
      .map(({ id, title_sort }) => [id, title_sort]),
  )

/** The rows of a list in an order, group after group. */
export function grouped(mirror: ReadableDatabase, order: ListOrder, rows: Int32Array): Int32Array {
  const shape = listShapes[order.resource]
  const group = groupSql(shape, order)
  if (!group || order.group === null) return rows
  const { sql, parameters } = membersSql(shape, order, group)
  const members = mirror
    .prepare<unknown[], [number, GroupKey]>(sql)
    .raw()
    .all(...parameters)
  const keyOf = new Map(members)
  const lists = new Map<GroupKey, number[]>()
  for (const key of inOrder(mirror, shape, order.group, new Set(keyOf.values()))) lists.set(key, [])
  for (const row of rows) lists.get(keyOf.get(row) ?? null)?.push(row)
  let at = 0
  for (const list of lists.values()) {
    rows.set(list, at)
    at += list.length
  }
  return rows
}
