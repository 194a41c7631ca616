// The parts of this feature that other features may use.

export { useFreshValuations } from './use-fresh-valuations.ts'
export { ValuationAssets } from './ValuationAssets.tsx'
