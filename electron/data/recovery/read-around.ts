import { isDamage } from '../cache-errors.ts'
import type { WritableDatabase } from '../open-database.ts'
import { between, gapsOfLikeKeys, textEnd } from './text-keys.ts'

/** A table of the damaged file: the key of its rows, and the columns to read. */
export type Damaged = {
  db: WritableDatabase
  table: string
  key: string
  isText: boolean
  columns: readonly string[]
  last: number
}

type Key = string | number
type Row = Record<string, unknown>
/**
 * Keys that have not been read yet. `from` itself is included: a search for keys after another one begins on that key's page,
 * which may be the damaged one.
 */
type Gap = { from: Key; before: Key }

/** Most numeric keys that are tried one by one before the rest is given up. */
const mostNumbers = 100_000
/** Most attempts with text keys: in the middle of an unread range, then in the middle of its halves. */
const mostTexts = 4_000

/**
 * Yields every row that can be read, however many parts of the table are damaged: rows before, after and between damaged places.
 * A page that was changed cannot be decrypted, so every row is exactly as it was written.
 * @returns true if the whole table was read
 */
export function* readAround(damaged: Damaged): Generator<Row, boolean> {
  return yield* damaged.isText ? readByTexts(damaged) : readByNumbers(damaged)
}

function* readByNumbers(damaged: Damaged): Generator<Row, boolean> {
  const all: Gap = { from: 0, before: Number.MAX_SAFE_INTEGER }
  const up = yield* readRun(damaged, all, 'ASC')
  if (up.isWhole) return true
  const from = up.reached ?? all.from
  const down = yield* readRun(damaged, { from, before: all.before }, 'DESC')
  yield* readNumbers(damaged, { from, before: down.reached ?? damaged.last + 1 })
  return false
}

function* readByTexts(damaged: Damaged): Generator<Row, boolean> {
  const up = yield* walk(damaged, 'ASC')
  if (up.toEnd) return up.missed === 0
  const down = yield* walk(damaged, 'DESC')
  yield* readTexts(damaged, { from: up.reached ?? '', before: down.reached ?? textEnd })
  return false
}

/**
 * Rows in the order of their text keys, skipping unreadable ones, as long as the pages with the keys are intact. Long rows
 * continue on other pages. It advances by offset, because a search by key reads whole rows on its way, damaged ones too.
 */
function* walk(
  { db, table, key, columns }: Damaged,
  order: 'ASC' | 'DESC',
): Generator<Row, { reached: string | null; toEnd: boolean; missed: number }> {
  const { steps, reached, toEnd } = countSteps(db, `SELECT ${key} FROM ${table} ORDER BY ${key} ${order}`)
  const rows = db.prepare<[number], Row>(
    `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${key} ${order} LIMIT -1 OFFSET ?`,
  )
  let missed = 0
  for (let at = 0; at < steps; at += 1) {
    try {
      for (const row of rows.iterate(at)) {
        yield row
        at += 1
      }
    } catch (problem) {
      if (!isDamage(problem)) throw problem
      if (at < steps) missed += 1
    }
  }
  return { reached, toEnd, missed }
}

function countSteps(db: WritableDatabase, sql: string): { steps: number; reached: string | null; toEnd: boolean } {
  const found: { steps: number; reached: string | null } = { steps: 0, reached: null }
  try {
    for (const reached of db.prepare<[], string>(sql).pluck().iterate()) {
      found.steps += 1
      found.reached = reached
    }
    return { ...found, toEnd: true }
  } catch (problem) {
    if (!isDamage(problem)) throw problem
    return { ...found, toEnd: false }
  }
}

/** Consecutive rows until one cannot be read. */
function* readRun(
  { db, table, key, columns }: Damaged,
  { from, before }: Gap,
  order: 'ASC' | 'DESC',
): Generator<Row, { reached: Key | null; isWhole: boolean }> {
  let reached: Key | null = null
  try {
    const rows = db.prepare<[Key, Key], Row>(
      `SELECT ${key} AS "the key", ${columns.join(', ')} FROM ${table}
       WHERE ${key} >= ? AND ${key} < ? ORDER BY ${key} ${order}`,
    )
    for (const { 'the key': found, ...row } of rows.iterate(from, before)) {
      yield row
      reached = found as Key
    }
    return { reached, isWhole: true }
  } catch (problem) {
    if (!isDamage(problem)) throw problem
    return { reached, isWhole: false }
  }
}

function* readNumbers(damaged: Damaged, { from, before }: Gap): Generator<Row, void> {
  const end = Math.min(Number(before), Number(from) + mostNumbers)
  for (let next = Number(from) + 1; next < end; next += 1) {
    const { reached, isWhole } = yield* readRun(damaged, { from: next, before }, 'ASC')
    if (isWhole) return
    if (reached !== null) next = Number(reached)
  }
}

/**
 * Where a row is found, all intact rows around it are read, up to the damage on both sides. Rows between two damaged places are
 * found by trying the middle, so a single row there may be missed.
 */
function* readTexts(damaged: Damaged, whole: Gap): Generator<Row, void> {
  const gaps = gapsOfLikeKeys(String(whole.from), String(whole.before))
  for (let tries = 0; tries < mostTexts; tries += 1) {
    const gap = gaps.shift()
    if (gap === undefined) return
    const middle = between(gap.from, gap.before)
    if (middle === null) continue
    const up = yield* readRun(damaged, { from: middle, before: gap.before }, 'ASC')
    const isMet = up.isWhole || up.reached !== null
    const down = isMet ? yield* readRun(damaged, { from: gap.from, before: middle }, 'DESC') : null
    if (!down?.isWhole) gaps.push({ from: gap.from, before: String(down?.reached ?? middle) })
    if (!up.isWhole) gaps.push({ from: String(up.reached ?? middle), before: gap.before })
  }
}
