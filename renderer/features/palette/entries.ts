import { fold, singularOf, wordsOf } from '../../../shared/domain/fold.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import type { Place } from '../../../shared/ipc/views.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import type { AvailableCommand } from '../../lib/commands/offers.ts'

/** One line of the palette. */
export type Entry =
  | { kind: 'record'; key: string; hit: SearchHit }
  | { kind: 'command'; key: string; command: AvailableCommand }
  /** A page of a document, with the words that were searched for on it. */
  | { kind: 'page'; key: string; hit: TextHit; find: string }
  /** Leads to the same search in documents; null for their number if it is not known. */
  | { kind: 'all-pages'; key: string; text: string; total: string | null }

export type Section = { label: string; entries: readonly Entry[] }

const mostPlaces = 8
const mostCommands = 6

const recordEntry = (hit: SearchHit, from = 'hit'): Entry => ({
  kind: 'record',
  key: `${from}:${hit.resource}:${hit.id}`,
  hit,
})

const commandEntry = (command: AvailableCommand): Entry => ({ kind: 'command', key: `command:${command.id}`, command })

/**
 * Groups hits by kind: the kind of the best hit comes first and hits keep their order within a kind, so the first line is the
 * best hit.
 */
function groupHits(hits: readonly SearchHit[]): Section[] {
  const groups = new Map<Resource, Entry[]>()
  for (const hit of hits) groups.set(hit.resource, [...(groups.get(hit.resource) ?? []), recordEntry(hit)])
  return [...groups].map(([resource, entries]) => ({ label: resourceNames[resource].many, entries }))
}

function placeEntries(places: readonly Place[], from: string): Entry[] {
  return places.slice(0, mostPlaces).flatMap(({ resource, id, title }) => {
    const known = resources.find((name) => name === resource)
    if (!known) return []
    const subtitle = resourceNames[known].one
    return recordEntry(
      {
        ...{ resource: known, id, title, title_matches: [], subtitle, snippet: null, snippet_matches: [] },
        ...{ pending: null, found_by: 'name' },
      },
      from,
    )
  })
}

/** Words of a question that say nothing about what is looked for: "what is missing", "how do I export", "my households". */
const fillers: ReadonlySet<string> = new Set(
  'a all an and are can do does for from how i in is me my of on please show the there to what where which with'.split(
    ' ',
  ),
)

/** The words of a text without fillers, or with them if there are no others. */
function tellingWords(text: string): string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !fillers.has(word))
  return telling.length > 0 ? telling : words
}

const isSameWord = (one: string, other: string) => one === other || singularOf(one) === singularOf(other)

/** True if each of these words is a word of the title, in the singular or the plural. */
const hasWholeWords = (title: string, wanted: readonly string[]) => {
  const words = wordsOf(title)
  return wanted.every((word) => words.some((other) => isSameWord(word, other)))
}

/** How well a command matches a typed text, better ones lower. */
const matchRanks = { title: 0, wholeWords: 1, titleStart: 2, titleWords: 3, otherWords: 4 } as const

/** Fewest letters of a whole word of a command's title before it counts more than the beginning of a name. */
const fewestLetters = 3

/** Commands in which each typed word begins a word of the title, the keywords or the group; those with the words in their title first. */
function matchCommands(
  commands: readonly AvailableCommand[],
  text: string,
): { command: AvailableCommand; rank: number }[] {
  const wanted = tellingWords(text)
  if (wanted.length === 0) return []
  const isIn = (words: readonly string[]) =>
    wanted.every((word) => words.some((other) => other.startsWith(word) || isSameWord(word, other)))
  const rankOf = (title: string) => {
    const inTitle = tellingWords(title)
    const isBegun = wanted.every((word, at) => inTitle[at]?.startsWith(word))
    if (inTitle.length === wanted.length && wanted.every((word, at) => isSameWord(word, inTitle[at] ?? '')))
      return matchRanks.title
    if (wanted.join('').length >= fewestLetters && hasWholeWords(title, wanted))
      return isBegun ? matchRanks.wholeWords : matchRanks.wholeWords + 0.5
    if (isBegun) return matchRanks.titleStart
    if (isIn(inTitle)) return matchRanks.titleWords
    return matchRanks.otherWords + wanted.filter((word) => !hasWholeWords(title, [word])).length
  }
  return commands
    .flatMap((command) => {
      const { title, words = '', group } = command
      return isIn(wordsOf(`${title} ${words} ${group}`)) ? { command, rank: rankOf(title) } : []
    })
    .sort((one, other) => one.rank - other.rank)
}

/**
 * True if the best command is likelier meant than the best record: it is the whole title of the command and not of the record, whole words
 * of the command's title only begin the words of the record's, it is in the title of the command and not in that of the record, or the
 * record only has similar words.
 */
function isCommandMeant(rank: number | undefined, best: SearchHit | undefined, text: string): boolean {
  if (rank === undefined || best === undefined) return rank !== undefined
  if (rank === matchRanks.title) return fold(best.title) !== fold(text)
  if (best.found_by === 'similar') return true
  if (best.found_by === 'text') return rank < matchRanks.otherWords
  return best.found_by === 'name' && rank < matchRanks.titleStart && !hasWholeWords(best.title, tellingWords(text))
}

/** The hits in documents; null if documents were not searched. */
export type FoundInDocuments = { hits: readonly TextHit[]; find: string; total: string } | null

/** Pages of documents, and the way to all of them. */
function pageEntries(text: string, found: FoundInDocuments): Entry[] {
  if (found === null) return []
  const { hits, find, total } = found
  return [
    ...hits.map((hit): Entry => ({ kind: 'page', key: `page:${hit.document_id}`, hit, find })),
    { kind: 'all-pages', key: 'all-pages', text, total: hits.length === 0 ? null : total },
  ]
}

type Sources = {
  text: string
  documents: FoundInDocuments
  hits: readonly SearchHit[]
  recents: readonly Place[]
  favourites: readonly Place[]
  commands: readonly AvailableCommand[]
}

/**
 * The sections of the palette: for a typed text its hits and matching commands, the likelier first; without text recent records,
 * favourites and commands.
 */
export function sectionsFor({ text, hits, documents, recents, favourites, commands }: Sources): Section[] {
  const matching = matchCommands(commands, text)
  const found: Section = {
    label: 'Commands',
    entries: matching.slice(0, mostCommands).map(({ command }) => commandEntry(command)),
  }
  const records = [...groupHits(hits), { label: 'In documents', entries: pageEntries(text, documents) }]
  const sections: Section[] =
    text === ''
      ? [
          { label: 'Recent', entries: placeEntries(recents, 'recent') },
          { label: 'Favorites', entries: placeEntries(favourites, 'favourite') },
          { label: 'Commands', entries: commands.map(commandEntry) },
        ]
      : isCommandMeant(matching[0]?.rank, hits[0], text)
        ? [found, ...records]
        : [...records, found]
  return sections.filter(({ entries }) => entries.length > 0)
}
