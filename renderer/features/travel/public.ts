// The parts of this feature that other features may use.
export { FilesBudget } from './FilesBudget.tsx'
export { PinButton, PinnedNotice } from './PinHousehold.tsx'
export { PinSelected } from './PinSelected.tsx'
