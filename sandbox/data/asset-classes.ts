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

const MARKETS: readonly AssetClassName[] = [
  'US Large Cap Equity',
  'US Mid Cap Equity',
  'US Small Cap Equity',
  'International Developed Equity',
  'Emerging Markets Equity',
  'Municipal Bonds',
  'Corporate Bonds',
  'US Government Bonds',
  'High Yield Bonds',
  'Cash',
  'Money Market Funds',
]
const ALTERNATIVES: readonly AssetClassName[] = ['Private Equity', 'Venture Capital', 'Private Credit', 'Hedge Funds']

/** Typical holdings of each kind of entity. The first class is the entity's main purpose and always held. */
export const HOLDINGS: Record<EntityKind, readonly AssetClassName[]> = {
  REVOCABLE_TRUST: [
    'US Large Cap Equity',
    'Primary Residence',
    'Vacation Property',
    'Art and Collectibles',
    ...MARKETS,
  ],
  IRREVOCABLE_TRUST: ['US Large Cap Equity', ...MARKETS, ...ALTERNATIVES],
  SLAT_TRUST: ['US Large Cap Equity', ...MARKETS, ...ALTERNATIVES],
  ILIT_TRUST: ['Life Insurance', 'Cash'],
  QPRT_TRUST: ['Primary Residence', 'Vacation Property'],
  GRAT_TRUST: ['Concentrated Stock', 'Private Equity', 'Cash'],
  CRT_TRUST: ['Concentrated Stock', 'US Large Cap Equity', 'Municipal Bonds', 'Cash'],
  CLT_TRUST: ['US Large Cap Equity', 'Corporate Bonds', 'Cash'],
  INDIVIDUAL_PERSONAL_ACCOUNT: ['US Large Cap Equity', 'Digital Assets', ...MARKETS],
  JOINT_PERSONAL_ACCOUNT: ['Cash', ...MARKETS],
  CUSTODIAL_PERSONAL_ACCOUNT: ['US Large Cap Equity', 'Cash'],
  INSURANCE_PERSONAL_ACCOUNT: ['Life Insurance', 'Annuities'],
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: ['US Large Cap Equity', 'US Government Bonds', 'Money Market Funds'],
  RETIREMENT_PERSONAL_ACCOUNT: ['US Large Cap Equity', ...MARKETS],
  DONOR_ADVISED_FUND: ['US Large Cap Equity', 'Corporate Bonds', 'Cash'],
  PRIVATE_FOUNDATION: ['US Large Cap Equity', 'Hedge Funds', 'Private Equity', ...MARKETS],
  LLC_BUSINESS_ENTITY: ['Real Estate', 'Farmland and Timber', 'Cash', 'Promissory Notes'],
  LP_BUSINESS_ENTITY: ['Private Equity', 'Real Estate', ...ALTERNATIVES, 'Cash'],
  GP_BUSINESS_ENTITY: ['Operating Business', 'Private Equity', 'Cash'],
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: ['Operating Business', 'Cash'],
  SCORP_BUSINESS_ENTITY: ['Operating Business', 'Cash', 'Real Estate'],
  CCORP_BUSINESS_ENTITY: ['Operating Business', 'Cash', 'Commodities'],
}
