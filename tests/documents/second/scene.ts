import type { Random } from '../../faults/random.ts'
import type { Entity, Household, Kind, Person } from '../world/firm.ts'
import type { Right, Truth } from '../world/scene.ts'
import { countyOf } from './firm.ts'
import { marked } from './marks.ts'

/** The law firms, custodians and carriers of this world; each has words and a print of its own. */
export const houses = [
  'Lindqvist Marsh & Oyelaran LLP',
  'The Penhallow Law Group, P.C.',
  'Breckenridge, Tam & Sons',
  'Serrano Dufresne PLLC',
  'Ashgrove Counsel',
  'Ludlow Kessler Whitcombe',
  'Marguerite Applewhite, Esq.',
  'Northgate Estate Attorneys',
] as const

export const institutions = [
  'First Harbor Trust Company, N.A.',
  'Granite Peak Fiduciary Services, LLC',
  'The Bank of St. Brendan',
  'Old Colony & Mercer Trust Company of Delaware',
] as const

const outsiders = [
  'Thelonious Barr',
  'Wilhelmina Stroud',
  'Jasper Okonkwo-Reed',
  'Beatrix Halloran',
  'Cornelius Pratt, Jr.',
  'Dorothea Vance',
  'Ephraim Gold',
  'Lucinda Farquhar',
  'Mordecai Hale',
  'Philomena Yorke',
  'Silas Brightwater',
  'Zelda Montague',
] as const

const months = 'January February March April May June July August September October November December'.split(' ')
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth'.split(
    ' ',
  )
const ends = ['th', 'st', 'nd', 'rd']
const nth = (day: number) => `${day}${day > 3 && day < 21 ? 'th' : (ends[day % 10] ?? 'th')}`

/** A day as each house writes it. */
const dayForms: readonly ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${months[month - 1]} ${day}, ${year}`,
  (year, month, day) => `the ${nth(day)} day of ${months[month - 1]}, ${year}`,
  (year, month, day) => `${months[month - 1]} ${nth(day)}, ${year}`,
  (year, month, day) => `${day} ${months[month - 1]} ${year}`,
  (year, month, day) => `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${year}`,
  (year, month, day) => `this ${nth(day)} day of ${months[month - 1]}, in the year ${year}`,
  (year, month, day) => `the ${ordinals[day - 1]} day of ${months[month - 1]}, ${year}`,
  (year, month, day) => `${months[month - 1]} ${day}, ${year}`,
]

export type Day = { iso: string; words: string }

/** The people, days and words of one document. */
export type Scene = {
  random: Random
  household: Household
  house: number
  self: Person
  spouse: Person
  children: readonly [Person, Person]
  /** People outside the records, each once. */
  stranger: () => string
  bank: string
  day: Day
  /** A day years before: of an instrument that this one names. */
  before: Day
  /** A day weeks after the document's own: of a notary, a recorder or a reader of it. */
  after: Day
  county: string
  state: string
  entity: (kind: Kind) => Entity
  /** The words of this document's house. */
  say: (variants: readonly string[]) => string
}

export function drawScene(random: Random, household: Household): Scene {
  const house = random.below(houses.length)
  const isHers = random.chance(0.5)
  const [self, spouse] = isHers ? [household.wife, household.husband] : [household.husband, household.wife]
  const [first = spouse, second = spouse] = household.children
  const unused = [...outsiders]
  const [year, month, day] = [2012 + random.below(13), 1 + random.below(12), 1 + random.below(14)]
  const dayOf = (y: number, m: number, d: number): Day => ({
    iso: `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
    words: dayForms[house]?.(y, m, d) ?? '',
  })
  return {
    ...{ random, household, house, self, spouse, children: [first, second], county: countyOf(household) },
    stranger: () => unused.splice(random.below(unused.length), 1)[0] ?? 'Ignatius Blackwood',
    bank: random.pick(institutions),
    day: dayOf(year, month, day),
    before: dayOf(year - 3 - random.below(6), 1 + random.below(12), 1 + random.below(28)),
    after: dayOf(year, month, day + 5 + random.below(9)),
    state: household.state,
    entity(kind) {
      const all = household.entities.filter((each) => each.kind === kind)
      const own = all.filter(({ name }) => name.startsWith(`${self.first} `))
      return random.pick(own.length === 0 ? all : own)
    },
    say: (variants) => variants[house % variants.length] ?? '',
  }
}

/** The same document as one of this spouse. */
export const actingAs = (scene: Scene, self: Person): Scene =>
  self === scene.self ? scene : { ...scene, self, spouse: scene.self }

/** A name as the house writes it: in full, with an initial, or without the middle name; a suffix is never left out. */
export function written({ house }: Pick<Scene, 'house'>, { first, middle, last, suffix }: Person): string {
  const end = suffix ? (/^[IV]+$/.test(suffix) ? ` ${suffix}` : `, ${suffix}`) : ''
  if (house === 2 && middle) return `${first} ${middle[0]}. ${last}${end}`
  if (house === 5) return `${first} ${last}${end}`.toUpperCase()
  return `${[first, middle, last].filter(Boolean).join(' ')}${end}`
}

/** Writes a person's name and marks it as a role. */
export const role = (scene: Scene, kinds: string, person: Person): string =>
  marked(kinds, written(scene, person), [written(scene, person)], person.id)

/** Writes the name of a company or a person outside the records and marks it as a role. */
export const outside = (kinds: string, name: string): string => marked(kinds, name)

export const dated = (day: Day, kinds = 'date'): string => marked(kinds, day.words, [day.iso])

/** The name of the document's own entity, marked as the instrument's name. */
export const titled = (entity: Entity, kinds = 'name'): string => {
  const shown = /^The /.test(entity.name) ? entity.name : `The ${entity.name}`
  return marked(kinds, shown, [entity.name, shown], entity.id)
}

export const plainTitle = (entity: Entity): string => (/^The /.test(entity.name) ? entity.name : `the ${entity.name}`)

/** The truth of a document of a person. */
export const ofPerson = (type: Right, { self, day }: Scene, more: Partial<Truth> = {}): Truth => ({
  ...{ type, entity: [], person: [self.id], date: [day.iso], ...more },
})

/** The truth of a document of an entity: its maker may be proposed as its person too. */
export const ofEntity = (type: Right, { self, day }: Scene, { id }: Entity, more: Partial<Truth> = {}): Truth => ({
  ...{ type, entity: [id], person: [self.id], date: [day.iso], ...more },
})

/** A paper that has none of the service's types. Whom and what it is about may be proposed. */
export const ofNoType = ({ self, spouse, day, household }: Scene, more: Partial<Truth> = {}): Truth => ({
  ...{ type: ['OTHER'], entity: household.entities.map(({ id }) => id) },
  ...{ person: [self.id, spouse.id], date: [day.iso], ...more },
})

export const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}.00`
