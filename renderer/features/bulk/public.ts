// What other features may import from this one.
export { useBulkTarget } from './bulk-target.ts'
