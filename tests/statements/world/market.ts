import type { AssetClassName } from '../../../sandbox/data/asset-classes.ts'
import type { Random } from '../../faults/random.ts'
import type { Security, SecurityKind } from './types.ts'
import { between, cusipOf, decimal, isinOf, randomFor, shuffled } from './values.ts'

const firsts =
  'Northgate Tamarack Bellweather Corrigan Dunmore Eastlake Fairholm Glenrock Hollis Ironwood Juniper Kestrel Lathrop Marlowe Norden Osprey Pellham Quarry Redstone Sable Thornbury Umber Vantage Westmark Yarrow Zephyr'.split(
    ' ',
  )
const businesses = [
  'Holdings Inc',
  'Industries, Inc.',
  'Bancorp',
  'Energy Partners LP',
  'Therapeutics Inc Com',
  'Software Corp Cl A',
  'Realty Trust',
  'Foods & Beverage Co',
  'Semiconductor Corp',
  'Water Works',
]
const funds = [
  'Total Market Index',
  'Total Market Index Admiral',
  'International Value',
  'Core Bond I',
  'Emerging Markets Stock',
  'Small Cap Growth',
]
const places = ['Cedar Falls', 'Port Allard', 'Mesa Verde Cnty', 'Lakemont', 'St. Brannan']
const stockClasses: AssetClassName[] = ['US Large Cap Equity', 'US Mid Cap Equity', 'US Small Cap Equity']

/** Kinds of the market's securities and how many of each. */
const sizes: Record<SecurityKind, number> = {
  stock: 14,
  etf: 4,
  fund: 6,
  money_fund: 3,
  treasury: 3,
  muni: 4,
  corporate: 2,
  option: 3,
  foreign: 3,
  private: 1,
}
const kinds = Object.keys(sizes) as SecurityKind[]

/** Eight characters of a CUSIP; some begin with zeros, and some look like a number in scientific notation. */
function eightOf(random: Random, kind: SecurityKind): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
  const issuer = random.chance(0.2)
    ? `00${digits(4)}`
    : random.chance(0.3)
      ? `${digits(5)}${random.pick([...'AHKRX'])}`
      : digits(6)
  if (kind === 'treasury') return `91282${random.pick([...'CDEF'])}${random.pick([...'AKRZ'])}${random.below(10)}`
  if (kind === 'muni' || kind === 'corporate') return `${issuer}${random.pick([...'AEGJ'])}${random.pick([...'A23T'])}`
  return `${issuer}${random.chance(0.15) ? 'E0' : '10'}`
}

/** The invented securities of a firm's clients. */
export function makeMarket(seed: number): Security[] {
  const random = randomFor(seed, 'market')
  const words = shuffled(random, firsts)
  const symbols = new Set<string>(['TRUE', 'MAR1'])
  const symbolFor = (name: string, tail: string) => {
    const letters = name.toUpperCase().replace(/[^A-Z]/g, '')
    for (let length = 3; ; length += 1) {
      const symbol = `${letters.slice(0, length - 1)}${letters[length + random.below(3)] ?? 'Q'}${tail}`
      if (!symbols.has(symbol)) {
        symbols.add(symbol)
        return symbol
      }
      if (length > 6) return `${letters.slice(0, 2)}${symbols.size}${tail}`
    }
  }
  const market: Security[] = []
  const seen = new Set<string>()
  const cusipFor = (kind: SecurityKind): string => {
    const cusip = cusipOf(eightOf(random, kind))
    if (seen.has(cusip)) return cusipFor(kind)
    seen.add(cusip)
    return cusip
  }
  for (const kind of kinds) {
    for (let at = 0; at < sizes[kind]; at += 1) {
      const word = words[(market.length * 7 + at) % words.length] ?? 'Norden'
      const cusip = cusipFor(kind)
      const country = kind === 'foreign' ? random.pick(['CH', 'DE']) : 'US'
      const common = {
        id: `sec_${kind}_${at}`,
        kind,
        cusip,
        isin: isinOf(country, kind === 'foreign' ? `00${cusip.slice(0, 7)}` : cusip),
        ownId: String(between(random, 1_000_000, 9_999_999)),
        currency: country === 'CH' ? 'CHF' : country === 'DE' ? 'EUR' : 'USD',
      }
      market.push({ ...common, ...describe(random, { kind, at, word, symbolFor, market }) })
    }
  }
  return withEvents(random, market)
}

type Described = Pick<Security, 'symbol' | 'name' | 'assetClass' | 'startPrice'>
type Draft = {
  kind: SecurityKind
  at: number
  word: string
  symbolFor: (name: string, tail: string) => string
  market: readonly Security[]
}

function describe(random: Random, { kind, at, word, symbolFor, market }: Draft): Described {
  const rate = random.pick(['2.25', '3.375', '4', '5.000'])
  const due = `${random.pick(['05/15', '11/15', '08/01'])}/${between(random, 28, 44)}`
  const bondPrice = between(random, 880_000, 1_070_000)
  switch (kind) {
    case 'stock': {
      const name = `${word} ${random.pick(businesses)}`
      const symbol = at === 0 ? 'TRUE' : at === 1 ? 'MAR1' : symbolFor(name, at === 2 ? '.B' : '')
      return { symbol, name, assetClass: random.pick(stockClasses), startPrice: between(random, 40_000, 6_000_000) }
    }
    case 'etf':
      return {
        symbol: symbolFor(`${word}ETF`, ''),
        name: `${word} 500 ETF`,
        assetClass: 'US Large Cap Equity',
        startPrice: between(random, 300_000, 5_000_000),
      }
    case 'fund': {
      // Share classes of one fund differ in a word only.
      const name = `Larch ${funds[at % funds.length]}`
      const assetClass = at === 3 ? 'Corporate Bonds' : at === 4 ? 'Emerging Markets Equity' : 'US Large Cap Equity'
      return {
        symbol: symbolFor(`${name}${word}`, 'X'),
        name,
        assetClass,
        startPrice: between(random, 90_000, 1_800_000),
      }
    }
    case 'money_fund':
      return {
        symbol: `${word.slice(0, 2)}${word[3]}XX`.toUpperCase(),
        name: `${word} ${random.pick(['Government Money Market', 'Treasury Cash Reserves'])}`,
        assetClass: 'Money Market Funds',
        startPrice: 10_000,
      }
    case 'treasury':
      return {
        symbol: null,
        name: `US Treasury Note ${rate}% ${due}`,
        assetClass: 'US Government Bonds',
        startPrice: bondPrice,
      }
    case 'muni': {
      const place = places[Math.floor(at / 2)] ?? 'Lakemont'
      return { symbol: null, name: `${place} GO ${rate}% ${due}`, assetClass: 'Municipal Bonds', startPrice: bondPrice }
    }
    case 'corporate':
      return {
        symbol: null,
        name: `${word} Bancorp Sr Nt ${rate}% ${due}`,
        assetClass: 'Corporate Bonds',
        startPrice: bondPrice,
      }
    case 'option': {
      const under = market[2 + at]
      const strike = Math.max(5, Math.round(((under?.startPrice ?? 0) * between(random, 80, 120)) / 5_000_000) * 5)
      const side = at % 2 === 0 ? 'C' : 'P'
      return {
        symbol: `${under?.symbol ?? 'NGH'} 01/15/2027 ${strike}.00 ${side}`,
        name: `${side === 'C' ? 'Call' : 'Put'} ${under?.name ?? 'Northgate'} $${strike} Exp 01/15/27`,
        assetClass: 'Concentrated Stock',
        startPrice: between(random, 3_000, 90_000),
      }
    }
    case 'foreign': {
      const name = random.pick([`${word} Namen-Aktien`, `Société ${word} SA`, `${word}-Werke AG`])
      const startPrice = between(random, 90_000, 4_000_000)
      return {
        symbol: at === 0 ? null : symbolFor(name, ''),
        name,
        assetClass: 'International Developed Equity',
        startPrice,
      }
    }
    case 'private':
      return {
        symbol: null,
        name: `${word} Partners Fund IV, L.P.`,
        assetClass: 'Private Equity',
        startPrice: 10_000_000,
      }
  }
}

/** A split, two new symbols, a new name and a bankruptcy, all in the first six months. */
function withEvents(random: Random, market: readonly Security[]): Security[] {
  const [split, first, second, renamed, worthless] = shuffled(
    random,
    market.filter(({ kind }) => kind === 'stock'),
  ).map(({ id }) => id)
  return market.map((each) => {
    const month = between(random, 1, 5)
    if (each.id === split) return { ...each, split: { month, ratio: random.pick([2, 3, 10]) } }
    if (each.id === first || each.id === second)
      return {
        ...each,
        symbolChanged: { month, symbol: `${each.symbol?.slice(0, 2)}${each.id === first ? 'ZQ' : 'ZV'}` },
      }
    if (each.id === renamed) {
      return { ...each, renamed: { month, name: `${random.pick(firsts)} Global Group Inc` } }
    }
    return each.id === worthless ? { ...each, worthlessFrom: month } : each
  })
}

export type Quote = { symbol: string | null; name: string; price: number; rate: number }

const rates: Record<string, number> = { USD: 10_000, EUR: 11_642, CHF: 12_518 }

/** The symbol, name and price of a security at the end of month `n`; `rate` is dollars for one unit of its currency, × 10,000. */
export function quote(seed: number, security: Security, n: number): Quote {
  const { kind, renamed, symbolChanged, split, worthlessFrom } = security
  const symbol = symbolChanged !== undefined && n >= symbolChanged.month ? symbolChanged.symbol : security.symbol
  const name = renamed !== undefined && n >= renamed.month ? renamed.name : security.name
  const swing = kind === 'treasury' || kind === 'muni' || kind === 'corporate' ? 200 : kind === 'option' ? 4000 : 700
  let price = security.startPrice
  let rate = rates[security.currency] ?? 10_000
  for (let month = 1; month <= n; month += 1) {
    const random = randomFor(seed, security.id, month)
    if (kind !== 'money_fund')
      price = Math.max(100, Math.round((price * (10_000 + between(random, -swing, swing))) / 10_000))
    if (security.currency !== 'USD') rate += between(randomFor(seed, security.currency, month), -120, 120)
    if (split?.month === month) price = Math.round(price / split.ratio)
  }
  if (worthlessFrom !== undefined && n >= worthlessFrom) price = 0
  // Funds and shares are quoted in cents, bonds and options with more places.
  const inCents = kind === 'stock' || kind === 'etf' || kind === 'fund' || kind === 'foreign'
  return { symbol, name, price: inCents ? Math.round(price / 100) * 100 : price, rate }
}

/** The value of one unit in per cent of its price: a bond is quoted for 100 of face value, an option for one of 100 shares. */
export function multiplier({ kind }: Security): number {
  if (kind === 'treasury' || kind === 'muni' || kind === 'corporate') return 1
  return kind === 'option' ? 10_000 : 100
}

export const isBond = (kind: string): boolean => kind === 'treasury' || kind === 'muni' || kind === 'corporate'

/** `1,204.5` shares: a quantity in thousandths, without its trailing zeros. */
export const quantityText = (quantity: number): string => decimal(quantity, 3)
