// The parts of this feature that other features may use.
export { ReadFrom } from './ReadFrom.tsx'
