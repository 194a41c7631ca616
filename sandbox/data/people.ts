import type { Faker } from '@faker-js/faker'
import type { Individual } from '../schemas/responses.ts'
import { PERSON_NOTES } from './phrases.ts'
import type { Random } from './random.ts'
import { birthDate, calendarDay, DATA_EPOCH, momentBetween, stamps } from './time.ts'

export interface FamilySeed {
  faker: Faker
  random: Random
  householdId: string
  surname: string
  /** The time when the household became a client, in milliseconds since 1970. */
  since: number
}

type Role = 'primary' | 'child' | 'in-law' | 'grandchild' | 'parent' | 'adviser'

interface Address {
  address_line1: string
  address_line2?: string
  city: string
  state: string
  postal_code: string
  country: string
}

/** Generates a family of about six: one or two primary clients, children, and some relatives or advisers. */
export function generateFamily(seed: FamilySeed): Individual[] {
  const { random, surname, faker } = seed
  const home = address(seed)
  const age = random.int(38, 84)
  const person = (role: Role, years: number, lastName: string) =>
    createPerson({ seed, role, age: years, lastName, home })
  const family = [person('primary', age, surname)]
  if (random.chance(0.76)) {
    const kept = random.chance(0.15) ? faker.person.lastName() : surname
    family.push(person('primary', Math.max(30, age + random.int(-7, 5)), kept))
  }
  const children = random.weighted([
    [0, 6],
    [1, 14],
    [2, 38],
    [3, 28],
    [4, 14],
  ] as const)
  for (let child = 0; child < children; child += 1) {
    const years = Math.max(0, age - random.int(24, 38))
    family.push(person('child', years, surname))
    if (years > 30 && random.chance(0.35)) family.push(person('in-law', years + random.int(-4, 4), surname))
    if (years > 29 && random.chance(0.45)) family.push(person('grandchild', years - random.int(27, 29), surname))
  }
  if (random.chance(0.45)) family.push(person('parent', age + random.int(22, 32), surname))
  if (random.chance(0.5)) family.push(person('adviser', random.int(35, 66), faker.person.lastName()))
  return family
}

interface PersonSeed {
  seed: FamilySeed
  role: Role
  age: number
  lastName: string
  home: Address
}

function createPerson({ seed, role, age, lastName, home }: PersonSeed): Individual {
  const { random, faker, householdId, since } = seed
  const first = faker.person.firstName()
  const deceased = role !== 'adviser' && random.chance(age > 95 ? 0.9 : age > 78 ? 0.18 : 0.01)
  const adult = age >= 18
  const atHome = role === 'primary' || (role === 'child' && age < 24)
  const where = atHome ? home : random.chance(0.5) ? address(seed) : undefined
  return {
    id: random.id('client_profile_'),
    ...stamps(random, since),
    first_name: first,
    ...(random.chance(0.4) ? { middle_name: faker.person.firstName() } : {}),
    last_name: lastName,
    ...(random.chance(0.05) ? { suffix: random.pick(['Jr.', 'Sr.', 'II', 'III', 'IV', 'Esq.', 'MD']) } : {}),
    household_id: householdId,
    is_primary: role === 'primary',
    is_beneficiary: role !== 'adviser' && role !== 'parent',
    is_grantor: role === 'primary' || role === 'parent',
    is_trustee: adult && !deceased && (role === 'adviser' || random.chance(role === 'primary' ? 0.8 : 0.3)),
    is_deceased: deceased,
    ...where,
    ...(role !== 'adviser' ? { date_of_birth: birthDate(random, age) } : {}),
    ...(deceased ? { date_of_death: deathDate(random) } : {}),
    ...(adult && random.chance(0.8) ? { email: emailOf(random, first, lastName) } : {}),
    ...(random.chance(0.25) ? { notes: random.pick(PERSON_NOTES) } : {}),
  }
}

function deathDate(random: Random): string {
  return calendarDay(momentBetween(random, DATA_EPOCH - 20 * 365 * 86_400_000, DATA_EPOCH - 86_400_000))
}

function emailOf(random: Random, first: string, last: string): string {
  const plain = (name: string) => name.replace(/[^A-Za-z]/g, '').toLowerCase()
  const domain = random.pick(['example.com', 'example.org', 'example.net', 'mail.example.com'])
  return `${plain(first)}.${plain(last)}${random.chance(0.3) ? random.int(2, 99) : ''}@${domain}`
}

function address({ faker, random }: FamilySeed): Address {
  const unit = random.chance(0.2)
  return {
    address_line1: `${random.int(1, 9899)} ${faker.location.street()}`,
    ...(unit ? { address_line2: `${random.pick(['Apt', 'Unit', 'Suite'])} ${random.int(1, 48)}` } : {}),
    city: faker.location.city(),
    state: faker.location.state({ abbreviated: true }),
    postal_code: String(random.int(501, 99_950)).padStart(5, '0'),
    country: 'US',
  }
}
