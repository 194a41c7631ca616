import { formatCalendarDate } from './dates.ts'
import { formatCents, sumCents } from './money.ts'
import { documentTypeNames, entryModeNames, nameOf, summaryFormatNames } from './names.ts'
import { isNothing, type Json, own } from './same.ts'

/** Display names of the writable fields. */
export const fieldNames: Readonly<Record<string, string>> = {
  address_line1: 'Address line 1',
  address_line2: 'Address line 2',
  city: 'City',
  country: 'Country',
  date_of_birth: 'Date of birth',
  date_of_death: 'Date of death',
  description: 'Description',
  directly_held_assets: 'Assets',
  display_name: 'Name',
  effective_date: 'Effective date',
  email: 'Email',
  enable_ai_suggestions: 'Used for AI suggestions',
  entity_id: 'Entity',
  entry_mode: 'Written by',
  external_id: 'External ID',
  first_name: 'First name',
  household_id: 'Household',
  individual_id: 'Individual',
  is_beneficiary: 'Beneficiary',
  is_deceased: 'Deceased',
  is_grantor: 'Grantor',
  is_primary: 'Primary client',
  is_trustee: 'Trustee',
  last_name: 'Last name',
  middle_name: 'Middle name',
  name: 'Name',
  notes: 'Notes',
  postal_code: 'Postal code',
  primary_individuals: 'Primary clients',
  primary_relationship_owner_id: 'Relationship owner',
  state: 'State',
  suffix: 'Suffix',
  summary: 'Summary',
  summary_format: 'Format',
  type: 'Type',
}

/** A field's display name; for an unknown field, the service's name. */
export const fieldName = (field: string): string => nameOf(fieldNames, field)

/** Fields that contain the id of another record, with its resource. */
export const linkedFields = {
  entity_id: 'entities',
  household_id: 'households',
  individual_id: 'individuals',
  primary_relationship_owner_id: 'users',
} as const

/** Display names of the values of enum fields. */
export const fieldChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: documentTypeNames,
  entry_mode: entryModeNames,
  summary_format: summaryFormatNames,
}

const dates: ReadonlySet<string> = new Set(['date_of_birth', 'date_of_death', 'effective_date'])

/** True for a field that contains a calendar date (`YYYY-MM-DD`). */
export const isDateField = (field: string): boolean => dates.has(field)

const isFields = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: Json | undefined) => (typeof value === 'string' ? value : '')

function sayAssets(assets: readonly Json[]): string {
  const values = assets.map((asset) => (isFields(asset) ? own(asset, 'value') : null))
  const amounts = values.filter((value) => typeof value === 'number')
  const count = assets.length === 1 ? '1 asset' : `${assets.length.toLocaleString('en-US')} assets`
  return amounts.length === assets.length && amounts.length > 0 ? `${count}, ${formatCents(sumCents(amounts))}` : count
}

const sayPeople = (people: readonly Json[]): string =>
  people
    .map((person) => (isFields(person) ? `${text(own(person, 'first_name'))} ${text(own(person, 'last_name'))}` : ''))
    .filter((name) => name.trim() !== '')
    .join(', ')

/** A field's value as display text; null if it is empty. Ids of other records ({@link linkedFields}) are returned unchanged. */
export function sayValue(field: string, value: Json | undefined): string | null {
  if (isNothing(value)) return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 20 })
  if (typeof value === 'string') {
    if (isDateField(field)) return formatCalendarDate(value)
    return Object.hasOwn(fieldChoices, field) ? nameOf(fieldChoices[field] ?? {}, value) : value
  }
  if (Array.isArray(value) && field === 'directly_held_assets') return sayAssets(value)
  if (Array.isArray(value) && field === 'primary_individuals') return sayPeople(value) || null
  return JSON.stringify(value)
}
