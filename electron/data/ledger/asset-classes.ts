import type { GivenAssetClass } from '../../../shared/ipc/asset-classes.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { Db } from '../open-database.ts'

/** Records the asset classes of a valuation that was just observed; inside its transaction. */
export function createClassLearner(ledger: Db): (valuation: Valuation, at: number) => void {
  const learn = ledger.prepare(
    `INSERT INTO known_asset_class (id, name, uses, last_seen) VALUES (?, ?, 1, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, uses = uses + 1, last_seen = excluded.last_seen`,
  )
  return ({ directly_held_assets }, at) => {
    const names = new Map(directly_held_assets.map(({ asset_class: { id, display_name } }) => [id, display_name]))
    for (const [id, name] of names) learn.run(id, name, at)
  }
}

/** Adds a class by hand, or renames one that exists. */
export function addClass(ledger: Db, { id, name }: GivenAssetClass, now: number): void {
  ledger
    .prepare(
      `INSERT INTO known_asset_class (id, uses, given_name, added_at) VALUES (?, 0, ?, ?)
       ON CONFLICT (id) DO UPDATE SET given_name = excluded.given_name, added_at = excluded.added_at`,
    )
    .run(id, name, now)
}

/** Adds the classes that are not known yet; known ones are unchanged. */
export function addClasses(ledger: Db, { classes }: { classes: readonly GivenAssetClass[] }, now: number): void {
  const add = ledger.prepare(
    `INSERT INTO known_asset_class (id, uses, given_name, added_at) VALUES (?, 0, ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  for (const { id, name } of classes) add.run(id, name, now)
}

/** Removes a class that the user added; one learned from a valuation stays. */
export function forgetClass(ledger: Db, { id }: { id: string }): void {
  ledger.prepare('DELETE FROM known_asset_class WHERE id = ? AND name IS NULL').run(id)
  ledger.prepare('UPDATE known_asset_class SET given_name = NULL, added_at = NULL WHERE id = ?').run(id)
}
