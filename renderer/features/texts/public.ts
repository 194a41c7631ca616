// The parts of this feature that other features may use.
export { TextSettings } from './TextSettings.tsx'
