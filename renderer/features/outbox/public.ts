// The parts of this feature that other features may use.
export { useAllPaused, useKnownCounts } from './use-outbox.ts'
