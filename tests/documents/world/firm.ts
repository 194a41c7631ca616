import { createRandom, type Random } from '../../faults/random.ts'

export type Person = { id: string; first: string; middle: string | null; last: string; suffix: string | null }

export type Kind =
  | 'revocable'
  | 'irrevocable'
  | 'insurance'
  | 'grat'
  | 'qprt'
  | 'llc'
  | 'partnership'
  | 'corporation'
  | 'foundation'
  | 'account'

export type Entity = { id: string; name: string; kind: Kind; year: number }

export type Household = {
  id: string
  surname: string
  name: string
  husband: Person
  wife: Person
  children: readonly Person[]
  entities: readonly Entity[]
  town: string
  state: string
  street: string
}

export type Firm = { households: readonly Household[] }

/** A name as records write it, with the middle name and the suffix. */
export const fullName = ({ first, middle, last, suffix }: Person): string =>
  `${[first, middle, last].filter(Boolean).join(' ')}${suffix ? `, ${suffix}` : ''}`

const men =
  'Amos Barnaby Cedric Desmond Ezekiel Fergus Gideon Hollis Isidore Jerome Lionel Magnus Neville Orson Percival Quentin Rufus Sylvester Thaddeus Ulric'.split(
    ' ',
  )
const women =
  'Adelaide Beryl Cordelia Delphine Edwina Flora Greta Hester Imogen Jocelyn Lavinia Mabel Nerissa Odette Phoebe Rosalind Sabina Thora Ursula Verity'.split(
    ' ',
  )
const surnames =
  'Harlow Tolland Marchbanks Penrose Quarles Bexley Stanhope Ormond Fairlie Cathcart Drummond Lyndon'.split(' ')
const middles = ['Alston', 'Beecher', 'Crane', 'Ives', 'Lowell', 'Rhodes', null, null]

const towns = [
  ['Austin', 'Texas', '2201 Pecan Ridge Road'],
  ['Tampa', 'Florida', '88 Bayshore Place'],
  ['Sacramento', 'California', '417 Alder Way'],
  ['Columbus', 'Ohio', '1630 Summit Court'],
  ['Baltimore', 'Maryland', '9 Calvert Mews'],
  ['Madison', 'Wisconsin', '305 Lakeview Terrace'],
  ['New Orleans', 'Louisiana', '1212 Prytania Walk'],
  ['Phoenix', 'Arizona', '7700 Saguaro Bend'],
] as const

/**
 * A firm of twelve households that the sandbox does not know. Two of them are branches of one family with a father and a son of the same name, and every
 * household has trusts whose names differ by little.
 */
export function makeFirm(seed: number): Firm {
  const random = createRandom(seed * 7919 + 3)
  const id = (prefix: string, at: number, more = '') => `${prefix}_doc${seed}x${at}${more}`
  const households = surnames.map((drawn, at): Household => {
    const surname = at === 11 ? (surnames[0] ?? drawn) : drawn
    const [town, state, street] = random.pick(towns)
    const person = (first: string, own: string, suffix: string | null = null): Person => ({
      ...{ id: id('client_profile', at, own), first, middle: random.pick(middles), last: surname, suffix },
    })
    const husband = at === 11 ? person(men[0] ?? '', 'h', 'Jr.') : person(men[at] ?? '', 'h')
    const wife = person(women[at] ?? '', 'w')
    const children = [person(men[(at + 7) % 20] ?? '', 'c1'), person(women[(at + 9) % 20] ?? '', 'c2')]
    const entities = entitiesOf(random, surname, { husband, wife }).map((entity, of) => ({
      ...entity,
      id: id('entity', at, `e${of}`),
    }))
    return {
      ...{ id: id('household', at), surname, name: `${husband.first} & ${wife.first} ${surname}`, husband, wife },
      ...{ children, entities, town, state, street },
    }
  })
  return { households }
}

function entitiesOf(
  random: Random,
  surname: string,
  { husband, wife }: { husband: Person; wife: Person },
): Omit<Entity, 'id'>[] {
  const year = () => 1998 + random.below(24)
  const [first, second, third, fourth] = [year(), year(), year(), year()]
  return [
    { kind: 'revocable', name: `${wife.first} ${surname} Living Trust`, year: first },
    { kind: 'revocable', name: `${husband.first} ${surname} Revocable Trust`, year: first },
    { kind: 'irrevocable', name: `${surname} Family Trust of ${second}`, year: second },
    { kind: 'irrevocable', name: `${surname} Grandchildren's Trust`, year: third },
    { kind: 'insurance', name: `${surname} Insurance Trust ${fourth}`, year: fourth },
    { kind: 'grat', name: `${husband.first} ${surname} ${second} Annuity Trust`, year: second },
    { kind: 'llc', name: `${surname} Ridge Land Company, LLC`, year: third },
    { kind: 'partnership', name: `${surname} Orchard Partners, L.P.`, year: fourth },
    { kind: 'corporation', name: `${surname} Foundry, Inc.`, year: first },
    { kind: 'foundation', name: `${surname} Charitable Foundation`, year: second },
    { kind: 'account', name: `${husband.first} and ${wife.first} ${surname} Joint Brokerage`, year: third },
  ]
}
