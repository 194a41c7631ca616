// The parts of this feature that other features may use.
export { useAllPaused } from './use-all-paused.ts'
export { useKnownCounts } from './use-outbox.ts'
