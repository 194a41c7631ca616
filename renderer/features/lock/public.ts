// The parts of this feature that other features may use.

export { applyLockState, useLock } from './lock-state.ts'
export { RemoveEverythingDialog } from './RemoveEverythingDialog.tsx'
