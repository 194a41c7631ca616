import { foldLetters, wordsOf } from '../../../shared/domain/fold.ts'
import type { Reader } from './reader.ts'

type Named = { household_id: string; title: string; name: string }

/** Most households that are returned: with more than one the user is only told. */
const mostHouseholds = 4

/** A character that ends a word; as SQLite's GLOB has it. */
const notInWord = '[^a-z0-9]'
/** Letters of a first word with which so many names begin that the rest of the word must be excluded in the index. */
const initials = 2

/** Other households of which an individual or an entity has this name; middle names may be initials or left out. */
export function readHouseholdsNamed(
  { mirror }: Reader,
  { name, is, except }: { name: string; is: 'person' | 'entity'; except: string },
): { households: { id: string; title: string }[] } {
  const words = wordsOf(name)
  // An entity may be listed with or without "The".
  const starts = is === 'entity' && words[0] === 'the' ? words.slice(1) : words
  const [first] = starts
  const last = starts.at(-1)
  if (first === undefined || last === undefined || starts.length < 2) return { households: [] }
  const table = is === 'person' ? 'individuals' : 'entities'
  // Both words are looked for in the index: of 300,000 people 10,000 begin with the same first name, and few of them are read.
  const statement = mirror.prepare<[string, string, string, string, string], Named>(
    `SELECT r.household_id, h.title, r.title AS name FROM ${table} r JOIN households h ON h.id = r.household_id
     WHERE r.title_sort >= ? AND r.title_sort < ? AND r.title_sort GLOB ? AND r.title_sort GLOB ? AND r.household_id <> ?
     ORDER BY r.title_sort`,
  )
  const withLast = `*${/^[a-z]/.test(last) ? notInWord : ''}${last}*`
  const found = new Map<string, string>()
  const isSame = is === 'person' ? isSamePerson : isSameEntity
  for (const lead of is === 'entity' ? [first, `the ${first}`] : [first]) {
    const start = foldLetters(lead)
    const withLead = `${start}${first.length <= initials ? notInWord : ''}*`
    for (const one of statement.iterate(start, `${start}\uffff`, withLead, withLast, except)) {
      if (isSame(starts, wordsOf(one.name))) found.set(one.household_id, one.title)
      if (found.size === mostHouseholds) break
    }
  }
  return { households: [...found].map(([id, title]) => ({ id, title })) }
}

const isSameEntity = (said: readonly string[], name: readonly string[]) =>
  said.join(' ') === (name[0] === 'the' ? name.slice(1) : name).join(' ')

/** Given and family name are equal, and each middle name begins the other or is left out. */
function isSamePerson(said: readonly string[], name: readonly string[]): boolean {
  if (said[0] !== name[0] || said.at(-1) !== name.at(-1)) return false
  const [ours, theirs] = [said.slice(1, -1), name.slice(1, -1)]
  const [fewer, more] = ours.length < theirs.length ? [ours, theirs] : [theirs, ours]
  return fewer.every((word, at) => word.startsWith(more[at] ?? '') || (more[at] ?? '').startsWith(word))
}
