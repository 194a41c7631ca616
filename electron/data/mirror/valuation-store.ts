import { add, type Decimal, subtract, toDecimal, zero } from '../../../shared/domain/money.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Valuation } from '../../../shared/service/valuation.ts'
import type { WritableDatabase } from '../open-database.ts'
import { type SearchIndex, valuationBody } from './search-index.ts'

/** Latest valuations with their holdings and search rows; always inside an open transaction. */
export type ValuationStore = {
  /** Inserts or updates an entity's valuation; false when the stored JSON is the same text already. */
  put(valuation: Valuation, json: string, checkedAt: number): boolean
  /** The displayed JSON of an entity's valuation; null when it has none. */
  jsonOf(entityId: string): string | null
  /** Returns true if there was one to remove. */
  remove(entityId: string): boolean
  /** Records the answer to "latest valuation of". */
  checked(entityId: string, at: number, outcome: 'none' | 'set-aside' | 'valued'): void
  /**
   * Records that a request for it was refused, or answered without a valuation although one is stored, with the HTTP status; 0: the
   * answer was unreadable.
   */
  unanswered(entityId: string, at: number, status: number): void
  /** The entity is gone: deletes what is known of its valuation. */
  forgetCheck(entityId: string): void
  /** When an entity was last asked for its valuation, ms since the epoch; null unless it had one then. */
  lastValued(entityId: string): number | null
  /** When an entity was last asked for its valuation, whatever the answer, ms since the epoch; null if never. */
  lastChecked(entityId: string): number | null
}

/** `changed` reports that rows of a resource changed in the open batch. */
type Beside = { search: SearchIndex; changed: (resource: Resource) => void }

/** A {@link ValuationStore} on one connection; statements are prepared once. */
export function createValuationStore(db: WritableDatabase, { search, changed }: Beside): ValuationStore {
  const find = db.prepare<[string], { row: number; json: string }>(
    'SELECT row, json FROM valuations WHERE entity_id = ?',
  )
  const remove = db.prepare('DELETE FROM valuations WHERE row = ?')
  const store = prepareStore(db)
  const putHoldings = prepareHoldings(db)
  const lastValued = db
    .prepare<[string], number>("SELECT checked_at FROM valuation_check WHERE entity_id = ? AND outcome = 'valued'")
    .pluck()
  const lastChecked = db.prepare<[string], number>('SELECT checked_at FROM valuation_check WHERE entity_id = ?').pluck()
  const forgetCheck = db.prepare('DELETE FROM valuation_check WHERE entity_id = ?')
  const checked = db.prepare(
    `INSERT OR REPLACE INTO valuation_check (entity_id, checked_at, outcome, entity_updated_at)
     VALUES (?, ?, ?, (SELECT updated_at FROM entities WHERE id = ?))`,
  )
  const unanswered = db.prepare(
    'INSERT OR REPLACE INTO valuation_refusal (entity_id, refused_at, status) VALUES (?, ?, ?)',
  )
  const forgetRefusal = db.prepare('DELETE FROM valuation_refusal WHERE entity_id = ?')
  return {
    checked(entityId, at, outcome) {
      checked.run(entityId, at, outcome, entityId)
      forgetRefusal.run(entityId)
    },
    unanswered: (entityId, at, status) => void unanswered.run(entityId, at, status),
    forgetCheck(entityId) {
      forgetCheck.run(entityId)
      forgetRefusal.run(entityId)
    },
    lastValued: (entityId) => lastValued.get(entityId) ?? null,
    lastChecked: (entityId) => lastChecked.get(entityId) ?? null,
    put(valuation, json, checkedAt) {
      const found = find.get(valuation.entity_id)
      if (found?.json === json) return false
      const row = store(found?.row ?? null, { valuation, json, checkedAt })
      putHoldings(row, valuation)
      changed('valuations')
      search.put('valuations', row, { title: '', body: valuationBody(valuation) })
      return true
    },
    jsonOf: (entityId) => find.get(entityId)?.json ?? null,
    remove(entityId) {
      const found = find.get(entityId)
      if (!found) return false
      remove.run(found.row)
      changed('valuations')
      search.remove('valuations', found.row)
      return true
    },
  }
}

function prepareStore(db: WritableDatabase) {
  const addLine = db.prepare(
    `INSERT INTO balance_line (in_estate_status, kind)
     SELECT in_estate_status, kind FROM entities WHERE id = ? ON CONFLICT DO NOTHING`,
  )
  const put = db.prepare(
    `INSERT INTO valuations (row, id, checked_at, created_at, updated_at, entity_id, effective_date,
       directly_held_asset_value, total_value, asset_count, json, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       (SELECT l.row FROM entities e JOIN balance_line l ON l.in_estate_status = e.in_estate_status AND l.kind = e.kind
        WHERE e.id = ?))
     ON CONFLICT (row) DO UPDATE SET id = excluded.id, checked_at = excluded.checked_at,
       created_at = excluded.created_at, updated_at = excluded.updated_at, effective_date = excluded.effective_date,
       directly_held_asset_value = excluded.directly_held_asset_value, total_value = excluded.total_value,
       asset_count = excluded.asset_count, json = excluded.json`,
  )
  return (
    row: number | null,
    { valuation, json, checkedAt }: { valuation: Valuation; json: string; checkedAt: number },
  ) => {
    addLine.run(valuation.entity_id)
    const { lastInsertRowid } = put.run(
      row,
      valuation.id,
      checkedAt,
      valuation.created_at,
      valuation.updated_at,
      valuation.entity_id,
      valuation.effective_date,
      valuation.directly_held_asset_value,
      valuation.total_value,
      valuation.directly_held_assets.length,
      json,
      valuation.entity_id,
    )
    return row ?? Number(lastInsertRowid)
  }
}

function prepareHoldings(db: WritableDatabase) {
  const clear = db.prepare('DELETE FROM holding WHERE valuation = ?')
  const nameClass = db.prepare(
    `INSERT INTO asset_class (id, name) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
  )
  const put = db.prepare(
    `INSERT INTO holding (valuation, class, line, units, dust) VALUES (?,
       coalesce((SELECT row FROM asset_class WHERE id = ?), 0), (SELECT line FROM valuations WHERE row = ?), ?, ?)`,
  )
  return (row: number, valuation: Valuation) => {
    clear.run(row)
    for (const { assetClass, amount } of holdingsOf(valuation).values()) {
      if (assetClass) nameClass.run(assetClass.id, assetClass.name)
      const fitting = toUnits(amount)
      put.run(row, assetClass?.id ?? null, row, fitting?.units ?? null, fitting?.dust ?? null)
    }
  }
}

/** An entity's holding of one asset class; class null is the difference between its value and its listed assets. */
type Holding = { assetClass: { id: string; name: string } | null; amount: Decimal }

/** A valuation's holdings by class, summed exactly; together they equal its `directly_held_asset_value`. */
export function holdingsOf(
  valuation: Pick<Valuation, 'directly_held_asset_value' | 'directly_held_assets'>,
): Map<string | null, Holding> {
  const holdings = new Map<string | null, Holding>()
  let rest = toDecimal(valuation.directly_held_asset_value)
  for (const { asset_class, value } of valuation.directly_held_assets) {
    const amount = toDecimal(value)
    const before = holdings.get(asset_class.id)?.amount ?? zero
    const assetClass = { id: asset_class.id, name: asset_class.display_name }
    holdings.set(asset_class.id, { assetClass, amount: add(before, amount) })
    rest = subtract(rest, amount)
  }
  if (rest.units !== 0n) holdings.set(null, { assetClass: null, amount: rest })
  return holdings
}

/** An amount as two whole numbers that SQLite sums exactly: `units` × 10^−4 + `dust` × 10^−16 dollars. */
type Units = { units: bigint; dust: bigint }

/** A million rows of this size ($880 million each) still fit into SQLite's 64-bit integers. */
const maxUnits = 2n ** 43n
const unitScale = 4
const dustScale = 16
const dustPerUnit = 10n ** BigInt(dustScale - unitScale)

/** Null for an amount that is too large or too fine: it is read from the valuation itself and added with arbitrary precision. */
export function toUnits({ units, scale }: Decimal): Units | null {
  const excess = scale > dustScale ? 10n ** BigInt(scale - dustScale) : 1n
  if (units % excess !== 0n) return null
  const dust = scale > dustScale ? units / excess : units * 10n ** BigInt(dustScale - scale)
  const whole = dust / dustPerUnit
  return whole > maxUnits || whole < -maxUnits ? null : { units: whole, dust: dust % dustPerUnit }
}

/** The inverse of {@link toUnits}, for sums of any size. */
export function fromUnits({ units, dust }: Units): Decimal {
  return add({ units, scale: unitScale }, { units: dust, scale: dustScale })
}
