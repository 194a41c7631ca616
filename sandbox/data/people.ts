import type { Individual } from '../schemas/responses.ts'
import type { Member, Role, Shape } from './member.ts'
import { firstName, type Sex, surname } from './names.ts'
import { personNote } from './notes.ts'
import { type Address, address } from './places.ts'
import type { Random } from './random.ts'
import { birthDate, calendarDay, DATA_EPOCH, DAY_MS, momentBetween, stamps, yearOf } from './time.ts'

export interface FamilySeed {
  random: Random
  now: number
  householdId: string
  surname: string
  shape: Shape
  /** The first name of the first primary client, if it is given. */
  first?: string
  /** The time when the household was added to the service, in milliseconds since 1970. */
  since: number
}

const AGES: Record<Shape, readonly [from: number, to: number]> = {
  retired: [62, 82],
  established: [46, 62],
  young: [33, 46],
  widowed: [66, 88],
  blended: [46, 70],
  single: [38, 72],
}

/** Draws the shape of a household. */
export function drawShape(random: Random): Shape {
  return random.weighted([
    ['retired', 30],
    ['established', 28],
    ['young', 11],
    ['widowed', 12],
    ['blended', 10],
    ['single', 9],
  ] as const)
}

interface PersonSeed {
  role: Role
  age: number
  sex: Sex
  last: string
  first?: string
  home?: Address | undefined
  deceased?: boolean
}

/** Generates the people of a household: one or two primary clients, children, their families, a parent, or the family's counsel. */
export function generateFamily(seed: FamilySeed): Member[] {
  const { random, shape } = seed
  const home = address(random)
  const age = random.int(...AGES[shape])
  const sex: Sex = seed.first ? 'male' : random.pick(['female', 'male'])
  const other: Sex = sex === 'female' ? 'male' : 'female'
  const chosen = seed.first === undefined ? {} : { first: seed.first }
  const add = (person: PersonSeed) => createPerson(seed, person)
  const family = [add({ role: 'primary', age, sex, last: seed.surname, home, ...chosen })]
  const spouseAge = Math.max(30, age + random.int(-6, 4))
  if (shape === 'widowed') {
    family.push(add({ role: 'late spouse', age: spouseAge, sex: other, last: seed.surname, deceased: true }))
  } else if (shape !== 'single') {
    const last = random.chance(shape === 'blended' ? 0.55 : 0.12) ? otherSurname(seed) : seed.surname
    family.push(add({ role: 'primary', age: spouseAge, sex: other, last, home }))
  }
  for (const child of childrenOf(seed, Math.min(age, spouseAge))) family.push(...withDescendants(seed, child, home))
  if (age < 64 && random.chance(0.4)) {
    const years = age + random.int(23, 33)
    const gone = random.chance(years > 88 ? 0.6 : 0.15)
    const last = random.chance(0.6) ? seed.surname : otherSurname(seed)
    family.push(add({ role: 'parent', age: years, sex: random.pick(['female', 'male']), last, deceased: gone }))
  }
  if (random.chance(0.32)) {
    family.push(
      add({ role: 'counsel', age: random.int(38, 64), sex: random.pick(['female', 'male']), last: otherSurname(seed) }),
    )
  }
  return distinct(family)
}

type Child = { age: number; last: string; role: 'child' | 'stepchild' }

/** The primaries' children, oldest first. In a blended household some bear the name of an earlier marriage. */
function childrenOf(seed: FamilySeed, parentsAge: number): Child[] {
  const { random, shape, surname: last } = seed
  const few = shape === 'single' ? 1 : 0
  const count = random.weighted([
    [0, 1 + few * 3],
    [1, 3],
    [2, 8 - few * 3],
    [3, 6 - few * 4],
    [4, 2 - few * 2],
  ] as const)
  const oldest = Math.max(0, parentsAge - random.int(25, 33))
  const former = shape === 'blended' ? otherSurname(seed) : last
  return Array.from({ length: count }, (_, at): Child => {
    const step = shape === 'blended' && at % 2 === 1
    const age = Math.max(0, oldest - at * random.int(2, 4))
    return { age, last: step ? former : last, role: step ? 'stepchild' : 'child' }
  })
}

/** A child with the spouse and the children whom the child has by now. Minors and students live at the primaries' home. */
function withDescendants(seed: FamilySeed, { age, last, role }: Child, home: Address): Member[] {
  const { random } = seed
  const sex: Sex = random.pick(['female', 'male'])
  const own = age < 24 ? home : address(random, home)
  const branch = [createPerson(seed, { role, age, sex, last, home: own })]
  if (age < 28) return branch
  const married = random.chance(0.5)
  const theirs = married && sex === 'female' && random.chance(0.5) ? otherSurname(seed) : last
  if (married) {
    const spouse: Sex = sex === 'female' ? 'male' : 'female'
    const name = theirs === last && random.chance(0.3) ? otherSurname(seed) : theirs
    const years = Math.max(26, age + random.int(-4, 4))
    branch.push(createPerson(seed, { role: 'child-in-law', age: years, sex: spouse, last: name, home: own }))
  }
  const grandchildren = age >= 30 && random.chance(married ? 0.75 : 0.15) ? random.int(1, 2) : 0
  for (let at = 0; at < grandchildren; at += 1) {
    const years = Math.max(0, age - random.int(27, 34) - at * 2)
    const grandchild: Sex = random.pick(['female', 'male'])
    branch.push(createPerson(seed, { role: 'grandchild', age: years, sex: grandchild, last: theirs, home: own }))
  }
  return branch
}

/** First names follow the age, counted from this year: they must not change with the firm's day. */
const NAMING_YEAR = yearOf(DATA_EPOCH)

function createPerson(seed: FamilySeed, { role, age, sex, last, home, ...person }: PersonSeed): Member {
  const { random, householdId, since, now } = seed
  const first = person.first ?? firstName(random, sex, NAMING_YEAR - age)
  const middle = firstName(random, sex, NAMING_YEAR - age - 20)
  const deceased = person.deceased ?? false
  const living = !deceased
  const trustee = living && age >= 30 && random.chance(role === 'primary' ? 0.8 : role === 'counsel' ? 0.7 : 0.15)
  const note = living ? personNote(random, role, age) : undefined
  const record: Individual = {
    id: random.id('client_profile_'),
    ...stamps(random, since, now),
    first_name: first,
    ...(role !== 'counsel' && middle !== first && !person.first && random.chance(0.35) ? { middle_name: middle } : {}),
    last_name: last,
    ...(sex === 'male' && role !== 'counsel' && random.chance(0.03)
      ? { suffix: random.pick(['Jr.', 'II', 'III']) }
      : {}),
    ...(role === 'counsel' ? { suffix: 'Esq.' } : {}),
    household_id: householdId,
    is_primary: role === 'primary',
    is_beneficiary: living && ['primary', 'child', 'stepchild', 'grandchild'].includes(role),
    is_grantor: ['primary', 'late spouse', 'parent'].includes(role),
    is_trustee: trustee,
    is_deceased: deceased,
    ...(living ? (home ?? (random.chance(0.7) ? address(random) : {})) : {}),
    ...(role === 'counsel' ? {} : { date_of_birth: birthDate(random, age, now) }),
    ...(deceased ? { date_of_death: deathDate(random, now) } : {}),
    ...(living && age >= 16 && random.chance(0.9) ? { email: emailOf(random, first, last) } : {}),
    ...(note === undefined ? {} : { notes: note }),
  }
  return { record, role, age, sex }
}

function deathDate(random: Random, now: number): string {
  return calendarDay(momentBetween(random, now - 9 * 365 * DAY_MS, now - 40 * DAY_MS))
}

const DOMAINS = ['example.com', 'example.org', 'example.net', 'mail.example.com']

function emailOf(random: Random, first: string, last: string): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase()
  const local = random.pick([`${plain(first)}.${plain(last)}`, `${plain(first).slice(0, 1)}${plain(last)}`])
  return `${local}${random.chance(0.25) ? random.int(2, 99) : ''}@${random.pick(DOMAINS)}`
}

function otherSurname({ random, surname: taken }: FamilySeed): string {
  const name = surname(random)
  return name === taken ? 'Alden' : name
}

/** Leaves out relatives who would share first and last name with someone before them; the primaries always stay. */
function distinct(family: readonly Member[]): Member[] {
  const names = new Set<string>()
  return family.filter(({ record, role }) => {
    const name = `${record.first_name} ${record.last_name}`
    const isNew = !names.has(name)
    names.add(name)
    return isNew || role === 'primary'
  })
}
