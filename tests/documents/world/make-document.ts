import { createRandom, type Random } from '../../faults/random.ts'
import { entities } from './entities.ts'
import { type Firm, fullName, type Household } from './firm.ts'
import { type Layout, layouts, write } from './paper.ts'
import { papers } from './papers.ts'
import { persons } from './persons.ts'
import { drawScene, type Made, type Scene, type Truth } from './scene.ts'
import { traps } from './traps.ts'

/** A file that is dropped, with its truth. */
export type DroppedDocument = {
  seed: number
  about: string
  layout: string
  fileName: string
  bytes: Buffer
  mediaType: string
  /** The household on which it is dropped. */
  droppedOn: string
  truth: Truth & {
    /** The household that the file is of, if it is not the one it was dropped on; else null. */
    otherHousehold: string | null
  }
}

const firms = ['Tibbs & Crowe', 'Gorst Fiduciary Law', 'Office of M. Dray', 'Yates, Hand and Pike']

/** The layouts that a text can have: a draft is a draft, and only what is written as mail is mail. */
const usual: readonly Layout[] = layouts.filter((each) => !['draft', 'mail', 'scan'].includes(each))

function layoutFor(random: Random, { about }: Made): Layout {
  if (about === 'draft of a trust' || about === 'draft of a will') return random.pick(['draft', 'word'] as const)
  if (about === 'message about a policy') return random.pick(['mail', 'text'] as const)
  if (['cover letter', 'letter in Spanish', 'letter in German', 'engagement letter'].includes(about))
    return random.pick(['letterhead', 'word', 'mail', 'fax', 'typewriter'] as const)
  return random.chance(0.04) ? 'scan' : random.pick(usual)
}

const kinds = [
  'Will',
  'Trust Agreement',
  'Power of Attorney',
  'Deed',
  'Health Care Proxy',
  'Passport',
  'Codicil',
  'Operating Agreement',
  'Insurance Policy',
  '1040',
  'Bylaws',
]

/** Some files are named for what they are, most say little, and some say what they are not. A scan is never named for what it is not. */
function nameFor(random: Random, made: Made, layout: Layout, { household, day }: Scene): string {
  const draw = random.next()
  if (draw < 0.35) return `${made.about} ${household.surname} ${day.slice(0, 4)}`
  if (draw < 0.5 && layout !== 'scan') return `${random.pick(kinds)} ${household.surname}`
  return random.pick([
    `scan${random.below(9000) + 1000}`,
    `${day.replaceAll('-', '')} ${household.surname}`,
    `Document (${random.below(30)})`,
    `${household.surname} signed final v2`,
    'IMG_to_pdf',
  ])
}

/** Makes the document of a seed: the same firm and seed give the same file. */
export function makeDocument(firm: Firm, seed: number): DroppedDocument {
  const random = createRandom(seed * 15_485_863 + 11)
  const household = random.pick(firm.households)
  const scene = drawScene(random, household)
  const makers = random.pick([persons, persons, entities, entities, papers, papers, traps, traps, traps])
  const made = random.pick(makers)(scene)
  const layout = layoutFor(random, made)
  // A mail is of the day of its letter; a fax machine prints the day on which it sent the pages.
  const stamp =
    layout === 'mail'
      ? `${new Date(`${scene.day}T12:00:00Z`).toUTCString().replace('GMT', '+0000')}`
      : random.pick(['02/06/2024 09:14', '11/11/2013 16:40'])
  const printing = { firm: random.pick(firms), stamp }
  const { bytes, extension, mediaType } = write({ paragraphs: made.paragraphs }, layout, printing)
  const isElsewhere = random.chance(0.15)
  const droppedOn = isElsewhere ? otherThan(random, firm, household).id : household.id
  return {
    ...{ seed, about: made.about, layout, bytes, mediaType, droppedOn },
    fileName: `${nameFor(random, made, layout, scene)}.${extension}`,
    truth: truthIn(made, layout, scene, isElsewhere),
  }
}

const otherThan = (random: Random, { households }: Firm, own: Household) =>
  random.pick(households.filter(({ id, surname }) => id !== own.id && surname !== own.surname))

/** Of a scan nothing is known but what its name says. Who a document of another household is of cannot be proposed in this one. */
function truthIn(made: Made, layout: Layout, { household }: Scene, isElsewhere: boolean): DroppedDocument['truth'] {
  const { type, person, date } = made.truth
  const names = made.paragraphs.join(' ').toLowerCase()
  const says =
    [household.husband, household.wife].some((each) => names.includes(each.last.toLowerCase())) ||
    names.includes(fullName(household.wife).toLowerCase())
  const isNamed = (id: string) =>
    household.entities.some((each) => each.id === id && names.includes(each.name.toLowerCase()))
  const entity = made.truth.entity.filter(isNamed)
  if (layout === 'scan') return { type, entity: [], person: [], date: [], otherHousehold: null }
  return { type, entity, person, date, otherHousehold: isElsewhere && says ? household.id : null }
}
