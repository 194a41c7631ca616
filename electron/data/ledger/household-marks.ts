import { mostUnseen } from '../../../shared/domain/changes.ts'
import { isoTime } from '../../../shared/domain/days.ts'
import type { ContractInputs, ContractOutputs } from '../../../shared/ipc/contract.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

type Mark = { looked_at: number | null; looked_to: number }

/** Reads which of a household's changes are new, and since when changes are recorded. */
export function readHouseholdMark(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_id }: { household_id: string },
): ContractOutputs['changes']['household'] {
  const mark = ledger
    .prepare<[string], Mark>('SELECT looked_at, looked_to FROM household_mark WHERE household_id = ?')
    .get(household_id)
  const { looked_at, looked_to } = mark ?? { looked_at: null, looked_to: 0 }
  const [last] = readMeetings({ ledger }, { household_id }).meetings
  const copies = ledger
    .prepare<[number], { first: number | null; last: number | null }>(
      `SELECT iif(count(*) < ?, NULL, max(first_at)) AS first, max(nullif(last_at, first_at)) AS last FROM change_baseline`,
    )
    .get(listedResources.length)
  return {
    looked_at: isoOrNull(looked_at),
    looked_to,
    met_at: last?.met_at ?? null,
    recorded_since: isoOrNull(copies?.first ?? null),
    copied_again: isoOrNull(copies?.last ?? null),
    unseen: unseenOf(ledger)(household_id),
  }
}

/** Counts the new changes of households. */
export function readChangeCounts(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_ids }: { household_ids: readonly string[] },
): ContractOutputs['changes']['counts'] {
  const unseen = unseenOf(ledger)
  return { counts: household_ids.map((id) => ({ id, unseen: unseen(id) })) }
}

/** This computer's own writes are not counted. A record that moved away is a change of the household that it left, too. */
function unseenOf(ledger: ReadableStores['ledger']): (householdId: string) => number {
  const isNew = `is_own = 0
    AND seq > coalesce((SELECT looked_to FROM household_mark WHERE household_id = @household), 0)`
  const count = ledger
    .prepare<[{ household: string }], number>(
      `SELECT count(*) FROM (
         SELECT seq FROM observed_change WHERE household_id = @household AND ${isNew}
         UNION ALL SELECT seq FROM observed_change WHERE left_household_id = @household AND ${isNew} LIMIT ${mostUnseen})`,
    )
    .pluck()
  return (household) => count.get({ household }) ?? 0
}

const isoOrNull = (time: number | null) => (time === null ? null : isoTime(time))

/** Notes that changes up to a number were looked at. Two windows may look at once: the larger number counts. */
export function look(
  ledger: WritableDatabase,
  { household_id, to }: { household_id: string; to: number },
  now: number,
) {
  ledger
    .prepare(
      `INSERT INTO household_mark (household_id, looked_at, looked_to) VALUES (?, ?, ?)
       ON CONFLICT (household_id) DO UPDATE SET looked_at = excluded.looked_at,
         looked_to = max(looked_to, excluded.looked_to)`,
    )
    .run(household_id, now, to)
}

/** The meetings with a household that were logged here, the latest first. */
export function readMeetings(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_id }: { household_id: string },
): ContractOutputs['changes']['meetings'] {
  const rows = ledger
    .prepare<[string], { id: string; met_at: number; note: string }>(
      'SELECT id, met_at, note FROM meeting WHERE household_id = ? ORDER BY met_at DESC, id DESC',
    )
    .all(household_id)
  return { meetings: rows.map(({ met_at, ...row }) => ({ ...row, met_at: isoTime(met_at) })) }
}

/** Logs a meeting, changes it, or removes it (null). Returns what it was before; null if there was none. */
export function meet(
  ledger: WritableDatabase,
  { household_id, id, meeting }: Omit<ContractInputs['changes']['meet'], 'connectionId'>,
): ContractOutputs['changes']['meet']['before'] {
  const found = readMeetings({ ledger }, { household_id }).meetings.find((one) => one.id === id)
  if (meeting === null) ledger.prepare('DELETE FROM meeting WHERE household_id = ? AND id = ?').run(household_id, id)
  else
    ledger
      .prepare(
        `INSERT INTO meeting (id, household_id, met_at, note) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET met_at = excluded.met_at, note = excluded.note WHERE household_id = excluded.household_id`,
      )
      .run(id, household_id, Date.parse(meeting.met_at), meeting.note)
  return found ? { met_at: found.met_at, note: found.note } : null
}
