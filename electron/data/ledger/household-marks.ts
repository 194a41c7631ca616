import { mostUnseen } from '../../../shared/domain/changes.ts'
import { isoTime } from '../../../shared/domain/days.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { listedResources } from '../../../shared/service/resource.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

type Mark = { looked_at: number | null; looked_to: number; met_at: number | null }

/** Reads which of a household's changes are new, and since when changes are recorded. */
export function readHouseholdMark(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_id }: { household_id: string },
): ContractOutputs['changes']['household'] {
  const mark = ledger
    .prepare<[string], Mark>('SELECT looked_at, looked_to, met_at FROM household_mark WHERE household_id = ?')
    .get(household_id)
  const { looked_at, looked_to, met_at } = mark ?? { looked_at: null, looked_to: 0, met_at: null }
  const copies = ledger
    .prepare<[number], { first: number | null; last: number | null }>(
      `SELECT iif(count(*) < ?, NULL, max(first_at)) AS first, max(nullif(last_at, first_at)) AS last FROM change_baseline`,
    )
    .get(listedResources.length)
  return {
    looked_at: isoOrNull(looked_at),
    looked_to,
    met_at: isoOrNull(met_at),
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

/** Notes the last meeting, in ms since the epoch; null removes it. */
export function meet(
  ledger: WritableDatabase,
  { household_id, met_at }: { household_id: string; met_at: number | null },
): void {
  ledger
    .prepare(
      `INSERT INTO household_mark (household_id, looked_to, met_at) VALUES (?, 0, ?)
       ON CONFLICT (household_id) DO UPDATE SET met_at = excluded.met_at`,
    )
    .run(household_id, met_at)
}
