import type { EstateMap, EstatePerson } from '../../ipc/estate.ts'
import { formatCount } from '../counts.ts'
import { familyGap, familyPaths } from '../family/family-lines.ts'
import { familyOf, relationWords } from '../family/family-links.ts'
import { type Generation, generationsOf } from '../family/generations.ts'
import { ageInYears } from '../figure-age.ts'
import { nodeKey } from './nodes.ts'
import {
  lines,
  type PlacedHolder,
  type PlacedOthers,
  type PlacedPerson,
  type Rectangle,
  type StructureLayout,
  type StructureOptions,
  type TextLine,
} from './placed.ts'
import { initialsIn, namesOf } from './roles.ts'

/** Of more people than this, only the primary ones have a card at first. */
const manyPeople = 12

const personWidth = 218
const personCircle = 15
const stripGap = 8
const labelWidth = 96

/** Years of birth of a generation, in words. */
export function bornWords({ from, to }: Generation<unknown>): string {
  if (from === null || to === null) return 'date of birth not known'
  if (from === to) return `born ${from}`
  return `born ${from}–${Math.floor(from / 100) === Math.floor(to / 100) ? String(to).slice(2) : to}`
}

/** Age, and whether someone is a primary client or has died. */
export function personWords(person: EstatePerson, today: string): string {
  const died = person.date_of_death?.slice(0, 4)
  const age = person.is_deceased ? null : ageInYears(person.date_of_birth, today)
  return [
    age === null ? '' : String(age),
    person.is_primary ? 'primary' : '',
    person.is_deceased ? (died ? `died ${died}` : 'deceased') : '',
  ]
    .filter((word) => word !== '')
    .join(' · ')
}

type Strip = Pick<StructureLayout, 'people' | 'others' | 'texts' | 'family'> & { height: number }

/** People by generation, each with a line of its own. A relation that has no line, because other cards are between, is in words on a card. */
export function placePeople(map: EstateMap, options: StructureOptions): Strip {
  const drawn = placeStrip(map, options, new Map())
  const words = wordsForUndrawn(drawn, map)
  return words.size === 0 ? drawn : placeStrip(map, options, words)
}

/** By person, the relations to others on cards that no line shows: of a child to the parent, and of the later one of a couple. */
function wordsForUndrawn({ people, family }: Strip, map: EstateMap): Map<string, string[]> {
  const nameOf = namesOf(map)
  const keys = new Set(family.map(({ key }) => key))
  const rows = new Map(people.map(({ person, y }, at) => [person.id, { y, at }]))
  const words = new Map<string, string[]>()
  for (const { from, to, role } of familyOf(map.links)) {
    const [one, other] = [rows.get(from), rows.get(to)]
    if (!one || !other) continue
    const isDrawn = role === 'Parent' ? keys.has(`Parent ${to}`) && one.y < other.y : keys.has(`${role} ${from} ${to}`)
    if (isDrawn) continue
    const isFrom = role !== 'Parent' && one.at > other.at
    const [own, about] = isFrom ? [from, to] : [to, from]
    const name = nameOf({ resource: 'individuals', id: about })
    words.set(own, [...(words.get(own) ?? []), `${relationWords(role, isFrom)} ${name}`])
  }
  return words
}

function placeStrip(
  map: EstateMap,
  { width, today, allPeople }: StructureOptions,
  relations: ReadonlyMap<string, readonly string[]>,
): Strip {
  const initials = initialsIn(map, namesOf(map))
  const initialsOf = ({ id }: EstatePerson) => initials.get(nodeKey({ resource: 'individuals', id })) ?? ''
  const isShort = map.people.length > manyPeople && !allPeople
  const cards = isShort ? map.people.filter(({ is_primary }) => is_primary) : map.people
  const family = familyOf(map.links)
  const generations = generationsOf(cards, family)
  const below = family.length > 0 ? familyGap - stripGap : 2
  const isBeside = width >= 560
  const left = isBeside && !isShort ? labelWidth : 0
  const columns = Math.max(1, Math.floor((width - left + stripGap) / (personWidth + stripGap)))
  const size = Math.min(personWidth, width)
  const people: PlacedPerson[] = []
  const texts: TextLine[] = []
  let y = 0
  for (const [nth, generation] of generations.entries()) {
    const title = generation.from === null ? 'People' : `Generation ${nth + 1}`
    const label = (at: number, inOne: boolean): TextLine[] =>
      inOne
        ? lines(`${title}, ${bornWords(generation)}`, width, { x: 0, y: at, size: 11, tone: 'quiet' }, 14)
        : [
            ...lines(title, labelWidth - 12, { x: 0, y: at, size: 11, tone: 'quiet' }, 14),
            ...lines(bornWords(generation), labelWidth - 12, { x: 0, y: at + 14, size: 11, tone: 'quiet' }, 14),
          ]
    let bottom = y
    if (!isShort) {
      const words = label(y + (isBeside ? 20 : 12), !isBeside)
      texts.push(...words)
      if (isBeside) bottom = (words.at(-1)?.y ?? y) + 8
      else y = (words.at(-1)?.y ?? y) + 7
    }
    for (let from = 0; from < generation.people.length; from += columns) {
      const row = generation.people.slice(from, from + columns)
      const measured = row.map((person) => measurePerson(person, size, today, relations.get(person.id) ?? []))
      const height = Math.max(...measured.map((one) => one.height))
      for (const [at, one] of measured.entries()) {
        const person = row[at]
        if (person)
          people.push(
            one.place({ x: left + at * (size + stripGap), y, width: size, height }, person, initialsOf(person)),
          )
      }
      y += height + stripGap
    }
    y = Math.max(y, bottom) + below
  }
  const others = isShort ? placeOthers(map, cards, { width, y, initialsOf }) : null
  const bottom = others ? others.y + others.height : y - stripGap - below
  const paths = familyPaths(
    people.map(({ person, ...place }) => ({ ...place, id: person.id })),
    family,
    // Above the heading of the generation, which is between the rows of a narrow picture.
    isBeside || isShort ? undefined : familyGap / 2 + 19,
  )
  return { people, others, texts, family: paths, height: Math.max(0, bottom) }
}

function measurePerson(person: EstatePerson, width: number, today: string, relations: readonly string[]) {
  const left = personCircle * 2 + 18
  const room = width - left - 12
  const facts = personWords(person, today)
  const names = lines(person.name || person.id, room, { x: left, y: 0, size: 13, bold: true, tone: 'ink' }, 16)
  const words = [facts, ...relations]
    .flatMap((one) => lines(one, room, { x: left, y: 0, size: 11, tone: 'quiet' }, 14))
    .map((one, at) => ({ ...one, y: at * 14 }))
  const text = names.length * 16 + words.length * 14
  const height = Math.max(personCircle * 2 + 14, text + 14)
  return {
    height,
    place(place: Rectangle, of: EstatePerson, initials: string): PlacedPerson {
      const top = place.y + (place.height - text) / 2
      return {
        ...{ ...place, person: of, initials, facts },
        texts: [
          ...names.map((one) => ({ ...one, x: place.x + one.x, y: top + 12 + one.y })),
          ...words.map((one) => ({ ...one, x: place.x + one.x, y: top + names.length * 16 + 11 + one.y })),
        ],
        circle: { x: place.x + personCircle + 8, y: place.y + place.height / 2, radius: personCircle },
      }
    },
  }
}

const otherRadius = 12

/** The initials of those without a card, as many as fit in two rows, and how many they are. */
function placeOthers(
  { people }: EstateMap,
  cards: readonly EstatePerson[],
  { width, y, initialsOf }: { width: number; y: number; initialsOf(person: EstatePerson): string },
): PlacedOthers {
  const shown = new Set(cards.map(({ id }) => id))
  const rest = generationsOf(people.filter(({ id }) => !shown.has(id))).flatMap((generation) => generation.people)
  const step = otherRadius * 2 + 3
  const perRow = Math.max(1, Math.floor((width - 8) / step))
  const holders = rest.slice(0, perRow * 2).map((person, at): PlacedHolder => {
    const node = { resource: 'individuals', id: person.id } as const
    const place = { x: otherRadius + 4 + (at % perRow) * step, y: y + otherRadius + 2 + Math.floor(at / perRow) * step }
    return {
      holder: { node, name: person.name, initials: initialsOf(person), isConfirmed: true },
      ...place,
      radius: otherRadius,
    }
  })
  const [first, last] = [people, rest].map((all) => all.length)
  const count = rest.length
  const rows = Math.ceil(holders.length / perRow)
  const words = `${formatCount(count)} ${first === last ? 'people' : 'more people'}. Show all`
  const texts = lines(words, width, { x: 4, y: y + rows * step + 18, size: 12, tone: 'quiet' }, 15)
  return { x: 0, y, width, height: (texts.at(-1)?.y ?? y) + 8 - y, holders, texts, count }
}
