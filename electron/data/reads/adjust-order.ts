import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { SqlValue } from '../mirror/record-table.ts'
import { changedRows } from '../mirror/row-changes.ts'
import type { ReadableDatabase } from '../open-database.ts'
import { firstAfter, type IsBefore } from './ends.ts'
import { type ColumnSource, type ListShape, sourceOf } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'
import { among, order, rowsOf } from './order.ts'
import type { Versions } from './versions.ts'
import { isWhole, resourcesOf, sharedRows, type Vector, type View } from './view.ts'
import { placeSql } from './view-sql.ts'

type Versioned = Vector & { version: string }

type Parts = { mirror: ReadableDatabase; versions: Versions }

/** An order of which more rows have changed is not adjusted by the thread that reads: it would take longer than about 10 ms. */
export const mostAdjusted = 32

/**
 * The order of a whole list after some records have changed: their rows are taken out of it and put in where they belong now.
 * Null if it has to be built again: because more than `most` rows changed, because it is not known which, or because the column's
 * values are neither of the list itself nor titles of records that its rows name.
 */
export function adjustOrder({ mirror, versions }: Parts, view: View, built: Versioned, most: number): Versioned | null {
  const shape = listShapes[view.resource]
  const source = sourceOf(shape, view.column)
  const changed = rowsToAdjust({ mirror, versions }, view, built.version)
  if (changed === null || changed.length > most) return null
  const version = versions.of(resourcesOf(shape, view))
  if (changed.length === 0) return { ...built, version }
  const fresh = order(mirror, versions, { shape, column: view.column, condition: among(changed) })
  return { ...merge(without(built, changed), fresh, placer(mirror, shape, source)), version }
}

/** The rows of a whole list to place again since a version; null if its order cannot be adjusted. */
export function rowsToAdjust({ mirror, versions }: Parts, view: View, from: string): number[] | null {
  const shape = listShapes[view.resource]
  const source = sourceOf(shape, view.column)
  if (!isWhole(view) || (source.from !== 'own' && !(source.from === 'other' && source.ranked))) return null
  return rowsToPlace({ mirror, versions }, { shape, source, view, from })
}

type Asked = { shape: ListShape; source: ColumnSource; view: View; from: string }

/** The rows of the list of which the place may have changed since a version. */
function rowsToPlace({ mirror, versions }: Parts, { shape, source, view, from }: Asked): number[] | null {
  const before = from.split('.').map(Number)
  const rows = new Set<number>()
  for (const [at, resource] of resourcesOf(shape, view).entries()) {
    const changed = changedRows(mirror, resource, { from: before[at] ?? 0, to: versions.number(resource) })
    if (changed === null) return null
    const affected =
      resource === shape.resource ? changed.rows : affectedBy({ mirror, versions }, { source, resource, changed })
    if (affected === null) return null
    for (const row of affected) rows.add(row)
  }
  return [...rows]
}

type Lent = { source: ColumnSource; resource: Resource; changed: { rows: number[]; isAnyGone: boolean } }

/** The rows that name one of the changed records. A record that is gone cannot be asked for its id any more. */
function affectedBy({ mirror, versions }: Parts, { source, resource, changed }: Lent): number[] | null {
  if (changed.rows.length === 0) return []
  const ranked = source.from === 'other' ? source.ranked : undefined
  if (!ranked || ranked.other !== tableOf(resource) || changed.isAnyGone || !versions.loaded(resource)) return null
  const { table, key, other } = ranked
  return rowsOf(mirror, {
    sql: `SELECT t.row FROM ${other} b CROSS JOIN ${table} t ON t.${key} = b.id
      WHERE b.row IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(changed.rows)],
  })
}

/** An order without some of its rows. */
function without({ rows, present }: Vector, changed: readonly number[]): Vector {
  const isChanged = new Uint8Array(changed.reduce((most, row) => Math.max(most, row), 0) + 1)
  for (const row of changed) isChanged[row] = 1
  const rest = new Int32Array(rows.length)
  let size = 0
  let restPresent = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    if (isChanged[row] !== 1) rest[size++] = row
    if (at + 1 === present) restPresent = size
  }
  return { rows: rest.subarray(0, size), present: restPresent }
}

type Placer = { present(row: number): IsBefore; absent(row: number): IsBefore }

/** Compares rows as SQLite orders them: by value, then by the column that breaks ties. */
function placer(mirror: ReadableDatabase, shape: ListShape, source: ColumnSource): Placer {
  const { value, tie } = placeSql(shape, source)
  const placeOf = mirror.prepare<[number], { value: SqlValue; tie: SqlValue }>(value)
  const tieOf = mirror.prepare<[number], SqlValue>(tie).pluck()
  const before = mirror
    .prepare<[{ row: number; value: SqlValue; tie: SqlValue }], number>(
      `SELECT value < @value OR (value = @value AND tie < @tie) FROM (${value.replace('?', '@row')})`,
    )
    .pluck()
  const tieBefore = mirror
    .prepare<[{ row: number; tie: SqlValue }], number>(`SELECT tie < @tie FROM (${tie.replace('?', '@row')})`)
    .pluck()
  return {
    present(row) {
      const place = placeOf.get(row)
      return (other) => before.get({ row: other, value: place?.value ?? null, tie: place?.tie ?? null }) === 1
    },
    absent(row) {
      const of = tieOf.get(row) ?? null
      return (other) => tieBefore.get({ row: other, tie: of }) === 1
    },
  }
}

/** Puts rows that are in order themselves into an order. */
function merge(rest: Vector, fresh: Vector, place: Placer): Vector {
  const rows = sharedRows(rest.rows.length + fresh.rows.length)
  const parts = (from: Vector) => [from.rows.subarray(0, from.present), from.rows.subarray(from.present)] as const
  const [restPresent, restAbsent] = parts(rest)
  const [freshPresent, freshAbsent] = parts(fresh)
  const present = restPresent.length + freshPresent.length
  putIn(rows.subarray(0, present), { rest: restPresent, fresh: freshPresent, isBefore: place.present })
  putIn(rows.subarray(present), { rest: restAbsent, fresh: freshAbsent, isBefore: place.absent })
  return { rows, present }
}

type Halves = { rest: Int32Array; fresh: Int32Array; isBefore: (row: number) => IsBefore }

function putIn(target: Int32Array, { rest, fresh, isBefore }: Halves): void {
  let copied = 0
  let size = 0
  for (const row of fresh) {
    const end = firstAfter(rest, copied, isBefore(row))
    target.set(rest.subarray(copied, end), size)
    size += end - copied
    copied = end
    target[size++] = row
  }
  target.set(rest.subarray(copied), size)
}
