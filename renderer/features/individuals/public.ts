// The parts of this feature that other features may use.
export { PersonInputs } from './PersonFields.tsx'
export { emptyPrimary, mostPrimaries } from './person-values.ts'
