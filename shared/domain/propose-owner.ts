import { wordsOf } from './fold.ts'

/** A person or entity of a household, with its display name. */
export type OwnerChoice = { id: string; name: string }

/** The people and entities of one household. */
export type HouseholdParts = { entities: readonly OwnerChoice[]; individuals: readonly OwnerChoice[] }

/** The name of a file and of its folder. */
export type FileWords = { name: string; folder: string }

const generations = new Set('jr sr ii iii iv'.split(' '))

/** Words of an entity's name that may be missing in a file's name. */
const fillers = new Set('the a and of for u dated'.split(' '))

/** A file may contain a trust's kind in full or as an abbreviation. */
const abbreviations: readonly (readonly [full: string, short: string])[] = [
  ['irrevocable life insurance trust', 'ilit'],
  ['grantor retained annuity trust', 'grat'],
  ['spousal lifetime access trust', 'slat'],
  ['qualified personal residence trust', 'qprt'],
  ['charitable remainder unitrust', 'crut'],
  ['charitable remainder annuity trust', 'crat'],
  ['charitable lead unitrust', 'clut'],
  ['charitable lead annuity trust', 'clat'],
]

/**
 * Proposes the owner of a household's file from the words of its name and folder. A family name alone is never enough: a wrong
 * proposal files a document under the wrong person, a missing one costs only a choice from a list.
 *
 * - A person matches if given and family name are adjacent, in either order; middle names and initials may be between them.
 * - An entity matches by its whole name, in which the household's family names and the year are optional, with at least one
 *   word that is not a person's name ("trust", "ILIT", "holdings"). A file with a different year is about another entity.
 * - If the words match two people or two entities, none is proposed.
 */
export function proposeOwners(file: FileWords, parts: HouseholdParts) {
  const entity = findEntity(file, parts)
  const person = findPerson(file, parts.individuals)
  const isPartOfEntity = entity !== null && person !== null && [...person.said].every((word) => entity.said.has(word))
  return { entity_id: entity?.id ?? null, individual_id: isPartOfEntity ? null : (person?.id ?? null) }
}

type Found = { id: string; said: ReadonlySet<string> }

function findPerson(file: FileWords, people: readonly OwnerChoice[]): Found | null {
  const texts = [file.name, file.folder].flatMap(spellings)
  const inFile = new Set(texts.flat())
  const inGenerations = [...generations].filter((word) => inFile.has(word))
  const known = people.map(({ id, name }) => {
    const names = spellings(name)
    const words = new Set(names.flat())
    const isNamed = names.some((one) => isSaidInFull(one, texts)) && inGenerations.every((word) => words.has(word))
    return { id, isNamed, given: names.map(givenOf), said: common(words, inFile) }
  })
  const named = known.filter(({ isNamed }) => isNamed)
  const meant = onlyOne(named, named)
  const isNamedToo = ({ given }: { given: string[] }) =>
    given.some((word) => inFile.has(word) && !meant?.said.has(word))
  return meant === null || known.some(isNamedToo) ? null : meant
}

function findEntity(file: FileWords, { entities, individuals }: HouseholdParts): Found | null {
  const inFile = new Set([file.name, file.folder].flatMap(spellings).flatMap(abbreviated))
  const inYears = [...inFile].filter(isYear)
  const people = individuals.flatMap(({ name }) => spellings(name))
  const given = new Set(people.map(givenOf))
  const family = new Set(people.map(familyOf))
  const isNoName = (word: string) => !isYear(word) && !family.has(word) && !given.has(word) && word !== 'family'
  const known = entities.map(({ id, name }) => {
    const words = new Set(abbreviated(wordsOf(splitCapitals(name))).filter((word) => !fillers.has(word)))
    const said = common(words, inFile)
    const isOptional = (word: string) => isYear(word) || (family.has(word) && !given.has(word))
    const years = [...words].filter(isYear)
    const isNamed =
      [...words].every((word) => said.has(word) || isOptional(word)) &&
      [...said].some(isNoName) &&
      [...said].filter((word) => !isYear(word)).length > 1 &&
      (years.length === 0 || inYears.length === 0 || years.some((year) => inFile.has(year)))
    return { id, isNamed, said }
  })
  return onlyOne(
    known.filter(({ isNamed }) => isNamed),
    known,
  )
}

/** The match that contains all matching words of every other candidate, and more; null if there is none. */
function onlyOne<One extends Found>(named: readonly One[], all: readonly One[]): One | null {
  return named.find((one) => all.every((other) => other === one || isMore(one.said, other.said))) ?? null
}

const isMore = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size > other.size && [...other].every((word) => one.has(word))

const common = (words: ReadonlySet<string>, other: ReadonlySet<string>) =>
  new Set([...words].filter((word) => other.has(word)))

const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
const givenOf = (words: readonly string[]) => words[0] ?? ''
const familyOf = (words: readonly string[]) => words.slice(1).findLast((word) => !generations.has(word)) ?? ''

/** True if one of the texts contains given and family name next to each other; "Alvarez, Maria" only at its beginning. */
function isSaidInFull(name: readonly string[], texts: readonly (readonly string[])[]): boolean {
  const given = givenOf(name)
  const family = familyOf(name)
  if (given.length < 2 || family.length < 2) return false
  const isBetween = (word: string) => word.length === 1 || (word !== family && name.includes(word))
  return texts.some((text) =>
    text.some((word, at) => {
      if (word !== given) return false
      if (text.slice(at + 1).find((next) => !isBetween(next)) === family) return true
      return text[at - 1] === family && text.slice(0, at - 1).every((before) => /^\d+$/.test(before))
    }),
  )
}

/** The words of a text, as written and also split before capitals: "McDonald", "MariaAlvarez". */
const spellings = (text: string): string[][] => [wordsOf(text), wordsOf(splitCapitals(text))]

const splitCapitals = (text: string) => text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')

function abbreviated(words: readonly string[]): string[] {
  const text = abbreviations.reduce(
    (said, [full, short]) => said.replaceAll(` ${full} `, ` ${short} `),
    ` ${words.join(' ')} `,
  )
  return text.split(' ').filter((word) => word !== '')
}
