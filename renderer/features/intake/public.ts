// The parts of this feature that other features may use.

export { AddDocuments } from './add/AddDocuments.tsx'
export { AddToSomeone } from './add/AddToSomeone.tsx'
export { type HouseholdChoice, HouseholdSelect } from './add/HouseholdSelect.tsx'
export { ReadStatements, useStatementReason } from './add/ReadStatements.tsx'
export { HouseholdUploads, UploadOf } from './UploadProgress.tsx'
export { useOwners } from './use-owners.ts'
