/** The most households of one run of meeting packs. */
export const maxPackHouseholds = 1000

/** The sections of a meeting pack, in the usual order. */
export const packSections = [
  'cover',
  'summary',
  'people',
  'balance-sheet',
  'estate-map',
  'valuations',
  'value-change',
  'changes',
  'next-dates',
  'documents',
  'questions',
  'notes',
] as const

export type PackSection = (typeof packSections)[number]

/** The heading of each section. */
export const packSectionNames: Readonly<Record<PackSection, string>> = {
  cover: 'Cover',
  summary: 'At a glance',
  people: 'People',
  'balance-sheet': 'Balance sheet',
  'estate-map': 'Estate map',
  valuations: 'Valuations',
  'value-change': 'Change in value',
  changes: 'Changes',
  'next-dates': 'Next dates',
  documents: 'Documents',
  questions: 'Open questions',
  notes: 'Internal notes',
}

/** Internal notes are left out unless they are chosen. */
export const usualPackSections: readonly PackSection[] = packSections.filter((section) => section !== 'notes')

/** Days before the day of a pack from which changes are listed, where no meeting is recorded and no other day is chosen. */
export const usualPackDays = 90

/** The most changes that a pack lists; it says how many there are beyond these. */
export const maxPackChanges = 200

/** The most dates that a pack lists; it says how many there are beyond these. */
export const maxPackDates = 200
