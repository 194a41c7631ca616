import type { DatedRecord, DateMark, EnteredDate, ImportedDate } from '../../../shared/ipc/dates.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** The fact that a date was added from. */
export type DateSource = {
  document_id: string
  /** Of the file whose text was read. */
  sha256: string
  page: number
  sentence: string
  scan: TextHit['scan']
}

type Row = EnteredDate & {
  id: string
  household_id: string
  resource: DatedRecord['resource']
  record_id: string
  source: string | null
  made_at: number
}

/** A date that the user noted; `made_at` in ms since the epoch. */
export type KeptDate = Omit<Row, 'source'> & { source: DateSource | null }

const columns = 'id, household_id, resource, record_id, kind, title, date, every, until, source, made_at'

/** Removed dates are kept this long, in ms, so that a removal can be undone. */
const removedFor = 86_400_000

const toKept = ({ source, ...row }: Row): KeptDate => ({
  ...row,
  source: source === null ? null : (JSON.parse(source) as DateSource),
})

/** The user's dates of one record, in the order they were made. */
export const datesOfRecord = ({ ledger }: Pick<ReadableStores, 'ledger'>, { resource, id }: DatedRecord): KeptDate[] =>
  ledger
    .prepare<[string, string], Row>(
      `SELECT ${columns} FROM own_date WHERE record_id = ? AND resource = ? AND removed_at IS NULL ORDER BY seq`,
    )
    .all(id, resource)
    .map(toKept)

/** All dates of the user, in the order they were made. There are few beside the records of a firm. */
export const allDates = ({ ledger }: Pick<ReadableStores, 'ledger'>): KeptDate[] =>
  ledger.prepare<[], Row>(`SELECT ${columns} FROM own_date WHERE removed_at IS NULL ORDER BY seq`).all().map(toKept)

type NewDate = { id: string; household_id: string; record: DatedRecord; fields: EnteredDate; source: DateSource | null }

/** Stores a date. Dates that were removed more than a day ago are deleted. */
export function addDate(ledger: WritableDatabase, { id, household_id, record, fields, source }: NewDate, now: number) {
  ledger.prepare('DELETE FROM own_date WHERE removed_at < ?').run(now - removedFor)
  const { kind, title, date, every, until } = fields
  ledger
    .prepare(`INSERT INTO own_date (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      ...[id, household_id, record.resource, record.id, kind, title, date, every, until],
      source === null ? null : JSON.stringify(source),
      now,
    )
}

/** Changes a date from what the user saw. False if it is another one now, or was removed. */
export function changeDate(
  ledger: WritableDatabase,
  { id, was, fields }: { id: string; was: EnteredDate; fields: EnteredDate },
): boolean {
  const valuesOf = ({ kind, title, date, every, until }: EnteredDate) => [kind, title, date, every, until]
  const { changes } = ledger
    .prepare(
      `UPDATE own_date SET kind = ?, title = ?, date = ?, every = ?, until = ?
       WHERE id = ? AND kind = ? AND title = ? AND date = ? AND every = ? AND until IS ? AND removed_at IS NULL`,
    )
    .run(...valuesOf(fields), id, ...valuesOf(was))
  return changes > 0
}

/**
 * Stores the dates of a file: new ones with their ids, and those of an id that is here in place of it. False, and nothing is stored, if one
 * is not as `was` says. Where a date was found stays with the one that is here; a file does not say it whole.
 */
export function importDates(
  ledger: WritableDatabase,
  { dates }: { dates: readonly ImportedDate[] },
  now: number,
): boolean {
  const current = ledger.prepare<[string], Row>(`SELECT ${columns} FROM own_date WHERE id = ? AND removed_at IS NULL`)
  const remove = ledger.prepare('DELETE FROM own_date WHERE id = ?')
  if (!dates.every(({ id, was }) => isSameDate(current.get(id) ?? null, was))) return false
  for (const { id, household_id, record, fields, was } of dates) {
    if (was !== null) changeDate(ledger, { id, was, fields })
    else {
      // It may have been removed in the last day.
      remove.run(id)
      addDate(ledger, { id, household_id, record, fields, source: null }, now)
    }
  }
  return true
}

/** Whether two dates are entered alike. */
export const isSameDate = (one: EnteredDate | null, other: EnteredDate | null): boolean =>
  one === null || other === null
    ? one === other
    : (['kind', 'title', 'date', 'every', 'until'] as const).every((field) => one[field] === other[field])

/** Removes a date, or restores one that was removed in the last day. False if there is no such date any more. */
export function setDateRemoved(
  ledger: WritableDatabase,
  { id, removed }: { id: string; removed: boolean },
  now: number,
): boolean {
  const { changes } = ledger.prepare('UPDATE own_date SET removed_at = ? WHERE id = ?').run(removed ? now : null, id)
  return changes > 0 || removed
}

/** The setting with the day, `YYYY-MM-DD`, on which the user was last notified of dates. */
const noticedSetting = 'dates-noticed'

/** Notes that the user is notified of dates on a day. False if that was noted before: one notification a day is enough. */
export function noteNotice(ledger: WritableDatabase, { day }: { day: string }): boolean {
  const { changes } = ledger
    .prepare(
      `INSERT INTO setting (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    )
    .run(noticedSetting, day)
  return changes > 0
}

/** The day of a date that is marked: `what` is `own` for the user's date `subject`, or the rule that derives it for the record `subject`. */
type Marked = { subject: string; what: string; date: string }

/** A mark as it is stored. */
export type KeptMark = Marked & DateMark

type MarkRow = Marked & { is_done: number; snoozed_until: string | null; note: string }

const toMark = ({ is_done, ...row }: MarkRow): KeptMark => ({ ...row, is_done: is_done === 1 })

/** The marks of the days of a span. */
export const marksBetween = (
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { from, to }: { from: string; to: string },
): KeptMark[] =>
  ledger
    .prepare<[string, string], MarkRow>(
      'SELECT subject, what, date, is_done, snoozed_until, note FROM date_mark WHERE date BETWEEN ? AND ?',
    )
    .all(from, to)
    .map(toMark)

/** Marks the day of a date, from what the user saw. False if it is marked otherwise now. */
export function setDateMark(
  ledger: WritableDatabase,
  { subject, what, date, was, mark }: Marked & { was: DateMark; mark: DateMark },
): boolean {
  const before = ledger
    .prepare<[string, string, string], MarkRow>(
      'SELECT subject, what, date, is_done, snoozed_until, note FROM date_mark WHERE subject = ? AND what = ? AND date = ?',
    )
    .get(subject, what, date)
  const { is_done, snoozed_until, note } = before ? toMark(before) : { is_done: false, snoozed_until: null, note: '' }
  if (is_done !== was.is_done || snoozed_until !== was.snoozed_until || note !== was.note) return false
  if (!mark.is_done && mark.snoozed_until === null && mark.note === '') {
    ledger.prepare('DELETE FROM date_mark WHERE subject = ? AND what = ? AND date = ?').run(subject, what, date)
    return true
  }
  ledger
    .prepare(
      'INSERT OR REPLACE INTO date_mark (subject, what, date, is_done, snoozed_until, note) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(subject, what, date, mark.is_done ? 1 : 0, mark.snoozed_until, mark.note)
  return true
}
