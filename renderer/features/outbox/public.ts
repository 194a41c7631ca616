// What other features may import from this one.
export { useAllPaused } from './use-all-paused.ts'
