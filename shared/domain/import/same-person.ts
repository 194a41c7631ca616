import { fold } from './fold.ts'

/** The data that identifies a person. Names and e-mail addresses are folded; unknown values are empty. */
export type Person = {
  /** The offline copy has the whole name as one text; a file has its parts. */
  name: { whole: string } | { first: string; last: string }
  suffix: string
  email: string
  /** `YYYY-MM-DD`. */
  birth: string
  /** Where this person was found, as the start of a sentence. */
  where: string
  /** The person's record, if it exists and no row of the file changes it yet. */
  record?: { id: string; is_primary: boolean } | undefined
}

/**
 * Compares two people of one household. `same`: equal names and equal birth dates, or equal names and e-mail addresses while a
 * birth date is missing. `different`: other names, other birth dates, or other suffixes. `maybe`: nothing but the name decides.
 */
export function comparePeople(one: Person, other: Person): 'same' | 'maybe' | 'different' {
  if (!sameName(one.name, other.name)) return 'different'
  const births = agree(one.birth, other.birth)
  const emails = agree(one.email, other.email)
  if (births === 'yes' || (emails === 'yes' && births !== 'no')) return 'same'
  if (births === 'no') return 'different'
  return agree(one.suffix, other.suffix) === 'no' ? 'different' : 'maybe'
}

const agree = (one: string, other: string) => (one === '' || other === '' ? 'unknown' : one === other ? 'yes' : 'no')

/** If only one side has a middle name, it is ignored. */
function sameName(one: Person['name'], other: Person['name']): boolean {
  if ('whole' in one) return 'whole' in other ? one.whole === other.whole : sameName(other, one)
  if ('whole' in other) return other.whole.startsWith(`${one.first} `) && other.whole.endsWith(` ${one.last}`)
  return one.first === other.first && one.last === other.last
}

/** The data of the offline copy about one person of a household. */
export type KnownPerson = {
  id: string
  /** "First Middle Last, Suffix", without the parts that are missing. */
  title: string
  email: string | null
  date_of_birth: string | null
  is_primary: boolean
}

/** Creates a {@link Person} from the offline copy. */
export function personOf(known: KnownPerson): Person {
  const [name = '', suffix = ''] = known.title.split(/, (?=[^,]*$)/)
  return {
    name: { whole: fold(name) },
    suffix: fold(suffix),
    email: fold(known.email ?? ''),
    birth: known.date_of_birth ?? '',
    where: `${known.title} (already in Steward)`,
    record: known,
  }
}

/** The lookup key for people before they are compared: the first letter, which both forms of a name share. */
export const initialOf = ({ name }: Person): string => ('whole' in name ? name.whole : name.first).slice(0, 1)
