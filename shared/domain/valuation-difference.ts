import { add, apportion, type Decimal, roundToCents, subtract, toDecimal, zero } from './money.ts'

/** The fields of an asset that are compared. USD. */
export type ComparedAsset = {
  display_name: string
  asset_class: { id: string; name: string }
  value: number
  external_id: string | null
}

/** The assets of a valuation, and its stated value; null if that is the sum of the assets. */
export type Compared = { assets: readonly ComparedAsset[]; stated: number | null }

/** Whole cents; null if there was no such asset. For an asset on one side only, the difference is its whole value. */
export type Figures = { before: bigint | null; after: bigint | null; difference: bigint }

/** The indexes of an asset in both lists; null if it is in only one of them. */
export type Pair = { before: number | null; after: number | null }

export type ValuationDifference = {
  /** In the order of the pairs. */
  assets: Figures[]
  /** The stated value minus the listed assets; null if this is zero on both sides. */
  beyond: Figures | null
  total: { before: bigint; after: bigint; difference: bigint }
}

/**
 * The changes from one valuation to another, asset by asset. Each side's figures add up to its total and the differences to the
 * difference of the totals, to the cent: for fractions of a cent, single figures are adjusted by one cent (see {@link
 * apportion}).
 */
export function differenceOf(before: Compared, after: Compared, pairs: readonly Pair[]): ValuationDifference {
  const left = sideOf(
    before,
    pairs.map((pair) => pair.before),
  )
  const right = sideOf(
    after,
    pairs.map((pair) => pair.after),
  )
  const figures = (at: number): Figures => {
    const [was = null, is = null] = [left.cents[at], right.cents[at]]
    return { before: was, after: is, difference: (is ?? 0n) - (was ?? 0n) }
  }
  return {
    assets: pairs.map((_, at) => figures(at)),
    beyond: left.cents[pairs.length] || right.cents[pairs.length] ? figures(pairs.length) : null,
    total: { before: left.total, after: right.total, difference: right.total - left.total },
  }
}

/** One side in whole cents, in the order of the pairs; the amount beyond the listed assets is last. */
function sideOf({ assets, stated }: Compared, places: readonly (number | null)[]) {
  const amounts = places.map((place): Decimal | null => {
    const asset = place === null ? undefined : assets[place]
    return asset === undefined ? null : toDecimal(asset.value)
  })
  const listed = amounts.reduce<Decimal>((sum, amount) => (amount ? add(sum, amount) : sum), zero)
  const whole = stated === null ? listed : toDecimal(stated)
  const parts = [...amounts, subtract(whole, listed)]
  const total = roundToCents(whole)
  const present = parts.filter((amount) => amount !== null)
  const cents = apportion(present, total)[Symbol.iterator]()
  return { total, cents: parts.map((amount) => (amount === null ? null : (cents.next().value ?? 0n))) }
}

/**
 * Keys by which two assets are matched, best first. The first and third also match assets with equal keys in order; the others
 * match only if the key is unique on both sides.
 */
const marks: readonly ((asset: ComparedAsset) => string | null)[] = [
  (asset) => asset.external_id && JSON.stringify([asset.external_id, asset.asset_class.id, asset.display_name]),
  (asset) => asset.external_id,
  (asset) => JSON.stringify([asset.asset_class.id, asset.display_name]),
  (asset) => asset.display_name,
]

/**
 * Matches the assets of two valuations: by external id with class and name, else by external id, else by class and name, else
 * by name. The service's asset ids cannot be used, because each valuation has new ones. Pairs are in the order of `after`,
 * followed by the assets that are only in `before`.
 */
export function pairAssets(before: readonly ComparedAsset[], after: readonly ComparedAsset[]): Pair[] {
  const pairOf = new Map<number, number>()
  const taken = new Set<number>()
  for (const mark of marks) {
    const free = placesBy(before, mark, (place) => !taken.has(place))
    const wanting = placesBy(after, mark, (place) => !pairOf.has(place))
    for (const [key, places] of wanting) {
      const candidates = free.get(key) ?? []
      // Assets with several equal keys are matched in order if external id, class and name or class and name are equal;
      // otherwise not at all.
      if (mark !== marks[0] && mark !== marks[2] && (places.length > 1 || candidates.length > 1)) continue
      for (const [at, place] of places.entries()) {
        const found = candidates[at]
        if (found === undefined) break
        pairOf.set(place, found)
        taken.add(found)
      }
    }
  }
  return [
    ...after.map((_, place) => ({ before: pairOf.get(place) ?? null, after: place })),
    ...before.flatMap((_, place) => (taken.has(place) ? [] : [{ before: place, after: null }])),
  ]
}

function placesBy(
  assets: readonly ComparedAsset[],
  mark: (asset: ComparedAsset) => string | null,
  wanted: (place: number) => boolean,
): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, asset] of assets.entries()) {
    const key = mark(asset)
    if (!key || !wanted(place)) continue
    places.set(key, [...(places.get(key) ?? []), place])
  }
  return places
}
