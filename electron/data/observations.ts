import type { Valuation } from '../../shared/service/valuation.ts'
import { createClassLearner } from './ledger/asset-classes.ts'
import type { Db } from './open-database.ts'

/** Valuations that this computer has observed, kept permanently in the ledger. */
export type Observations = {
  /**
   * Appends a valuation unless it equals the last one observed for its entity, and learns its asset classes. Opens the ledger's
   * part of the batch if necessary.
   */
  add(valuation: Valuation, seen: Seen): void
}

type Seen = {
  json: string
  digest: Buffer
  /** Time of the observation, ms since the epoch. */
  at: number
  /** Time of the check before this one, ms since the epoch; null if there was none. */
  checkedBefore: () => number | null
}

/** {@link Observations} on the ledger's connection; statements are prepared once. */
export function createObservations(ledger: Db): Observations {
  const last = ledger.prepare<[string], { digest: Buffer }>(
    'SELECT digest FROM observed_valuation WHERE entity_id = ? ORDER BY seq DESC LIMIT 1',
  )
  const insert = ledger.prepare(
    `INSERT INTO observed_valuation (entity_id, observed_at, valuation_id, effective_date,
       directly_held_asset_value, total_value, digest, json, checked_before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const learn = createClassLearner(ledger)
  return {
    add(valuation, { json, digest, at, checkedBefore }) {
      if (last.get(valuation.entity_id)?.digest.equals(digest)) return
      // Opened together with the mirror's batch and committed just before it.
      if (!ledger.inTransaction) ledger.exec('BEGIN IMMEDIATE')
      insert.run(
        valuation.entity_id,
        at,
        valuation.id,
        valuation.effective_date,
        valuation.directly_held_asset_value,
        valuation.total_value,
        digest,
        json,
        checkedBefore(),
      )
      learn(valuation, at)
    },
  }
}
