// What other features may import from this one.
export { AddressFields, NameFields, RoleFields } from './PersonFields.tsx'
export { emptyPrimary, mostPrimaries } from './person-values.ts'
