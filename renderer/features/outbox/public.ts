// The parts of this feature that other features may use.
export { useAllPaused } from './use-all-paused.ts'
export { useOutboxCounts } from './use-outbox.ts'
