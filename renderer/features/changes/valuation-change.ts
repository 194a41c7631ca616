import { sumCents } from '../../../shared/domain/money.ts'
import { type ComparedAsset, differenceOf, pairAssets } from '../../../shared/domain/valuation-difference.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { isRecord, isSame, type Json, own } from '../../../shared/lib/json.ts'

type ChangedField = ObservedChange['fields'][number]

/** Whole cents; null if there was no such asset. */
export type AssetChange = {
  name: string
  before: bigint | null
  after: bigint | null
  /** The asset's previous name or class, if only these changed or they changed as well. */
  was: { name: string; assetClass: string } | null
  assetClass: string
}

export type ValuationChange = {
  /** Whole cents; null if the total did not change. */
  total: { before: bigint; after: bigint } | null
  /** The assets that differ, the largest difference first, or by name. */
  assets: AssetChange[]
  /** All other fields that differ. */
  others: ChangedField[]
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The assets of a valuation as the service sent them; one without a value is left out. */
function assetsOf(value: Json): ComparedAsset[] {
  const parts = Array.isArray(value) ? value.filter(isRecord<Json>) : []
  return parts.flatMap((part) => {
    const usd = own(part, 'value')
    const of = own(part, 'asset_class') ?? null
    const assetClass = isRecord<Json>(of) ? of : {}
    if (typeof usd !== 'number') return []
    return [
      {
        display_name: textOf(own(part, 'display_name')),
        asset_class: { id: textOf(own(assetClass, 'id')), name: textOf(own(assetClass, 'display_name')) },
        value: usd,
        external_id: textOf(own(part, 'external_id')) || null,
      },
    ]
  })
}

const size = ({ before, after }: AssetChange): bigint => {
  const difference = (after ?? 0n) - (before ?? 0n)
  return difference < 0n ? -difference : difference
}

function changedAssets({ before, after }: ChangedField, bySize: boolean): AssetChange[] {
  const [left, right] = [assetsOf(before), assetsOf(after)]
  const pairs = pairAssets(left, right)
  const { assets } = differenceOf({ assets: left, stated: null }, { assets: right, stated: null }, pairs)
  const changes = pairs.flatMap((pair, at): AssetChange[] => {
    const was = pair.before === null ? undefined : left[pair.before]
    const is = pair.after === null ? undefined : right[pair.after]
    const shown = is ?? was
    const figures = assets[at]
    if (!shown || !figures) return []
    const moved =
      was && is && (was.display_name !== is.display_name || was.asset_class.name !== is.asset_class.name)
        ? { name: was.display_name, assetClass: was.asset_class.name }
        : null
    // A new valuation has new ids for its assets, so an asset may differ in nothing else.
    if (was && is && figures.difference === 0n && moved === null) return []
    return [
      {
        name: shown.display_name,
        before: figures.before,
        after: figures.after,
        was: moved,
        assetClass: shown.asset_class.name,
      },
    ]
  })
  if (!bySize) return changes.toSorted((one, other) => one.name.localeCompare(other.name))
  return changes.toSorted((one, other) => (size(other) > size(one) ? 1 : size(other) < size(one) ? -1 : 0))
}

/**
 * A changed valuation by its total and its assets. The assets that stayed the same are not part of a recorded change.
 *
 * @param bySize - false while amounts are hidden: the order of differences tells which is larger
 */
export function valuationChange(fields: readonly ChangedField[], bySize = true): ValuationChange {
  const find = (name: string) => fields.find(({ field }) => field === name)
  const [held, parts, total] = [find('directly_held_asset_value'), find('directly_held_assets'), find('total_value')]
  const hasTotal = typeof held?.before === 'number' && typeof held.after === 'number'
  const repeats = total && held && isSame(total.before, held.before) && isSame(total.after, held.after)
  const told = new Set([hasTotal && held, parts, repeats && total])
  return {
    total:
      typeof held?.before === 'number' && typeof held.after === 'number'
        ? { before: sumCents([held.before]), after: sumCents([held.after]) }
        : null,
    assets: parts ? changedAssets(parts, bySize) : [],
    others: fields.filter((field) => !told.has(field)),
  }
}
