import { isDamage } from '../cache-errors.ts'
import type { Db } from '../open-database.ts'
import { between, gapsOfLikeKeys, textEnd } from './text-keys.ts'

/** A table of the damaged file: by what its rows are found, and which columns are wanted. */
export type Damaged = { db: Db; table: string; key: string; isText: boolean; columns: readonly string[]; last: number }

type Key = string | number
type Row = Record<string, unknown>
/**
 * Keys of which nothing is known yet. The first is looked for, too: a search for what comes after a key begins on that key's
 * page, which may be the damaged one.
 */
type Gap = { from: Key; before: Key }

/** Where the keys of a row are numbers, each of so many is tried before the rest is given up. */
const mostNumbers = 100_000
/** Texts are tried in the middle of what is unknown, and again in the middle of the halves. */
const mostTexts = 4_000

/**
 * Gives every row that can be read, however many parts of the table cannot: those before the damage, those behind it, and
 * what lies between two damaged places. A page that was changed does not open, so that no row is ever another one than was
 * written.
 * @returns whether the table was whole
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
 * Rows in the order of their texts, past those that cannot be read, as far as the pages that hold the texts are whole. Long rows
 * go on in other pages. Steps are taken because a search reads whole rows on its way, damaged ones too.
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

function countSteps(db: Db, sql: string): { steps: number; reached: string | null; toEnd: boolean } {
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

/** Rows one after the other until one cannot be read. */
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
 * Wherever a row is met, all whole ones around it are read, up to the damage on both sides. What lies between two damaged
 * places is met by looking in the middle, so that a single row there may be missed.
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
