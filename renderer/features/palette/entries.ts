import { fold, wordsOf } from '../../../shared/domain/fold.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { Place } from '../../../shared/ipc/views.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import type { AvailableCommand } from '../../lib/commands/offers.ts'

/** One line of the palette. */
export type Entry =
  | { kind: 'record'; key: string; hit: SearchHit }
  | { kind: 'command'; key: string; command: AvailableCommand }

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

/** How well a command matches a typed text, better ones lower. */
const matchRanks = { title: 0, titleStart: 1, titleWords: 2, otherWords: 3 } as const

/** Commands in which each typed word begins a word of the title, the keywords or the group; those with the words in their title first. */
function matchCommands(
  commands: readonly AvailableCommand[],
  text: string,
): { command: AvailableCommand; rank: number }[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  const isIn = (words: readonly string[]) => wanted.every((word) => words.some((other) => other.startsWith(word)))
  return commands
    .flatMap((command) => {
      const { title, words: others = '', group } = command
      const inTitle = wordsOf(title)
      if (!isIn(wordsOf(`${title} ${others} ${group}`))) return []
      const isStart = wanted.every((word, at) => inTitle[at]?.startsWith(word))
      if (fold(title) === wanted.join(' ')) return { command, rank: matchRanks.title }
      if (isStart) return { command, rank: matchRanks.titleStart }
      return { command, rank: isIn(inTitle) ? matchRanks.titleWords : matchRanks.otherWords }
    })
    .sort((one, other) => one.rank - other.rank)
}

/**
 * True if the best command is likelier meant than the best record: it is the whole title of the command and not of the record, it is in
 * the title of the command and not in that of the record, or the record only has similar words.
 */
function isCommandMeant(rank: number | undefined, best: SearchHit | undefined, text: string): boolean {
  if (rank === undefined || best === undefined) return rank !== undefined
  if (rank === matchRanks.title) return fold(best.title) !== fold(text)
  if (best.found_by === 'similar') return true
  return best.found_by === 'text' && rank < matchRanks.otherWords
}

type Sources = {
  text: string
  hits: readonly SearchHit[]
  recents: readonly Place[]
  favourites: readonly Place[]
  commands: readonly AvailableCommand[]
}

/**
 * The sections of the palette: for a typed text its hits and matching commands, the likelier first; without text recent records,
 * favourites and commands.
 */
export function sectionsFor({ text, hits, recents, favourites, commands }: Sources): Section[] {
  const matching = matchCommands(commands, text)
  const found: Section = {
    label: 'Commands',
    entries: matching.slice(0, mostCommands).map(({ command }) => commandEntry(command)),
  }
  const records = groupHits(hits)
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
