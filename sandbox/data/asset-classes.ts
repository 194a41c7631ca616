import type { EntityKind } from '../schemas/fields.ts'

export interface AssetClass {
  id: string
  display_name: string
}

const NAMES = [
  'US Large Cap Equity',
  'US Mid Cap Equity',
  'US Small Cap Equity',
  'International Developed Equity',
  'Emerging Markets Equity',
  'Concentrated Stock',
  'US Government Bonds',
  'Municipal Bonds',
  'Corporate Bonds',
  'High Yield Bonds',
  'Cash',
  'Money Market Funds',
  'Private Equity',
  'Venture Capital',
  'Private Credit',
  'Hedge Funds',
  'Real Estate',
  'Primary Residence',
  'Vacation Property',
  'Farmland and Timber',
  'Operating Business',
  'Life Insurance',
  'Annuities',
  'Art and Collectibles',
  'Commodities',
  'Digital Assets',
  'Promissory Notes',
] as const

export type AssetClassName = (typeof NAMES)[number]

/** The asset classes of this service. No endpoint lists them; they appear only in valuations. */
export const ASSET_CLASSES: readonly AssetClass[] = NAMES.map(assetClassNamed)

export function assetClassNamed(name: AssetClassName): AssetClass {
  return { id: `asset_class_${name.toLowerCase().replaceAll(' ', '_')}`, display_name: name }
}

export function findAssetClass(id: string): AssetClass | undefined {
  return ASSET_CLASSES.find((known) => known.id === id)
}

/** A class with its usual weight among an entity's holdings. */
type Weighted = readonly [name: AssetClassName, weight: number]

const STOCKS: readonly Weighted[] = [
  ['US Large Cap Equity', 30],
  ['US Mid Cap Equity', 9],
  ['US Small Cap Equity', 6],
  ['International Developed Equity', 12],
  ['Emerging Markets Equity', 5],
]
const BONDS: readonly Weighted[] = [
  ['Municipal Bonds', 18],
  ['Corporate Bonds', 9],
  ['US Government Bonds', 9],
  ['High Yield Bonds', 4],
  ['Money Market Funds', 4],
]
const ALTERNATIVES: readonly Weighted[] = [
  ['Private Equity', 12],
  ['Private Credit', 8],
  ['Hedge Funds', 8],
  ['Venture Capital', 5],
  ['Commodities', 2],
]

/** Typical holdings of each kind of entity. The first class is the entity's main purpose and always held. */
export const HOLDINGS: Record<EntityKind, readonly Weighted[]> = {
  REVOCABLE_TRUST: [
    ['US Large Cap Equity', 24],
    ['Primary Residence', 30],
    ['Vacation Property', 14],
    ['Art and Collectibles', 4],
    ['Cash', 8],
    ...BONDS,
    ...STOCKS.slice(1),
  ],
  IRREVOCABLE_TRUST: [...STOCKS, ...BONDS, ...ALTERNATIVES],
  SLAT_TRUST: [...STOCKS, ...ALTERNATIVES, ...BONDS],
  ILIT_TRUST: [
    ['Life Insurance', 96],
    ['Cash', 4],
  ],
  QPRT_TRUST: [
    ['Primary Residence', 60],
    ['Vacation Property', 40],
  ],
  GRAT_TRUST: [
    ['Concentrated Stock', 70],
    ['Private Equity', 24],
    ['Cash', 6],
  ],
  CRT_TRUST: [
    ['Concentrated Stock', 20],
    ['US Large Cap Equity', 40],
    ['Municipal Bonds', 30],
    ['Cash', 10],
  ],
  CLT_TRUST: [
    ['US Large Cap Equity', 55],
    ['Corporate Bonds', 35],
    ['Cash', 10],
  ],
  INDIVIDUAL_PERSONAL_ACCOUNT: [
    ...STOCKS,
    ...BONDS,
    ['Concentrated Stock', 8],
    ['Cash', 6],
    ['Digital Assets', 1],
    ['Promissory Notes', 1],
  ],
  JOINT_PERSONAL_ACCOUNT: [['Cash', 12], ...STOCKS, ...BONDS],
  CUSTODIAL_PERSONAL_ACCOUNT: [
    ['US Large Cap Equity', 75],
    ['Cash', 25],
  ],
  INSURANCE_PERSONAL_ACCOUNT: [
    ['Life Insurance', 60],
    ['Annuities', 40],
  ],
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: [
    ['US Large Cap Equity', 55],
    ['US Government Bonds', 30],
    ['Money Market Funds', 15],
  ],
  RETIREMENT_PERSONAL_ACCOUNT: [...STOCKS, ['Corporate Bonds', 20], ['US Government Bonds', 12], ['Annuities', 6]],
  DONOR_ADVISED_FUND: [
    ['US Large Cap Equity', 60],
    ['Corporate Bonds', 25],
    ['Cash', 15],
  ],
  PRIVATE_FOUNDATION: [...STOCKS, ...ALTERNATIVES.slice(0, 3), ['Corporate Bonds', 15], ['Cash', 5]],
  LLC_BUSINESS_ENTITY: [
    ['Real Estate', 76],
    ['Farmland and Timber', 18],
    ['Cash', 5],
    ['Promissory Notes', 8],
  ],
  LP_BUSINESS_ENTITY: [['Private Equity', 40], ['Real Estate', 25], ...ALTERNATIVES.slice(1), ['Cash', 4]],
  GP_BUSINESS_ENTITY: [
    ['Operating Business', 60],
    ['Private Equity', 30],
    ['Cash', 6],
  ],
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: [
    ['Operating Business', 88],
    ['Cash', 12],
  ],
  SCORP_BUSINESS_ENTITY: [
    ['Operating Business', 76],
    ['Real Estate', 18],
    ['Cash', 8],
  ],
  CCORP_BUSINESS_ENTITY: [
    ['Operating Business', 84],
    ['Commodities', 6],
    ['Cash', 10],
  ],
}
