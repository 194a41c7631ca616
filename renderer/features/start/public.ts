// The parts of this feature that other features may use.
export { connectionState } from './connection-state.ts'
