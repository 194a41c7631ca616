import type { Asset, Valuation } from '../schemas/responses.ts'
import { type AssetClassName, assetClassNamed, HOLDINGS } from './asset-classes.ts'
import { CUSTODIANS, type MadeEntity } from './entities.ts'
import { sumAmounts } from './money.ts'
import { street } from './places.ts'
import type { Random } from './random.ts'
import { calendarDay, DAY_MS, iso, momentBetween, monthEnd } from './time.ts'

export const CARRIERS = ['Northfield Mutual', 'Granite Life', 'Prairie National', 'Harbor Assurance']

/** Retirement accounts above this are rare, whatever the household is worth. */
const LARGEST_RETIREMENT_ACCOUNT = 6_000_000

/**
 * Divides a household's wealth among its entities that hold something, so that the latest directly held values add up to it.
 *
 * @param wealth - in dollars
 * @returns dollars per entity; entities without an amount have no valuation
 */
export function divideWealth(random: Random, wealth: number, entities: readonly MadeEntity[]): Map<MadeEntity, number> {
  const valued = entities.filter(
    ({ record }, index) => index === 0 || (record.stage === 'ACTIVE' && random.chance(0.97)),
  )
  const fixed = valued.reduce((sum, { size }) => sum + ('dollars' in size ? size.dollars : 0), 0)
  const shares = valued.reduce((sum, { size }) => sum + ('share' in size ? size.share : 0), 0)
  const perShare = (wealth - fixed) / shares
  const amounts = new Map<MadeEntity, number>()
  let capped = 0
  for (const entity of valued) {
    const { size, record } = entity
    const amount = 'dollars' in size ? size.dollars : size.share * perShare
    const limit = record.kind === 'RETIREMENT_PERSONAL_ACCOUNT' ? LARGEST_RETIREMENT_ACCOUNT : amount
    amounts.set(entity, Math.min(amount, limit))
    capped += amount - Math.min(amount, limit)
  }
  const [first] = valued
  if (first !== undefined && first.record.kind !== 'RETIREMENT_PERSONAL_ACCOUNT') {
    amounts.set(first, (amounts.get(first) ?? 0) + capped)
  }
  return amounts
}

interface ValuationSeed {
  random: Random
  now: number
  entity: MadeEntity
  /** Value of the entity's directly held assets at its latest valuation, in dollars. */
  amount: number
}

/** One to four valuations, oldest first: the same assets, moving with the markets. Custodians report each month, appraisers rarely. */
export function generateValuations({ random, now, entity, amount }: ValuationSeed): Valuation[] {
  const { record } = entity
  const isAccount = record.kind.endsWith('PERSONAL_ACCOUNT') || record.kind === 'DONOR_ADVISED_FUND'
  const holdings = chooseHoldings(random, entity, amount)
  const owes = record.kind === 'LLC_BUSINESS_ENTITY' && random.chance(0.5) ? 0.12 + random.next() * 0.25 : 0
  const count = random.int(1, 4)
  const latest = isAccount ? random.int(1, random.chance(0.12) ? 16 : 3) : random.int(1, random.chance(0.4) ? 26 : 9)
  const apart = isAccount ? 3 : random.int(5, 12)
  return Array.from({ length: count }, (_, at) => {
    const back = count - 1 - at
    const monthsAgo = latest + back * apart
    const effective = monthEnd(now, monthsAgo)
    const reported = momentBetween(random, effective + 2 * DAY_MS, effective + 20 * DAY_MS)
    // Figures from before the firm moved to the service were entered with their entity, in order.
    const entered = Date.parse(record.created_at) + at * 60_000
    const created = Math.min(Math.max(reported, entered), now - 3_600_000)
    const assets: Asset[] = holdings.map(({ asset, value, risk }) => ({
      id: random.id('assetv2_'),
      ...asset,
      value: Math.round(value * moved(random, monthsAgo - latest, risk) * 100) / 100,
    }))
    const direct = sumAmounts(assets.map((asset) => asset.value))
    return {
      id: random.id('valuationv2_'),
      created_at: iso(created),
      updated_at: iso(created),
      entity_id: record.id,
      effective_date: calendarDay(effective),
      directly_held_asset_value: direct,
      directly_held_assets: assets,
      total_value: sumAmounts([direct, -Math.round(direct * owes)]),
      ...(random.chance(0.4) ? { description: isAccount ? 'Custodian statement' : random.pick(APPRAISALS) } : {}),
    }
  })
}

const APPRAISALS = ['Appraisal', 'Year-end review', "Trustee's annual account"]

/** The value of a holding some months before its latest valuation: markets rose about 6 percent a year, with ups and downs. */
function moved(random: Random, months: number, risk: number): number {
  if (months === 0) return 1
  return Math.exp(-0.005 * months * risk + (random.next() - 0.5) * 0.07 * risk)
}

const CALM: ReadonlySet<AssetClassName> = new Set<AssetClassName>([
  'Cash',
  'Money Market Funds',
  'Life Insurance',
  'Annuities',
])

function chooseHoldings(random: Random, entity: MadeEntity, amount: number) {
  const [main, ...others] = HOLDINGS[entity.record.kind]
  if (main === undefined) return []
  const most = Math.min(7, others.length, amount < 60_000 ? 1 : 7)
  const few = random.int(Math.min(2, most), most)
  const chosen = [main]
  while (chosen.length <= few) {
    const rest = others.filter((each) => !chosen.includes(each))
    if (rest.length === 0) break
    chosen.push(random.weighted(rest.map((each) => [each, each[1]] as const)))
  }
  const weights = chosen.map(([name, weight]) => ({ name, weight: weight * (0.7 + random.next() * 0.6) }))
  const all = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ name, weight }) => ({
    asset: {
      asset_class: assetClassNamed(name),
      display_name: assetName(random, name, entity),
      ...(random.chance(0.25) ? { external_id: `POS-${random.int(100_000, 999_999)}` } : {}),
    },
    value: (amount * weight) / all,
    risk: CALM.has(name) ? 0.15 : 1,
  }))
}

const FUNDS = ['Elm Grove', 'Northgate', 'Silver Birch', 'Tidewater', 'Copperfield']

function assetName(random: Random, name: AssetClassName, { home, record }: MadeEntity): string {
  switch (name) {
    case 'Life Insurance':
      return `${random.pick(CARRIERS)} survivorship policy #${random.int(10_000, 99_999)}`
    case 'Annuities':
      return `${random.pick(CARRIERS)} deferred annuity`
    case 'Primary Residence':
      return home
        ? `Residence, ${home.address_line1}, ${home.city}`
        : `Residence, ${random.int(3, 480)} ${street(random)}`
    case 'Vacation Property':
      return `${random.pick(['Lake house', 'Beach house', 'Mountain cabin'])}, ${random.int(3, 120)} ${street(random)}`
    case 'Real Estate':
      return `${random.pick(['Office building', 'Apartments', 'Warehouse'])}, ${random.int(10, 900)} ${street(random)}`
    case 'Farmland and Timber':
      return `${random.int(8, 64) * 10} acres, ${street(random)}`
    case 'Operating Business':
      return record.kind.endsWith('CORP_BUSINESS_ENTITY') ? 'Closely held shares' : 'Business interest'
    case 'Concentrated Stock':
      return `${random.pick(["Founder's shares", 'Employer stock', 'Inherited stock position'])}`
    case 'Private Equity':
    case 'Venture Capital':
    case 'Private Credit':
    case 'Hedge Funds':
      return `${random.pick(FUNDS)} ${name} Fund ${random.pick(['II', 'III', 'IV'])}`
    case 'Art and Collectibles':
      return random.pick(['Paintings and works on paper', 'Furniture and silver', 'Rare books'])
    case 'Promissory Notes':
      return random.pick(['Note receivable from a child', 'Intrafamily loan'])
    case 'Cash':
      return `${random.pick(CUSTODIANS)} checking`
    case 'Municipal Bonds':
      return 'Municipal bond ladder'
    case 'US Large Cap Equity':
      return random.pick(['US large cap index fund', 'Large cap core portfolio'])
    default:
      return `${random.pick(CUSTODIANS)} · ${name}`
  }
}
