import type { User } from '../schemas/responses.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, DAYS_ON_SERVICE, stamps } from './time.ts'

/** Advisors come first: they own the households. Assistants, paraplanners and operations follow in every group of five. */
const STAFF = [
  ...['Golda Armstrong', 'Faith Hilpert', 'Marcus Ellery', 'Zoë Considine', 'Priscilla Nkemelu'],
  ...['Raymond Reilly', "Celestine O'Shaughnessy-Müller", 'Stella Schaden', 'Jonah Whitlock', 'Jennie Auerbach'],
  ...['Giovanni Fadel', 'Hannah Lindgren', 'Aric Huelsmann', 'Meera Subramanian', 'Pearl Bednarek'],
  ...['Camille Steuber', 'Rogers Jenkinson', 'Tomás Arriaga', 'Wilma Botsford', 'Dev Hettinger'],
  ...['Ingrid Solheim', 'Calvin Odom', 'Beatrix Lowther', 'Nikhil Rao', 'Sabine Kloss'],
  ...['Otis Brannock', 'Lucia Marchetti', 'Quentin Shaw', 'Rosalind Pike', 'Emeka Obi'],
  ...['Greta Vandenberg', 'Malcolm Tighe', 'Yasmin Farouk', 'Preston Gage', 'Noelle Duquette'],
  ...['Ansel Birch', 'Marisol Peña', 'Hollis Grady', 'Tamsin Crowe', 'Bartholomew Finch'],
]

/** Generates the firm's staff: 15 for a small firm, 40 for a large one. The names are the same for every seed. */
export function generateUsers(seed: number, households: number, now: number): User[] {
  const random = createRandom(seed, 1)
  const joined = now - DAYS_ON_SERVICE * DAY_MS
  return STAFF.slice(0, 15 + Math.floor(households / 100)).map((name) => {
    const [first = '', last = ''] = name.split(' ')
    const mailbox = name.replace(' ', '.').normalize('NFD')
    return {
      id: random.id('user_'),
      ...stamps(random, joined, now),
      email: `${mailbox.replace(/[^A-Za-z.-]/g, '').toLowerCase()}@advisors.example.com`,
      first_name: first,
      last_name: last,
    }
  })
}

/** Picks a household's owner. Three in five of the staff are advisors, and only they own households. */
export function pickOwner(random: Random, users: readonly User[]): User {
  return random.pick(users.filter((_, index) => index % 5 < 3))
}
