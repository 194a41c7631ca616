import { type Resource, tableOf } from '../../../shared/service/resource.ts'
import type { SqlValue } from '../mirror/record-table.ts'
import type { ReadableDatabase } from '../open-database.ts'
import type { Range, Test } from './conditions.ts'
import { endsOf } from './ends.ts'
import { sourceOf } from './list-shape.ts'
import { listShapes } from './list-shapes.ts'

/** A column in memory: for each row the place of its value in `values` plus one, 0 if there is no such row. */
export type ColumnCopy = {
  codes: Uint16Array
  values: SqlValue[]
  /** The rank of each code in the order of the values, from 1; 0 for rows without a value. Computed again after a new value. */
  ranks: Int32Array
  /** It is no longer a copy with more values than this. */
  mostValues: number
  /** The version of the resource that it shows. */
  version: number
}

export type CopiedColumn = { resource: Resource; column: string }

/** The number of values that a code can stand for: a column with more is not copied. */
export const mostCodes = 2 ** 16 - 1

/** Room for records to come, so that a new one does not copy the whole column again. */
const spare = 4096

/** SQLite's JSON functions, which compare a column's values with a filter, may change such a text. */
const unsafeText = /[\0\ud800-\udfff]/u

/** True if a list's column is in its own table, so that it can be copied. */
export const isCopyable = ({ resource, column }: CopiedColumn): boolean =>
  listShapes[resource].columns[column]?.from === 'own'

/**
 * Copies a column into memory that is shared between threads; null if it has too many values.
 * A list's narrowest index is read once from its beginning to its end.
 */
export function copyColumn(
  mirror: ReadableDatabase,
  copied: CopiedColumn,
  { version, mostValues }: Pick<ColumnCopy, 'version' | 'mostValues'>,
): ColumnCopy | null {
  const highest = mirror
    .prepare<[], number>(`SELECT coalesce(max(row), 0) FROM ${tableOf(copied.resource)}`)
    .pluck()
    .get()
  const copy: ColumnCopy = { codes: codesFor(highest ?? 0), values: [], ranks: new Int32Array(0), mostValues, version }
  const code = createCoder(copy)
  for (const { row, value } of mirror.prepare<[], ValueOfRow>(valuesSql(copied)).iterate()) {
    const place = code(value)
    if (place === null) return null
    copy.codes[row] = place
  }
  ranksOf(mirror, copy)
  return copy
}

/** The copy after some of its rows have changed; null if it has too many values now. Changes the copy itself. */
export function adjustCopy(
  mirror: ReadableDatabase,
  copied: CopiedColumn,
  { copy, rows, version }: { copy: ColumnCopy; rows: readonly number[]; version: number },
): ColumnCopy | null {
  copy.version = version
  if (rows.length === 0) return copy
  const select = mirror.prepare<[number], ValueOfRow>(`${valuesSql(copied)} WHERE t.row = ?`)
  const code = createCoder(copy)
  const highest = rows.reduce((most, row) => Math.max(most, row), 0)
  if (highest >= copy.codes.length) {
    const larger = codesFor(highest)
    larger.set(copy.codes)
    copy.codes = larger
  }
  for (const row of rows) {
    const found = select.get(row)
    const place = found === undefined ? 0 : code(found.value)
    if (place === null) return null
    copy.codes[row] = place
  }
  return copy
}

/** The ranks of a copy. */
export function ranksOf(mirror: ReadableDatabase, copy: ColumnCopy): Int32Array {
  if (copy.ranks.length === copy.values.length + 1) return copy.ranks
  copy.ranks = new Int32Array(copy.values.length + 1)
  const places = mirror
    .prepare<[string], number>('SELECT j.key FROM json_each(?) j WHERE j.value IS NOT NULL ORDER BY j.value')
    .pluck()
    .all(JSON.stringify(copy.values))
  for (const [rank, place] of places.entries()) copy.ranks[place + 1] = rank + 1
  return copy.ranks
}

/** For each code, 1 if its value is in a range: the ends are found by comparing some sixteen values each. */
export function codesInRange(mirror: ReadableDatabase, copy: ColumnCopy, range: Range<string | number>): Uint8Array {
  const ranks = ranksOf(mirror, copy)
  const codes = new Int32Array(copy.values.length)
  let present = 0
  for (let code = 1; code < ranks.length; code++) {
    const rank = ranks[code] ?? 0
    if (rank > 0) codes[rank - 1] = code
    present = Math.max(present, rank)
  }
  const compare = (comparison: string) =>
    mirror.prepare<[SqlValue, string | number], number>(`SELECT ? ${comparison} ?`).pluck()
  const [from, to] = endsOf(codes.subarray(0, present), range, (comparison, bound) => {
    const statement = compare(comparison)
    return (code) => statement.get(copy.values[code - 1] ?? null, bound) === 1
  })
  const passing = new Uint8Array(copy.values.length + 1)
  for (let at = from; at < to; at++) passing[codes[at] ?? 0] = 1
  return passing
}

/** For each code, 1 if its value passes a test, compared by SQLite itself. */
export function passingCodes(mirror: ReadableDatabase, { values }: ColumnCopy, test: Test): Uint8Array {
  const { sql, parameters } = test.of('j.value')
  const passing = new Uint8Array(values.length + 1)
  const places = mirror
    .prepare<unknown[], number>(`SELECT j.key FROM json_each(?) j WHERE ${sql}`)
    .pluck()
    .all(JSON.stringify(values), ...parameters)
  for (const place of places) passing[place + 1] = 1
  return passing
}

type ValueOfRow = { row: number; value: SqlValue }

function valuesSql({ resource, column }: CopiedColumn): string {
  const source = sourceOf(listShapes[resource], column)
  if (source.from !== 'own') throw new RangeError('Only a column of the list itself can be copied.')
  return `SELECT t.row AS row, ${source.value} AS value FROM ${tableOf(resource)} t`
}

const codesFor = (highest: number): Uint16Array =>
  new Uint16Array(new SharedArrayBuffer((highest + 1 + spare) * Uint16Array.BYTES_PER_ELEMENT))

/** Returns a value's code, a new one for a new value; null if there is none left. */
function createCoder({ values, mostValues }: ColumnCopy): (value: SqlValue) => number | null {
  const codes = new Map(values.map((value, at) => [value, at + 1]))
  return (value) => {
    const known = codes.get(value)
    if (known !== undefined) return known
    if (values.length >= mostValues || unsafeText.test(String(value))) return null
    values.push(value)
    codes.set(value, values.length)
    return values.length
  }
}
