// The parts of this feature that other features may use.
export { FirmSettings } from './FirmSettings.tsx'
export { PackButton } from './PackButton.tsx'
