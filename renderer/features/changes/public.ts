// The parts of this feature that other features may use.
export { ChangeCount } from './ChangeCount.tsx'
export { sayCount } from './change-words.ts'
export { dateBefore, sinceMoment, writeChangesSearch } from './changes-search.ts'
export { HouseholdChanges, NewChanges } from './HouseholdChanges.tsx'
export { useHouseholdVisit } from './use-household-visit.ts'
