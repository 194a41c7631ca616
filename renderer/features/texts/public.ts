// The parts of this feature that other features may use.
export { ScanButtons } from './ScanButtons.tsx'
export { TextSettings } from './TextSettings.tsx'
