// The parts of this feature that other features may use.
export { connectionState, isEditable } from './connection-state.ts'
