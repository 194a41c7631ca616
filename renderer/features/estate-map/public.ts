// The parts of this feature that other features may use.
export { Estate } from './Estate.tsx'
export { FamilyDialog } from './FamilyDialog.tsx'
export { FoundIn } from './FoundIn.tsx'
export { RecordRoles } from './RecordRoles.tsx'
export { useEstate, useEstateActions } from './use-estate.tsx'
