// The parts of this feature that other features may use.
export { useBulkTarget } from './bulk-target.ts'
