// What other features may import from this one.

export { hearCustody } from './custody.ts'
export { RemoveEverythingDialog } from './RemoveEverythingDialog.tsx'
