import { nextOccurrence } from '../../../shared/dates/own-dates.ts'
import { isoTime } from '../../../shared/domain/days.ts'
import type { EnteredDate, ImportedDate, OwnDate } from '../../../shared/ipc/dates.ts'
import type { LinkPlace } from '../../../shared/ipc/estate.ts'
import { tableOf } from '../../../shared/service/resource.ts'
import { allDates, type DateSource, datesOfRecord, isSameDate, type KeptDate } from '../ledger/own-dates.ts'
import type { InputOf, OutputOf, Reader } from './reader.ts'
import { linkTo } from './records.ts'

/** The user's dates of one record. */
export const readRecordDates = (reader: Reader, record: InputOf<'dates', 'ofRecord'>): OutputOf<'dates', 'ofRecord'> =>
  inOrder(reader, datesOfRecord(reader, record))

/** The user's dates of a household and of what is in it; of a record that is gone, those noted while it was in this household. */
export function readHouseholdDates(
  reader: Reader,
  { household_id }: InputOf<'dates', 'ofHousehold'>,
): OutputOf<'dates', 'ofHousehold'> {
  const householdOf = prepareHouseholdOf(reader)
  return inOrder(
    reader,
    allDates(reader).filter((kept) => householdOf(kept) === household_id),
  )
}

/** A date as a file has it. */
export type FileDate = Pick<ImportedDate, 'id' | 'record'> & { fields: EnteredDate }

/**
 * Compares dates of a file with those here: by their ids, and else by record and content, so that a date that was typed in both places is
 * not stored twice. `unknown`: their records are not in the offline copy.
 */
export function compareDates(reader: Reader, { dates }: { dates: readonly FileDate[] }) {
  const kept = allDates(reader)
  const byId = new Map(kept.map((date) => [date.id, date]))
  const of = ({ record: { resource, id } }: FileDate) =>
    kept.filter((one) => one.resource === resource && one.record_id === id)
  const householdOf = ({ record: { resource, id } }: FileDate) =>
    reader.mirror
      .prepare<[string], string>(
        `SELECT ${resource === 'households' ? 'id' : 'household_id'} FROM ${tableOf(resource)} WHERE id = ?`,
      )
      .pluck()
      .get(id)
  const found: { dates: ImportedDate[]; same: number; unknown: FileDate[] } = { dates: [], same: 0, unknown: [] }
  for (const date of dates) {
    const before = byId.get(date.id)
    const household_id = householdOf(date)
    if (before ? isSameDate(before, date.fields) : of(date).some((one) => isSameDate(one, date.fields))) found.same += 1
    else if (household_id === undefined) found.unknown.push(date)
    else {
      const { kind, title, date: day, every, until } = before ?? date.fields
      found.dates.push({ ...date, household_id, was: before ? { kind, title, date: day, every, until } : null })
    }
  }
  return found
}

/** Looks up the household that the record of a date belongs to now; of one that is gone, the household it belonged to. */
export function prepareHouseholdOf({ mirror }: Pick<Reader, 'mirror'>): (kept: KeptDate) => string {
  const inTable = (table: string) =>
    mirror.prepare<[string], string>(`SELECT household_id FROM ${table} WHERE id = ?`).pluck()
  const select = {
    individuals: inTable('individuals'),
    entities: inTable('entities'),
    documents: inTable('documents'),
  }
  return ({ resource, record_id, household_id }) =>
    (resource === 'households' ? record_id : select[resource].get(record_id)) ?? household_id
}

function inOrder(reader: Reader, kept: readonly KeptDate[]): { dates: OwnDate[] } {
  const today = reader.today()
  const placeOf = preparePlaceOf(reader)
  const dates = kept.map(({ household_id: _household, resource, record_id, source, made_at, ...date }) => ({
    ...date,
    record: { resource, ...linkTo(reader, resource, record_id) },
    next: nextOccurrence(date, today),
    found_in: source && placeOf(source),
    made_at: isoTime(made_at),
  }))
  // Past dates come last, the latest of them first.
  const coming = dates.filter(({ next }) => next !== null).toSorted((one, other) => byText(one.next, other.next))
  const past = dates.filter(({ next }) => next === null).toSorted((one, other) => byText(other.date, one.date))
  return { dates: [...coming, ...past] }
}

const byText = (one: string | null, other: string | null): number => {
  const [first, second] = [one ?? '', other ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

/** Reads where a date was found. A document whose file is another one by now has changed. */
export function preparePlaceOf(reader: Reader): (source: DateSource) => LinkPlace {
  const digest = reader.mirror.prepare<[string], string>('SELECT sha256 FROM file_text WHERE document_id = ?').pluck()
  const title = reader.mirror
    .prepare<[string], string>(`SELECT title FROM ${tableOf('documents')} WHERE id = ?`)
    .pluck()
  return ({ document_id, sha256, page, scan }) => {
    const name = title.get(document_id) ?? null
    const state = name === null ? 'gone' : (digest.get(document_id) ?? sha256) === sha256 ? 'same' : 'changed'
    return { document_id, document_name: name, page, state, scan }
  }
}
