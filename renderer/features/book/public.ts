// The parts of this feature that other features may use.
export { BalanceSheet } from './BalanceSheet.tsx'
export { Holdings } from './Holdings.tsx'
