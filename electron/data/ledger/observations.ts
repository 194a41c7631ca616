import type { GivenAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { WritableDatabase } from '../open-database.ts'

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
export function createObservations(ledger: WritableDatabase): Observations {
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

/** Records the asset classes of a valuation that was just observed; inside its transaction. */
function createClassLearner(ledger: WritableDatabase): (valuation: Valuation, at: number) => void {
  const learn = ledger.prepare(
    `INSERT INTO known_asset_class (id, name, uses, last_seen) VALUES (?, ?, 1, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, uses = uses + 1, last_seen = excluded.last_seen`,
  )
  return ({ directly_held_assets }, at) => {
    const names = new Map(directly_held_assets.map(({ asset_class: { id, display_name } }) => [id, display_name]))
    for (const [id, name] of names) learn.run(id, name, at)
  }
}

/** Adds an asset class by hand, or renames one that exists. */
export function addClass(ledger: WritableDatabase, { id, name }: GivenAssetClass, now: number): void {
  ledger
    .prepare(
      `INSERT INTO known_asset_class (id, uses, given_name, added_at) VALUES (?, 0, ?, ?)
       ON CONFLICT (id) DO UPDATE SET given_name = excluded.given_name, added_at = excluded.added_at`,
    )
    .run(id, name, now)
}

/** Adds the classes that are not known yet; known ones are unchanged. */
export function addClasses(
  ledger: WritableDatabase,
  { classes }: { classes: readonly GivenAssetClass[] },
  now: number,
): void {
  const add = ledger.prepare(
    `INSERT INTO known_asset_class (id, uses, given_name, added_at) VALUES (?, 0, ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  for (const { id, name } of classes) add.run(id, name, now)
}

/** Removes a class that the user added; one learned from a valuation stays. */
export function forgetClass(ledger: WritableDatabase, { id }: { id: string }): void {
  ledger.prepare('DELETE FROM known_asset_class WHERE id = ? AND name IS NULL').run(id)
  ledger.prepare('UPDATE known_asset_class SET given_name = NULL, added_at = NULL WHERE id = ?').run(id)
}
