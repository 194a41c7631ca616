// The parts of this feature that other features may use.
export { HouseholdDocuments } from './HouseholdDocuments.tsx'
