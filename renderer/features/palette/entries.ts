import { wordsOf } from '../../../shared/domain/fold.ts'
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
      { resource: known, id, title, title_matches: [], subtitle, snippet: null, snippet_matches: [], pending: null },
      from,
    )
  })
}

/** Commands in which each typed word begins a word of the title, the keywords or the group. */
function matchCommands(commands: readonly AvailableCommand[], text: string): AvailableCommand[] {
  const wanted = wordsOf(text)
  if (wanted.length === 0) return []
  return commands.filter(({ title, words: others = '', group }) => {
    const has = wordsOf(`${title} ${others} ${group}`)
    return wanted.every((word) => has.some((other) => other.startsWith(word)))
  })
}

type Sources = {
  text: string
  hits: readonly SearchHit[]
  recents: readonly Place[]
  favourites: readonly Place[]
  commands: readonly AvailableCommand[]
}

/**
 * The sections of the palette: for a typed text its hits and matching commands, without text recent records, favourites and
 * commands.
 */
export function sectionsFor({ text, hits, recents, favourites, commands }: Sources): Section[] {
  const sections: Section[] =
    text === ''
      ? [
          { label: 'Recent', entries: placeEntries(recents, 'recent') },
          { label: 'Favorites', entries: placeEntries(favourites, 'favourite') },
          { label: 'Commands', entries: commands.map(commandEntry) },
        ]
      : [
          ...groupHits(hits),
          { label: 'Commands', entries: matchCommands(commands, text).slice(0, mostCommands).map(commandEntry) },
        ]
  return sections.filter(({ entries }) => entries.length > 0)
}
