import type { Writer } from '../writer.ts'
import type { RecordChange } from './record-change.ts'

/** A change of the demo firm's made-up history. */
export type PastChange = RecordChange

/** The made-up history of the demo firm, oldest first; times in ms since the epoch. */
export type PastChanges = { changes: readonly PastChange[]; since: number; lookedAt: number }

/** Records the demo firm's history as if this computer had seen it, with everything before `lookedAt` looked at. */
export function plantChanges(writer: Writer, { changes, since, lookedAt }: PastChanges): void {
  const { ledger, batch } = writer
  batch.write(() => {
    for (const change of changes) writer.changes.add(change)
    writer.changes.write()
    ledger.prepare('UPDATE change_baseline SET first_at = ?, last_at = ?').run(since, since)
    ledger
      .prepare(
        `INSERT OR IGNORE INTO household_mark (household_id, looked_at, looked_to)
         SELECT household_id, @at, (SELECT coalesce(max(seq), 0) FROM observed_change WHERE observed_at <= @at)
         FROM observed_change WHERE household_id IS NOT NULL GROUP BY household_id`,
      )
      .run({ at: lookedAt })
  })
  for (const resource of new Set(changes.map((change) => change.resource))) batch.changed(resource)
  batch.commit()
}
