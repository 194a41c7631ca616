import { individualUpdate } from '../../../shared/service/writes.ts'
import type { FormValues } from './form-values.ts'

/** Fields of a person that are a yes or no, as the page names them. */
export const roleLabels = {
  is_primary: 'Primary client',
  is_grantor: 'Grantor',
  is_trustee: 'Trustee',
  is_beneficiary: 'Beneficiary',
  is_deceased: 'Deceased',
} as const

/** Everything that an edit of a person can change. */
export const personFields = Object.keys(individualUpdate.shape)

const textFields = personFields.filter((name) => !Object.hasOwn(roleLabels, name))

/** A person of whom nothing was filled in yet. */
export const emptyPerson: FormValues = {
  ...Object.fromEntries(textFields.filter((name) => name !== 'date_of_death').map((name) => [name, ''])),
  ...Object.fromEntries(Object.keys(roleLabels).map((name) => [name, false])),
}

/** The same without what the service gives a person who is created with their household: no grantor, always primary. */
export const emptyPrimary: FormValues = Object.fromEntries(
  Object.entries(emptyPerson).filter(([name]) => name !== 'is_grantor' && name !== 'is_primary'),
)

/** The most primary clients that a household may have. */
export const mostPrimaries = 2

/** Why a person cannot become a primary client of their household; null when they can. */
export function tooManyPrimaries(others: readonly { title: string }[]): string | null {
  if (others.length < mostPrimaries) return null
  const names = others.map(({ title }) => title).join(' and ')
  return `This household has two primary clients already: ${names}. Take the mark from one of them first.`
}
