import type { EstateAmounts, OwnEstateAmount } from '../../../shared/ipc/estate.ts'
import type { ReadableStores, WritableDatabase } from '../open-database.ts'

/** The `household_id` of the firm's amount. */
const firm = ''

type Row = { usd: number | null; year: number | null; primaries: number | null; is_off: number }

const select = 'SELECT usd, year, primaries, is_off FROM estate_amount WHERE household_id = ?'

function ownOf(row: Row | undefined): OwnEstateAmount | null {
  if (row === undefined) return null
  const { usd, year, primaries, is_off } = row
  const amount = usd === null || year === null ? null : { usd, year }
  return amount === null && primaries === null && is_off === 0 ? null : { amount, primaries, is_off: is_off === 1 }
}

/** The firm's amount, and that of a household. */
export function readEstateAmounts(
  { ledger }: Pick<ReadableStores, 'ledger'>,
  { household_id }: { household_id: string | null },
): EstateAmounts {
  const statement = ledger.prepare<[string], Row>(select)
  const own = household_id === null || household_id === firm ? null : ownOf(statement.get(household_id))
  const isAny = ledger
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM estate_amount WHERE usd IS NOT NULL)')
    .pluck()
    .get()
  return { firm: ownOf(statement.get(firm))?.amount ?? null, own, is_any: isAny === 1 }
}

type Set = { /** Null for the firm's amount. */ household_id: string | null; own: OwnEstateAmount | null }

/** Sets the firm's amount, or a household's own. A removed one leaves an empty row, so that lists notice it. */
export function setEstateAmount(ledger: WritableDatabase, { household_id, own }: Set): void {
  ledger
    .prepare('INSERT OR REPLACE INTO estate_amount (household_id, usd, year, primaries, is_off) VALUES (?, ?, ?, ?, ?)')
    .run(
      household_id ?? firm,
      own?.amount?.usd ?? null,
      own?.amount?.year ?? null,
      own?.primaries ?? null,
      own?.is_off ? 1 : 0,
    )
}

/** The amounts as the totals of households follow them; statements are prepared once. */
export type EstateAmountsReader = {
  of(householdId: string): Pick<EstateAmounts, 'firm' | 'own'>
  /** The number of the last change; 0 before the first. */
  lastChange(): number
  /** The households whose own amount changed after a change; null if the firm's did. */
  changedAfter(change: number): string[] | null
}

export function createEstateAmounts({ ledger }: Pick<ReadableStores, 'ledger'>): EstateAmountsReader {
  const last = ledger.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM estate_amount').pluck()
  const changed = ledger.prepare<[number], string>('SELECT household_id FROM estate_amount WHERE seq > ?').pluck()
  const one = ledger.prepare<[string], Row>(select)
  return {
    of: (id) => ({ firm: ownOf(one.get(firm))?.amount ?? null, own: ownOf(one.get(id)) }),
    lastChange: () => last.get() ?? 0,
    changedAfter(change) {
      const households = changed.all(change)
      return households.includes(firm) ? null : households
    },
  }
}
