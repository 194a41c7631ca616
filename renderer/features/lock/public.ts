// The parts of this feature that other features may use.

export { hearCustody } from './custody.ts'
export { RemoveEverythingDialog } from './RemoveEverythingDialog.tsx'
