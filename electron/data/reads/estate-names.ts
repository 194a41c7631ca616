import { type FoldedWord, foldedWords } from '../../../shared/domain/fold.ts'
import { plainLine } from '../../../shared/domain/plain-markdown.ts'
import { knownRole } from '../../../shared/domain/roles/role-names.ts'

/** A record that a text may name. A person also goes by first and last name alone, with or without a middle initial. */
export type NamedRecord = { key: string; name: string; person: PersonParts | null }

type PersonParts = { first: string; middle: string; last: string; suffix: string }

/** A full name found in a text: its range, and the passage around it. */
export type Mention = { key: string; excerpt: string; role: string | null }

type Name = { words: readonly string[]; keys: Set<string> }

/** Words between a name and its role, such as "serves as the initial". */
const mostBetween = 4
/** Characters of an excerpt before and after the name. */
const around = 70

/**
 * Finds the records that a text names in full, by whole words, folded as for searching. A family name alone never counts. Of
 * names that overlap only the longest counts: "Ada Okafor Trust" does not name Ada Okafor. A name that several records have
 * names none of them.
 */
export function createNameFinder(records: readonly NamedRecord[]): (text: string) => Mention[] {
  const byFirst = new Map<string, Name[]>()
  const known = new Map<string, Name>()
  for (const record of records) {
    for (const words of spellingsOf(record)) {
      const spelled = words.join(' ')
      const name = known.get(spelled) ?? { words, keys: new Set<string>() }
      if (!known.has(spelled)) {
        known.set(spelled, name)
        byFirst.set(words[0] ?? '', [...(byFirst.get(words[0] ?? '') ?? []), name])
      }
      name.keys.add(record.key)
    }
  }
  for (const names of byFirst.values()) names.sort((a, b) => b.words.length - a.words.length)
  return (text) => findNames(text, byFirst)
}

function findNames(text: string, byFirst: ReadonlyMap<string, readonly Name[]>): Mention[] {
  const found = [...foldedWords(text)].filter(({ folded }) => folded !== '')
  const words = found.map(withoutPossessive)
  const mentions = new Map<string, Mention>()
  for (let at = 0; at < words.length; at++) {
    const match = longestAt(words, at, byFirst)
    if (!match) continue
    const [key, ...others] = match.keys
    const [first, last] = [found[at], found[at + match.length - 1]]
    if (key !== undefined && others.length === 0 && first && last) {
      const [start, end] = [first.start, last.endOf(words[at + match.length - 1]?.length ?? 0)]
      const role = roleBeside(text, start, end)
      const before = mentions.get(key)
      if (!before || (before.role === null && role !== null)) {
        mentions.set(key, { key, excerpt: excerptOf(text, start, end), role })
      }
    }
    at += match.length - 1
  }
  return [...mentions.values()]
}

function longestAt(words: readonly string[], at: number, byFirst: ReadonlyMap<string, readonly Name[]>) {
  const name = byFirst
    .get(words[at] ?? '')
    ?.find((candidate) => candidate.words.every((word, n) => words[at + n] === word))
  return name ? { keys: name.keys, length: name.words.length } : null
}

/** The folded word without a possessive: “Okafor’s” is read as Okafor, in names and texts alike. */
function withoutPossessive({ folded, parts }: FoldedWord): string {
  return parts.length > 1 && parts.at(-1)?.folded === 's' ? folded.slice(0, -1) : folded
}

const wordsOf = (text: string): string[] =>
  Array.from(foldedWords(text), withoutPossessive).filter((folded) => folded !== '')

/** Every spelling has at least two words. */
function spellingsOf({ name, person }: NamedRecord): string[][] {
  if (person === null) return [wordsOf(name)].filter((words) => words.length > 1)
  const [first, middle, last, suffix] = [person.first, person.middle, person.last, person.suffix].map(wordsOf)
  if (!first?.length || !last?.length) return []
  const initial = (middle ?? []).map((word) => Array.from(word)[0] ?? '')
  const middles = [[], ...(middle?.length ? [middle, initial] : [])]
  return middles
    .map((between) => [...first, ...between, ...last])
    .flatMap((words) => (suffix?.length ? [words, [...words, ...suffix]] : [words]))
}

/** The role named beside a name in the same sentence; null if there is none, or several. */
function roleBeside(text: string, from: number, to: number): string | null {
  const before = wordsOf(
    text
      .slice(Math.max(0, from - around), from)
      .split(sentenceEnd)
      .at(-1) ?? '',
  ).slice(-2)
  const after = wordsOf(text.slice(to, to + around).split(sentenceEnd)[0] ?? '').slice(0, mostBetween + 1)
  const roles = new Set([...before, ...after].flatMap((word) => knownRole(word) ?? []))
  return roles.size === 1 ? ([...roles][0] ?? null) : null
}

const sentenceEnd = /[.;:\n]/

/** The passage around a name without marks of Markdown, cut at spaces, without breaking a character. */
function excerptOf(text: string, from: number, to: number): string {
  const start = from <= around ? 0 : text.indexOf(' ', from - around) + 1
  const begin = start > 0 && start <= from ? start : Math.max(0, from - around)
  const space = text.lastIndexOf(' ', to + around)
  const end = to + around >= text.length ? text.length : space >= to ? space : to
  const passage = text.slice(begin, end).split('\n').map(plainLine).join(' ').replace(/\s+/g, ' ').trim()
  return `${begin > 0 ? '…' : ''}${passage.toWellFormed()}${end < text.length ? '…' : ''}`
}
