// The parts of this feature that other features may use.
export { openHelp } from './help-state.ts'
