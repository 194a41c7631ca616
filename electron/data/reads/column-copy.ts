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

/** Rows read at once: other requests of the thread wait for about 5 ms. */
const rowsAtOnce = 2000

type Copying = {
  /** The version of the resource before the copy begins. */
  version: number
  mostValues: number
  rowsAtOnce?: number
  /** Lets the thread answer other requests. */
  giveWay(): Promise<unknown>
}

/**
 * Copies a column into memory that is shared between threads; null if it has too many values. A list's narrowest index is read from its
 * beginning to its end, some rows at a time. Commits in between may change rows before or after they are read, or move them in the index. They
 * are stored under a later version than the one that the copy carries, so the reader reads them again ({@link adjustCopy}).
 */
export async function copyColumn(
  mirror: ReadableDatabase,
  copied: CopiedColumn,
  { version, mostValues, rowsAtOnce: most = rowsAtOnce, giveWay }: Copying,
): Promise<ColumnCopy | null> {
  const copy = emptyCopy(mirror, copied, { version, mostValues })
  const code = createCoder(copy)
  const readSome = createWalk(mirror, copied, most)
  for (let found = readSome(); found.length > 0; found = readSome()) {
    for (const { row, value } of found) {
      const known = code(value)
      if (known === null) return null
      copy.codes[row] = known
    }
    await giveWay()
  }
  ranksOf(mirror, copy)
  return copy
}

/** Like {@link copyColumn}, in the snapshot that the caller holds. */
export function copyColumnAtOnce(
  mirror: ReadableDatabase,
  copied: CopiedColumn,
  { version, mostValues }: Pick<Copying, 'version' | 'mostValues'>,
): ColumnCopy | null {
  const copy = emptyCopy(mirror, copied, { version, mostValues })
  const code = createCoder(copy)
  const keys = keysOf(copied).map((key) => `t.${key}`)
  const rows = mirror.prepare<[], ValueOfRow>(`${valuesSql(copied)} ORDER BY ${keys.join(', ')}`)
  for (const { row, value } of rows.iterate()) {
    const known = code(value)
    if (known === null) return null
    copy.codes[row] = known
  }
  ranksOf(mirror, copy)
  return copy
}

function emptyCopy(
  mirror: ReadableDatabase,
  { resource }: CopiedColumn,
  { version, mostValues }: Pick<Copying, 'version' | 'mostValues'>,
): ColumnCopy {
  const highest = mirror
    .prepare<[], number>(`SELECT coalesce(max(row), 0) FROM ${tableOf(resource)}`)
    .pluck()
    .get()
  return { codes: codesFor(highest ?? 0), values: [], ranks: new Int32Array(0), mostValues, version }
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

/** The columns with which a list's narrowest index begins. */
const keysOf = ({ resource }: CopiedColumn) => (resource === 'valuations' ? ['entity_id'] : ['title_sort', 'id'])

/**
 * Returns a function that reads the next rows of a column in the order of the list's index, each time in a snapshot of its own. The place in
 * the index is held as bytes, since a text that is not Unicode would be another one after it became a string.
 */
function createWalk(mirror: ReadableDatabase, copied: CopiedColumn, most: number): () => ValueOfRow[] {
  const keys = keysOf(copied)
  const bytes = keys.map((key) => `CAST(${key} AS BLOB) AS ${key}`).join(', ')
  const keyOf = mirror.prepare<[number], Record<string, Buffer>>(
    `SELECT ${bytes} FROM ${tableOf(copied.resource)} WHERE row = ?`,
  )
  const walk = mirror.prepare<unknown[], ValueOfRow>(copySql(copied))
  let place: unknown[] = keys.map(() => '')
  return mirror.transaction(() => {
    const found = walk.all(...place, most)
    const last = found.at(-1)
    const key = last && keyOf.get(last.row)
    if (key) place = keys.map((name) => key[name])
    return found
  })
}

/**
 * The next rows of a column; separate so that its plan can be tested. The plus takes away the type of the text, with which SQLite would compare only the
 * first key in the index.
 */
export function copySql(copied: CopiedColumn): string {
  const keys = keysOf(copied)
  const columns = keys.map((key) => `t.${key}`).join(', ')
  const after = keys.map(() => '+CAST(? AS TEXT)').join(', ')
  return `${valuesSql(copied)} WHERE (${columns}) > (${after}) ORDER BY ${columns} LIMIT ?`
}

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
