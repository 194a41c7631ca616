import { individualUpdate } from '../../../shared/service/writes.ts'
import type { FormValues } from '../../components/forms/form-values.ts'

/** Labels of an individual's yes or no fields, as on their page. */
export const roleLabels = {
  is_primary: 'Primary client',
  is_grantor: 'Grantor',
  is_trustee: 'Trustee',
  is_beneficiary: 'Beneficiary',
  is_deceased: 'Deceased',
} as const

/** Names of the fields that an edit of an individual can change. */
export const personFields = Object.keys(individualUpdate.shape)

const textFields = personFields.filter((name) => !Object.hasOwn(roleLabels, name))

/** The values of an individual with nothing filled in. */
export const emptyPerson: FormValues = {
  ...Object.fromEntries(textFields.filter((name) => name !== 'date_of_death').map((name) => [name, ''])),
  ...Object.fromEntries(Object.keys(roleLabels).map((name) => [name, false])),
}

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
