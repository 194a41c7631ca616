// What other features may import from this one.
export { FilesBudget } from './FilesBudget.tsx'
export { PinButton, PinnedNotice } from './PinHousehold.tsx'
