import { namesOf, namesWith } from '../../../shared/records/field.ts'
import { individualFields } from '../../../shared/records/individual.ts'
import type { FormValues } from '../../components/forms/form-values.ts'

/** Names of the fields that an edit of an individual can change. */
export const personFields: readonly string[] = namesWith(individualFields, 'update')

const flags: readonly string[] = namesOf(individualFields, 'flag')

const created = namesWith(individualFields, 'create').filter((name) => name !== 'household_id')

/** The values of an individual with nothing filled in. */
export const emptyPerson: FormValues = Object.fromEntries(
  created.map((name) => [name, flags.includes(name) ? false : '']),
)

/**
 * The same without the fields that the service sets for individuals created with their household: never a grantor, always
 * primary.
 */
export const emptyPrimary: FormValues = Object.fromEntries(
  Object.entries(emptyPerson).filter(([name]) => name !== 'is_grantor' && name !== 'is_primary'),
)

/** Maximum number of primary clients per household. */
export const mostPrimaries = 2

/** Why an individual cannot become a primary client of their household; null if they can. */
export function tooManyPrimaries(others: readonly { title: string }[]): string | null {
  if (others.length < mostPrimaries) return null
  const names = others.map(({ title }) => title).join(' and ')
  return `This household already has two primary clients: ${names}. Unmark one of them first.`
}
