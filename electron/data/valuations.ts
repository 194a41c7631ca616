import type { PageCounts } from './connection-store.ts'
import { keepValuation } from './keep-valuation.ts'
import { pinnedHouseholds } from './ledger/travel.ts'
import { updatedAtOf } from './mirror/record-table.ts'
import { loseValuation } from './overlay/receive.ts'
import { parseBody } from './parse-body.ts'
import type { Writer } from './writer.ts'

/** Answers that make one batch's worth of work, as a share of a page of 1000 records. */
const pagesPerAnswer = 1 / 50

export type ValuationAnswer = { entityId: string; bytes: Uint8Array<ArrayBuffer> | null }

/** Entities in the order their valuations should be asked for; see `ConnectionStore.entitiesToValue`. */
export function entitiesToValue(writer: Writer, options: { limit: number; notCheckedSince: string }) {
  const { mirror, ledger } = writer
  const before = Date.parse(options.notCheckedSince)
  const pinned = mirror
    .prepare<[string, number, number], string>(valuationOrder.pinned)
    .pluck()
    .all(JSON.stringify(pinnedHouseholds(ledger)), before, options.limit)
  const rest = mirror.prepare<[number, number], string>(valuationOrder.all).pluck().all(before, options.limit)
  const total = mirror.prepare<[number], number>(valuationOrder.count).pluck().get(before)
  return { ids: [...new Set([...pinned, ...rest])].slice(0, options.limit), total: total ?? 0 }
}

const dueSince = '(c.checked_at IS NULL OR c.checked_at < ?)'
const longestAgo = 'ORDER BY c.checked_at IS NOT NULL, c.checked_at, e.row LIMIT ?'
const checkedEntities = `FROM entities e LEFT JOIN valuation_check c ON c.entity_id = e.id WHERE ${dueSince}`

/** Entities that are due: those of some households, and all. */
export const valuationOrder = {
  pinned: `SELECT e.id FROM json_each(?) p JOIN entities e ON e.household_id = p.value
    LEFT JOIN valuation_check c ON c.entity_id = e.id WHERE ${dueSince} ${longestAgo}`,
  all: `SELECT e.id ${checkedEntities} ${longestAgo}`,
  count: `SELECT count(*) ${checkedEntities}`,
} as const

/**
 * Keeps an answer to "latest valuation of", and observes it in the ledger when it differs from what was last observed.
 * @throws AppError `service/not-json` or `cache/…`.
 */
export function applyValuation(writer: Writer, { entityId, bytes }: ValuationAnswer): PageCounts {
  const counts: PageCounts = { written: 0, unchanged: 0, setAside: 0 }
  const body = bytes === null ? null : parseBody(bytes)
  const updatedAt = body === null ? null : updatedAtOf(body.value)
  if (writer.answers.isOutrun({ resource: 'valuations', id: entityId }, updatedAt)) return { ...counts, unchanged: 1 }
  writer.batch.write(() => {
    if (body === null) counts[forgetValuation(writer, entityId) ? 'written' : 'unchanged']++
    else counts[keepValuation(writer, entityId, body)]++
    const outcome = body === null ? 'none' : counts.setAside ? 'set-aside' : 'valued'
    writer.valuations.checked(entityId, writer.now(), outcome)
  })
  if (counts.unchanged === 0) writer.batch.changed('valuations')
  writer.batch.done(pagesPerAnswer)
  return counts
}

/** Every entity that was due has been asked. */
export function completeValuations(writer: Writer): void {
  writer.batch.write(() =>
    writer.mirror
      .prepare(
        `INSERT INTO resource_state (resource, version, loaded, searched_to, complete_ended_at)
         VALUES ('valuations', 1, 1, 0, ?)
         ON CONFLICT (resource) DO UPDATE SET complete_ended_at = excluded.complete_ended_at`,
      )
      .run(writer.now()),
  )
  writer.batch.commit()
}

/** An entity is gone, and its valuation with it. */
export function forgetValuation(writer: Writer, entityId: string): boolean {
  return loseValuation(writer, entityId)
}
