import type { EstatePerson } from '../../ipc/estate.ts'

/** People of about the same age. `from` and `to` are years of birth; null if no date of birth is known. */
export type Generation<Person> = { from: number | null; to: number | null; people: Person[] }

/** Years between two births from which on the younger person belongs to the next generation. */
const generationGap = 15

type Born = Pick<EstatePerson, 'is_primary'> & { date_of_birth: string | null }

/**
 * Divides people into generations, the oldest first; those without a date of birth come last. Within a generation primaries
 * come first, then the older.
 */
export function generationsOf<Person extends Born>(people: readonly Person[]): Generation<Person>[] {
  const yearOf = ({ date_of_birth: born }: Born) => {
    const year = Number(born?.slice(0, 4))
    return born && Number.isInteger(year) ? year : null
  }
  const dated = people
    .filter((person) => yearOf(person) !== null)
    .toSorted((left, right) => ((left.date_of_birth ?? '') < (right.date_of_birth ?? '') ? -1 : 1))
  const generations: Generation<Person>[] = []
  for (const person of dated) {
    const year = yearOf(person)
    const last = generations.at(-1)
    if (last?.to != null && year !== null && year - last.to < generationGap) {
      last.people.push(person)
      last.to = year
    } else generations.push({ from: year, to: year, people: [person] })
  }
  const undated = people.filter((person) => yearOf(person) === null)
  if (undated.length > 0) generations.push({ from: null, to: null, people: undated })
  for (const { people: members } of generations) {
    members.sort((left, right) => Number(right.is_primary) - Number(left.is_primary))
  }
  return generations
}
