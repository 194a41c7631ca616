import type { individualFields } from '../../../shared/records/individual.ts'

/** The fields on an individual's page and in its form; a deletion is shown as a tag. */
export type PersonField = Exclude<keyof typeof individualFields, 'deleted_at'>

export type PersonSection = 'name' | 'roles' | 'address' | 'notes'

/** The section of each field of an individual, in the order of its page and its form. */
const sections = {
  first_name: 'name',
  middle_name: 'name',
  last_name: 'name',
  suffix: 'name',
  household_id: 'name',
  email: 'name',
  date_of_birth: 'name',
  date_of_death: 'name',
  is_primary: 'roles',
  is_grantor: 'roles',
  is_trustee: 'roles',
  is_beneficiary: 'roles',
  is_deceased: 'roles',
  address_line1: 'address',
  address_line2: 'address',
  city: 'address',
  state: 'address',
  postal_code: 'address',
  country: 'address',
  notes: 'notes',
} as const satisfies Record<PersonField, PersonSection>

/** The fields of a section, in their order. */
export const personFieldsIn = (section: PersonSection): PersonField[] =>
  (Object.keys(sections) as PersonField[]).filter((name) => sections[name] === section)
