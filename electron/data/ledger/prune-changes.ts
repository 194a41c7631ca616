import { isListOfParts, joinedDifference } from '../../../shared/domain/record-differences.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { WritableDatabase } from '../open-database.ts'
import { isOwnChange, type StoredField } from './changes.ts'

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
  fields: string
  observed_at: number
  seen_before: number | null
}

/** A change whose fields may have been joined to a later one. */
type OldChange = Omit<Row, 'fields'> & { fields: StoredField[]; isJoined: boolean }

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

type Period = (at: string) => string

function joinRows(ledger: WritableDatabase, rows: readonly Row[], period: Period): void {
  const drop = ledger.prepare('DELETE FROM observed_change WHERE seq = ?')
  const keep = ledger.prepare('UPDATE observed_change SET fields = ?, is_own = ?, seen_before = ? WHERE seq = ?')
  for (const { seq, fields, seen_before, isJoined } of joined(rows, period)) {
    if (!isJoined) continue
    if (fields.length === 0) drop.run(seq)
    else keep.run(JSON.stringify(fields), isOwnChange(fields) ? 1 : 0, seen_before, seq)
  }
}

function joined(rows: readonly Row[], period: Period): OldChange[] {
  /** The latest change of each field of each record that a later one may be joined to. */
  const open = new Map<string, Map<string, OldChange>>()
  return rows.map((row) => {
    const change: OldChange = { ...row, fields: JSON.parse(row.fields), isJoined: false }
    const record = `${row.resource} ${row.record_id}`
    const latest = open.get(record) ?? new Map<string, OldChange>()
    open.set(record, latest)
    // A record that came or left stays between what was before and after it.
    if (row.kind !== 'changed') latest.clear()
    for (const field of [...change.fields]) joinField(change, field, latest, period)
    return change
  })
}

/** Moves the same field of an earlier change of the period into this one. */
function joinField(change: OldChange, field: StoredField, latest: Map<string, OldChange>, period: Period): void {
  const { field: name, operation } = field
  // An own write, too, stays between what was before and after it.
  if (operation !== null || change.left_household_id !== null) {
    latest.delete(name)
    return
  }
  const earlier = latest.get(name)
  const before = earlier?.fields.find((one) => one.field === name)
  latest.set(name, change)
  if (!earlier || !before || !isOnePeriod(earlier, change, period)) return
  const both = joinedDifference(isListOfParts(change.resource, name), before, field)
  replace(earlier, name, null)
  replace(change, name, both && { ...field, ...both })
  if (both === null) latest.delete(name)
  else change.seen_before = earliest(earlier.seen_before, change.seen_before)
}

function replace(change: OldChange, name: string, field: StoredField | null): void {
  change.fields = change.fields.flatMap((one) => (one.field !== name ? [one] : field ? [field] : []))
  change.isJoined = true
}

/** All fields of a change have happened since the earlier moment; unknown if either is. */
const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.min(one, other)

const isOnePeriod = (before: OldChange, change: OldChange, period: Period): boolean =>
  before.household_id === change.household_id && period(iso(before.observed_at)) === period(iso(change.observed_at))

const iso = (at: number) => new Date(at).toISOString()
