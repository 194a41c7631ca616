// What other features may import from this one.
export { BalanceSheet } from './BalanceSheet.tsx'
