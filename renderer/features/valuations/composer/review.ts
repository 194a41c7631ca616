import { perCentOf } from '../../../../shared/domain/per-cent.ts'
import type { Asset } from '../../../../shared/service/valuation.ts'
import { type Row, type RowDifferences, sentRows } from './rows.ts'

/** The change of one figure, in whole cents. `percent` has one decimal; null if there is nothing to compare with, or less than nothing. */
export type Change = { before: bigint; after: bigint; difference: bigint; percent: number | null }

export type Review = {
  assets: number
  total: Change
  /** Assets whose value changes by more than a quarter. */
  jumps: (Change & { key: string; name: string })[]
  /** Assets whose external ID changes. */
  identifiers: { key: string; name: string; before: string; after: string }[]
  added: number
  removed: number
}

/** From here on a change is named, in per cent. */
const jump = 25

function changeOf(before: bigint, after: bigint): Change {
  const difference = after - before
  return { before, after, difference, percent: perCentOf(before, difference) }
}

/** True if the change is more than a quarter of the value before, to the cent. */
const isJump = ({ before, difference }: Change): boolean => {
  const abs = (value: bigint) => (value < 0n ? -value : value)
  return before !== 0n && abs(difference) * 100n > abs(before) * BigInt(jump)
}

/** The differences that a valuation makes, to be confirmed before it is logged; only valid for rows without problems. */
export function reviewOf(
  rows: readonly Row[],
  { differences: { byKey, total }, last }: { differences: RowDifferences; last: readonly Asset[] },
): Review {
  const compared = rows.flatMap(({ key, name, removed }) => {
    const { before = null, after = null } = byKey.get(key) ?? {}
    return removed || before === null || after === null ? [] : [{ key, name: name.trim(), ...changeOf(before, after) }]
  })
  return {
    assets: sentRows(rows).length,
    total: changeOf(total.before, total.after),
    jumps: compared.filter(isJump),
    identifiers: rows.flatMap(({ key, name, from, removed, external_id }) => {
      const before = from === null ? null : (last[from]?.external_id ?? '')
      const after = external_id.trim()
      return removed || before === null || before === after ? [] : [{ key, name: name.trim(), before, after }]
    }),
    added: sentRows(rows).filter(({ from }) => from === null).length,
    removed: rows.filter(({ removed }) => removed).length,
  }
}
