// What other features may import from this one.

export { useFreshValuations } from './use-fresh-valuations.ts'
export { ValuationAssets } from './ValuationAssets.tsx'
export { valuationFields } from './valuation-fields.tsx'
