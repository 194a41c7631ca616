import type { Asset, Entity, Valuation } from '../schemas/responses.ts'
import { type AssetClassName, assetClassNamed, HOLDINGS } from './asset-classes.ts'
import { sumAmounts } from './money.ts'
import { CARRIERS, CUSTODIANS } from './phrases.ts'
import type { Random } from './random.ts'
import { calendarDay, DATA_EPOCH, iso, momentBetween } from './time.ts'

/** Exponents of ten: a holding is worth $25,000 to $2 million, so a firm of 500 households manages a few billion dollars. */
const SMALLEST_ASSET = 4.4
const ASSET_RANGE = 1.9

/** Nine entities in ten have one to four valuations, oldest first: the same assets, moving with the markets. */
export function generateValuations(random: Random, entity: Entity): Valuation[] {
  if (random.chance(0.1)) return []
  const holdings = chooseHoldings(random, entity)
  const times = Array.from({ length: random.int(1, 4) }, () => {
    return momentBetween(random, Date.parse(entity.created_at), DATA_EPOCH)
  }).sort((a, b) => a - b)
  return times.map((time) => {
    const assets: Asset[] = holdings.map(({ asset, base }) => ({
      id: random.id('assetv2_'),
      ...asset,
      value: Math.round(base * (0.85 + random.next() * 0.4) * 100) / 100,
    }))
    const direct = sumAmounts(assets.map((asset) => asset.value))
    // Some entities own other entities or owe money, so the total differs from the directly held assets.
    const elsewhere = random.chance(0.2) ? Math.round(direct * (random.next() * 0.6 - 0.3)) : 0
    return {
      id: random.id('valuationv2_'),
      created_at: iso(time),
      updated_at: iso(time),
      entity_id: entity.id,
      effective_date: calendarDay(time - random.int(0, 45) * 86_400_000),
      directly_held_asset_value: direct,
      directly_held_assets: assets,
      total_value: sumAmounts([direct, elsewhere]),
      ...(random.chance(0.3)
        ? { description: random.pick(['Quarterly update', 'Appraisal', 'Year-end statement']) }
        : {}),
    }
  })
}

function chooseHoldings(random: Random, entity: Entity) {
  const [main, ...others] = HOLDINGS[entity.kind]
  if (main === undefined) return []
  const chosen = new Set<AssetClassName>([main])
  for (let extra = random.int(0, Math.min(6, others.length)); extra > 0; extra -= 1) chosen.add(random.pick(others))
  return [...chosen].map((name) => ({
    asset: {
      asset_class: assetClassNamed(name),
      display_name: assetName(random, name),
      ...(random.chance(0.25) ? { external_id: `POS-${random.int(100_000, 999_999)}` } : {}),
    },
    base: 10 ** (SMALLEST_ASSET + random.next() * ASSET_RANGE),
  }))
}

function assetName(random: Random, name: AssetClassName): string {
  switch (name) {
    case 'Life Insurance':
      return `${random.pick(CARRIERS)} survivorship policy #${random.int(10_000, 99_999)}`
    case 'Annuities':
      return `${random.pick(CARRIERS)} deferred annuity`
    case 'Real Estate':
      return `${random.int(10, 4000)} ${random.pick(['Market', 'Harbor', 'Mill', 'Commerce'])} Street`
    case 'Operating Business':
      return 'Closely held shares'
    case 'Cash':
      return `${random.pick(CUSTODIANS)} checking`
    default:
      return `${random.pick(CUSTODIANS)} · ${name}`
  }
}
