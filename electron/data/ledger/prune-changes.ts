import { isListOfParts, joinedDifference } from '../../../shared/domain/record-differences.ts'
import type { Json } from '../../../shared/domain/same.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'

/** Changes of one field of one record are joined within a period, once they are this old. Ages in ms. */
const steps = [
  { setting: 'changes-by-day', age: 90 * 86_400_000, period: (at: string) => at.slice(0, 10) },
  { setting: 'changes-by-month', age: 365 * 86_400_000, period: (at: string) => at.slice(0, 7) },
] as const

/** Rows looked at in one call, so that a sweep never waits for it; the next call goes on from there. */
const mostRows = 5_000

type Row = {
  seq: number
  resource: Resource
  record_id: string
  household_id: string | null
  left_household_id: string | null
  kind: string
  field: string | null
  before: string | null
  after: string | null
  observed_at: number
  seen_before: number | null
  operation: number | null
}

/**
 * Deletes recorded changes that are older than `months` (0: none) and joins old ones: a field that changed several times on one day
 * or in one month changed once, from its first value to its last.
 */
export function pruneChanges(ledger: WritableDatabase, { months }: { months: number }, now: number): void {
  if (months > 0) dropBefore(ledger, monthsBefore(now, months))
  for (const step of steps) joinOld(ledger, step, now)
}

function monthsBefore(now: number, months: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate())
}

/** Only the oldest rows are looked at: they were recorded in the order of time, unless a clock was set back. */
function dropBefore(ledger: WritableDatabase, moment: number): void {
  ledger
    .prepare(
      `DELETE FROM observed_change WHERE seq IN
         (SELECT seq FROM (SELECT seq, observed_at FROM observed_change ORDER BY seq LIMIT ${mostRows}) WHERE observed_at < ?)`,
    )
    .run(moment)
}

function joinOld(ledger: WritableDatabase, { setting, age, period }: (typeof steps)[number], now: number): void {
  const doneTo = ledger.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(setting)
  const rows = ledger
    .prepare<[number], Row>(`SELECT * FROM observed_change WHERE seq > ? ORDER BY seq LIMIT ${mostRows}`)
    .all(Number(doneTo ?? 0))
  const young = rows.findIndex(({ observed_at }) => observed_at > now - age)
  const old = young < 0 ? rows : rows.slice(0, young)
  const last = old.at(-1)
  if (!last) return
  joinRows(ledger, old, period)
  ledger.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(setting, String(last.seq))
}

function joinRows(ledger: WritableDatabase, rows: readonly Row[], period: (at: string) => string): void {
  const drop = ledger.prepare('DELETE FROM observed_change WHERE seq = ?')
  const keep = ledger.prepare('UPDATE observed_change SET before = ?, after = ?, seen_before = ? WHERE seq = ?')
  /** The latest row of each field of each record that a later one may be joined to. */
  const open = new Map<string, Map<string, Row>>()
  for (const row of rows) {
    const { resource, record_id, field } = row
    const record = `${resource} ${record_id}`
    const fields = open.get(record) ?? new Map<string, Row>()
    open.set(record, fields)
    if (field === null || !isJoinable(row)) {
      // A record that came or left, and an own write, stay between what was before and after them.
      if (field === null) fields.clear()
      else fields.delete(field)
      continue
    }
    const before = fields.get(field)
    if (!before || !isOnePeriod(before, row, period)) {
      fields.set(field, row)
      continue
    }
    drop.run(before.seq)
    const joined = joinedDifference(isListOfParts(resource, field), valuesOf(before), valuesOf(row))
    if (joined === null) {
      drop.run(row.seq)
      fields.delete(field)
      continue
    }
    const merged: Row = {
      ...row,
      before: JSON.stringify(joined.before),
      after: JSON.stringify(joined.after),
      seen_before: before.seen_before,
    }
    keep.run(merged.before, merged.after, merged.seen_before, row.seq)
    fields.set(field, merged)
  }
}

const isJoinable = ({ kind, operation, left_household_id }: Row): boolean =>
  kind === 'changed' && operation === null && left_household_id === null

const isOnePeriod = (before: Row, row: Row, period: (at: string) => string): boolean =>
  before.household_id === row.household_id && period(iso(before.observed_at)) === period(iso(row.observed_at))

const iso = (at: number) => new Date(at).toISOString()

const valuesOf = ({ before, after }: Row): { before: Json; after: Json } => ({
  before: JSON.parse(before ?? 'null'),
  after: JSON.parse(after ?? 'null'),
})
