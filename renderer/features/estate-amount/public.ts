// The parts of this feature that other features may use.
export { EstateGauge, useAmountDialog } from './EstateGauge.tsx'
export { FirmAmount } from './FirmAmount.tsx'
export { useAmounts } from './use-amounts.ts'
