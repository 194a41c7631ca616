import { fold } from './fold.ts'

/** A person as far as two of them can be told apart. Names and e-mail are folded; what is not known is empty. */
export type Person = {
  /** Of the offline copy the whole name is one text, its parts unknown; of a file it is the other way round. */
  name: { whole: string } | { first: string; last: string }
  suffix: string
  email: string
  /** `YYYY-MM-DD`. */
  birth: string
  /** Who this is, in words that begin a sentence. */
  where: string
}

/**
 * Whether two people of one household are the same: the same name with the same birth date or e-mail address. With nothing
 * to tell them apart but the name they may be.
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

/** A middle name on one side alone makes nobody another. */
function sameName(one: Person['name'], other: Person['name']): boolean {
  if ('whole' in one) return 'whole' in other ? one.whole === other.whole : sameName(other, one)
  if ('whole' in other) return other.whole.startsWith(`${one.first} `) && other.whole.endsWith(` ${one.last}`)
  return one.first === other.first && one.last === other.last
}

/** Somebody of the offline copy. */
export function personOf(known: { title: string; email: string | null; date_of_birth: string | null }): Person {
  const [name = '', suffix = ''] = known.title.split(/, (?=[^,]*$)/)
  return {
    name: { whole: fold(name) },
    suffix: fold(suffix),
    email: fold(known.email ?? ''),
    birth: known.date_of_birth ?? '',
    where: `${known.title}, who is there already,`,
  }
}

/** By what people are looked up before they are compared: the letter that both ways of having a name surely share. */
export const initialOf = ({ name }: Person): string => ('whole' in name ? name.whole : name.first).slice(0, 1)
