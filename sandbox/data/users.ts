import type { Faker } from '@faker-js/faker'
import type { User } from '../schemas/responses.ts'
import { createRandom } from './random.ts'
import { FIRM_FOUNDED, stamps } from './time.ts'

/** Generates the firm's staff: 15 for a small firm, 40 for a large one. */
export function generateUsers(faker: Faker, seed: number, households: number): User[] {
  const random = createRandom(seed, 1)
  faker.seed(random.int(1, 2 ** 31))
  const count = Math.min(40, 15 + Math.floor(households / 100))
  return Array.from({ length: count }, (_, index) => {
    const first = index === 3 ? 'Zoë' : faker.person.firstName()
    const last = index === 7 ? "O'Shaughnessy-Müller" : faker.person.lastName()
    const mailbox = `${first}.${last}`
      .normalize('NFD')
      .replace(/[^A-Za-z.-]/g, '')
      .toLowerCase()
    return {
      id: random.id('user_'),
      ...stamps(random, FIRM_FOUNDED),
      email: `${mailbox}.${index + 1}@advisors.example.com`,
      first_name: first,
      last_name: last,
    }
  })
}
