// What other features may import from this one.
export { PersonInputs } from './PersonFields.tsx'
export { emptyPrimary, mostPrimaries } from './person-values.ts'
