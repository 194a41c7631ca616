import type { Random } from '../../faults/random.ts'
import { type Entity, fullName, type Household, type Kind, type Person } from './firm.ts'

/** The right answers of a field. Empty: only "None" is right. "None" is never wrong, it only counts as no proposal. */
export type Right = readonly string[]

export type Truth = { type: Right; entity: Right; person: Right; date: Right }

export type Made = {
  /** The kind of document, as the results list it. */ about: string
  paragraphs: readonly string[]
  truth: Truth
}

/** The household, people and days of one document. */
export type Scene = {
  random: Random
  household: Household
  /** Whose document it is. */
  self: Person
  spouse: Person
  child: Person
  other: Person
  /** The name of `self` as this document writes it. */
  me: string
  lawyer: string
  notary: string
  bank: string
  day: string
  /** The day in words. */
  on: string
  /** A day long before, in the same form: of an instrument that this one names. */
  before: string
  entity: (kind: Kind) => Entity
  /** The entity's name as this document writes it. */
  named: (entity: Entity) => string
}

const months = 'January February March April May June July August September October November December'.split(' ')
const ends = ['th', 'st', 'nd', 'rd']
const ordinal = (day: number) => `${day}${day > 3 && day < 21 ? 'th' : (ends[day % 10] ?? 'th')}`

const forms: readonly ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${months[month - 1]} ${day}, ${year}`,
  (year, month, day) => `${months[month - 1]} ${ordinal(day)}, ${year}`,
  (year, month, day) => `the ${ordinal(day)} day of ${months[month - 1]}, ${year}`,
  (year, month, day) => `this ${ordinal(day)} day of ${months[month - 1]}, A.D. ${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${String(day).padStart(2, '0')} ${months[month - 1]?.slice(0, 3)} ${year}`,
  (year, month, day) => `${months[month - 1]?.slice(0, 3).toUpperCase()} ${day} ${year}`,
]

const isoOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const lawyers = ['Horace Tibbs', 'Anneliese Crowe', 'Maxwell Dray', 'Philippa Gorst', 'Dunstan Yates']
const notaries = ['Selma Brody', 'Curtis Hand', 'Wanda Pike', 'Leon Ashby']
const banks = ['Cumberland Fiduciary Company', 'Third Prairie Bank and Trust', 'Pelican Trust Services']

/** Draws whose document it is and how it writes names and days. */
export function drawScene(random: Random, household: Household): Scene {
  const isHers = random.chance(0.5)
  const [self, spouse] = isHers ? [household.wife, household.husband] : [household.husband, household.wife]
  const [child = spouse, other = spouse] = household.children
  const form = random.pick(forms)
  const draw = (from: number, years: number) =>
    [from + random.below(years), 1 + random.below(12), 1 + random.below(28)] as const
  const [year, month, day] = draw(2016, 10)
  const spell = random.below(4)
  return {
    ...{ random, household, self, spouse, child, other },
    me:
      spell === 0
        ? fullName(self).toUpperCase()
        : spell === 1 && self.middle
          ? `${self.first} ${self.middle[0]}. ${self.last}${self.suffix ? ` ${self.suffix}` : ''}`
          : fullName(self),
    lawyer: random.pick(lawyers),
    notary: random.pick(notaries),
    bank: random.pick(banks),
    day: isoOf(year, month, day),
    on: form(year, month, day),
    before: form(...draw(2001, 12)),
    entity: (kind) => random.pick(household.entities.filter((each) => each.kind === kind)),
    named: (entity) => random.pick([entity.name, entity.name.toUpperCase(), `The ${entity.name}`, entity.name]),
  }
}

/** The truth of a document of a person. */
export const ofPerson = (type: string, { self, day }: Scene): Truth => ({
  type: [type],
  entity: [],
  person: [self.id],
  date: [day],
})

/** The truth of a document of an entity: its maker may be proposed as its person too. */
export const ofEntity = (type: string | readonly string[], { self, day }: Scene, entity: Entity): Truth => ({
  ...{ type: typeof type === 'string' ? [type] : type, entity: [entity.id], person: [self.id], date: [day] },
})

/** A document that has none of the service's types; `OTHER` says the same. Whom it is about may be proposed. */
export const ofNoType = (
  { self, spouse, day, household }: Scene,
  entities: readonly Entity[] = household.entities,
): Truth => ({
  ...{ type: ['OTHER'], entity: entities.map(({ id }) => id), person: [self.id, spouse.id], date: [day] },
})
