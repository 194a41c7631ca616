import { fold } from '../fold.ts'

/** The data that identifies a person. Names and e-mail addresses are folded; unknown values are empty. */
export type Person = {
  /** The offline copy has the whole name as one text; a file has its parts. */
  name: { whole: string } | { first: string; middle: string; last: string }
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
 * - `same`: equal birth dates, or an equal e-mail address and nothing else that only one of the two has
 * - `maybe`: the name does not decide; `lacking` names what only one of the two has
 * - `different`: other names or birth dates, or another middle name or suffix without equal birth dates
 */
export type Comparison = { is: 'same'; byBirth: boolean } | { is: 'maybe'; lacking: string[] } | { is: 'different' }

/** Compares two people of one household. An e-mail address alone proves nothing: families share one. */
export function comparePeople(one: Person, other: Person): Comparison {
  const middles = comparedNames(one.name, other.name)
  if (middles === null) return { is: 'different' }
  const parts = {
    'middle name': agree(...middles),
    suffix: agree(one.suffix, other.suffix),
    'date of birth': agree(one.birth, other.birth),
  }
  const births = parts['date of birth']
  const isOtherName = parts['middle name'] === 'no' || parts.suffix === 'no'
  if (births === 'no' || (isOtherName && births !== 'yes')) return { is: 'different' }
  const lacking = Object.entries(parts).flatMap(([part, agreement]) => (agreement === 'one-sided' ? [part] : []))
  if (isOtherName) return { is: 'maybe', lacking: [] }
  if (births === 'yes') return { is: 'same', byBirth: true }
  if (lacking.length === 0 && agree(one.email, other.email) === 'yes') return { is: 'same', byBirth: false }
  return { is: 'maybe', lacking }
}

function agree(one: string, other: string): 'yes' | 'no' | 'one-sided' | 'unknown' {
  if (one === '' && other === '') return 'unknown'
  if (one === '' || other === '') return 'one-sided'
  return one === other ? 'yes' : 'no'
}

/** The middle names of two people whose other names are equal; null if those differ. An initial is a shorter middle name. */
function comparedNames(one: Person['name'], other: Person['name']): [string, string] | null {
  if ('whole' in one)
    return 'whole' in other ? (one.whole === other.whole ? ['', ''] : null) : comparedNames(other, one)
  const middle = 'whole' in other ? middleIn(other.whole, one) : isSameName(one, other) ? other.middle : null
  if (middle === null) return null
  const [shorter = '', longer = ''] = [one.middle, middle].toSorted((a, b) => a.length - b.length)
  return shorter.length === 1 && longer.startsWith(shorter) ? [longer, longer] : [one.middle, middle]
}

const isSameName = (one: { first: string; last: string }, other: { first: string; last: string }): boolean =>
  one.first === other.first && one.last === other.last

/** The part of a whole name between a first and a last name; null if it has other ones. */
function middleIn(whole: string, { first, last }: { first: string; last: string }): string | null {
  if (whole === `${first} ${last}`) return ''
  return whole.startsWith(`${first} `) && whole.endsWith(` ${last}`)
    ? whole.slice(first.length + 1, -last.length - 1)
    : null
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
