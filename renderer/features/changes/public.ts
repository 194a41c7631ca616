// The parts of this feature that other features may use.
export { ChangeCount } from './ChangeCount.tsx'
export { sayCount } from './change-words.ts'
export { sinceMoment, writeChangesSearch } from './changes-search.ts'
export { HouseholdChanges, SinceMeeting, useMetChanges, useValueSince } from './HouseholdChanges.tsx'
export { type HouseholdVisit, useHouseholdVisit } from './use-household-visit.ts'
