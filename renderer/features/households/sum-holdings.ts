import { sumCents } from '../../../shared/domain/money.ts'
import { inEstateStatusNames, nameOf } from '../../../shared/domain/names.ts'
import type { EntityRow } from '../../../shared/ipc/rows.ts'

type Row = Pick<EntityRow, 'in_estate_status' | 'directly_held_asset_value' | 'effective_date'>

export type HoldingSums = {
  /** One per estate status that occurs among valued entities, known ones first. */
  groups: { status: string; name: string; cents: bigint }[]
  /** Entities without a valuation: left out of the sums, not counted as zero. */
  unvalued: number
  /** Effective dates `YYYY-MM-DD`; null when nothing is valued. */
  oldest: string | null
  newest: string | null
}

/** Sums directly held assets by estate status. Total values are left alone: they may include subsidiaries. */
export function sumHoldings(rows: readonly Row[]): HoldingSums {
  const values = new Map<string, number[]>(Object.keys(inEstateStatusNames).map((status) => [status, []]))
  const dates: string[] = []
  let unvalued = 0
  for (const row of rows) {
    if (row.directly_held_asset_value === null) {
      unvalued += 1
      continue
    }
    const group = values.get(row.in_estate_status) ?? []
    group.push(row.directly_held_asset_value)
    values.set(row.in_estate_status, group)
    if (row.effective_date !== null) dates.push(row.effective_date)
  }
  dates.sort()
  const groups = [...values]
    .filter(([, amounts]) => amounts.length > 0)
    .map(([status, amounts]) => ({ status, name: nameOf(inEstateStatusNames, status), cents: sumCents(amounts) }))
  return { groups, unvalued, oldest: dates[0] ?? null, newest: dates.at(-1) ?? null }
}
