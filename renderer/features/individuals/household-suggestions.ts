import type { Household } from '../../../shared/service/household.ts'
import type { FormValues } from '../../components/forms/form-values.ts'
import { personFieldsIn } from './person-layout.ts'

/** Values of a form that a click fills in, and how they read in one line. */
export type Suggestion = { values: Readonly<Record<string, string>>; text: string }

type Primary = NonNullable<Household['primary_individuals']>[number]

const addressFields = personFieldsIn('address')

const comparable = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** The most common family name of a household's primary clients, of equally common ones the first; null without one. */
export function familyNameOf(primaries: readonly Primary[]): Suggestion | null {
  const names = primaries.map(({ last_name }) => (last_name ?? '').trim()).filter((name) => name !== '')
  const groups = [...Map.groupBy(names, comparable).values()].toSorted((a, b) => b.length - a.length)
  const [name] = groups[0] ?? []
  return name === undefined ? null : { values: { last_name: name }, text: name }
}

/** The address of a household's primary clients; null if none of them has one, or if they differ. */
export function sharedAddressOf(primaries: readonly Primary[]): Suggestion | null {
  const addresses = primaries
    .map((person) => addressFields.map((name) => String(person[name] ?? '').trim()))
    .filter((parts) => parts.some((part) => part !== ''))
  const [first] = addresses
  if (first === undefined) return null
  const keys = new Set(addresses.map((parts) => parts.map(comparable).join('\n')))
  if (keys.size > 1) return null
  const values = Object.fromEntries(addressFields.map((name, at) => [name, first[at] ?? '']))
  return { values, text: first.filter((part) => part !== '').join(', ') }
}

/**
 * `fits`: a click fills in what is still empty. `taken`: the form says so already. `other`: the user typed something else, which
 * a click must not replace.
 */
type Standing = 'fits' | 'taken' | 'other'

export function standingOf({ values }: Suggestion, typed: FormValues): Standing {
  const pairs = Object.entries(values).map(([name, value]) => [comparable(String(typed[name] ?? '')), value] as const)
  if (pairs.every(([now, value]) => now === comparable(value))) return 'taken'
  return pairs.every(([now, value]) => now === '' || now === comparable(value)) ? 'fits' : 'other'
}
