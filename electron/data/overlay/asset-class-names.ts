import type { Db } from '../open-database.ts'

export type AssetClassNames = {
  /** An asset class's name if this computer knows it, else its id. */
  of(id: string): string
  /** Called for classes without a name that pending work no longer uses: deleted unless something else uses them. */
  forget(ids: readonly string[]): void
}

export function createAssetClassNames(mirror: Db, ledger: Db): AssetClassNames {
  const seen = mirror.prepare<[string], string>('SELECT name FROM asset_class WHERE id = ? AND name <> id').pluck()
  const known = ledger
    .prepare<[string], string | null>('SELECT coalesce(name, given_name) FROM known_asset_class WHERE id = ?')
    .pluck()
  const forget = mirror.prepare(
    `DELETE FROM asset_class WHERE id = ? AND name = id
       AND NOT EXISTS (SELECT 1 FROM holding h WHERE h.class = asset_class.row)`,
  )
  return {
    of: (id) => seen.get(id) ?? known.get(id) ?? id,
    forget: (ids) => {
      for (const id of ids) forget.run(id)
    },
  }
}
