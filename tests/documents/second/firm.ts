import type { Entity, Firm, Household, Kind, Person } from '../world/firm.ts'

type Name = readonly [first: string, middle: string | null, last: string, suffix?: string]

type Family = {
  surname: string
  husband: Name
  wife: Name
  children: readonly Name[]
  place: readonly [town: string, state: string, county: string, street: string]
}

/** Families with unusual, hyphenated and equal names; two are of one surname and not related, and in three of them two people share a first and last name. */
const families: readonly Family[] = [
  {
    surname: 'Achterberg',
    husband: ['Leopold', 'Quincy', 'Achterberg'],
    wife: ['Rosamund', null, 'Achterberg'],
    children: [
      ['Rosamund', null, 'Achterberg'],
      ['Bertrand', 'Leopold', 'Achterberg'],
      ['Tatiana', 'Sage', 'Achterberg-Moss'],
    ],
    place: ['Burlington', 'Vermont', 'Chittenden', '14 Maple Wharf'],
  },
  {
    surname: 'Wyszkowski-Lane',
    husband: ['Casimir', 'Bohdan', 'Wyszkowski-Lane', 'Jr.'],
    wife: ['Ludmila', 'Irene', 'Wyszkowski-Lane'],
    children: [
      ['Casimir', 'Bohdan', 'Wyszkowski-Lane', 'III'],
      ['Jadwiga', 'Ruth', 'Lane'],
    ],
    place: ['Chicago', 'Illinois', 'Cook', '2204 North Halstead Row'],
  },
  {
    surname: "O'Dwyer",
    husband: ['Fintan', 'Colm', "O'Dwyer"],
    wife: ['Maeve', 'Brigid', "O'Dwyer-Katz"],
    children: [
      ['Declan', 'Asher', "O'Dwyer"],
      ['Noor', 'Shirin', "O'Dwyer"],
    ],
    place: ['Boston', 'Massachusetts', 'Suffolk', '77 Fort Point Alley'],
  },
  {
    surname: 'de la Fuente',
    husband: ['Anselmo', 'Rey', 'de la Fuente'],
    wife: ['Xiomara', 'Paz', 'de la Fuente'],
    children: [
      ['Ignacio', 'Rey', 'de la Fuente'],
      ['Consuelo', 'Paz', 'Whitford'],
      ['Anselmo', 'Rey', 'de la Fuente', 'II'],
    ],
    place: ['Santa Fe', 'New Mexico', 'Santa Fe', '9 Camino del Olmo'],
  },
  {
    surname: 'Vandersloot',
    husband: ['Alaric', 'Thorne', 'Vandersloot'],
    wife: ['Gwendolyn', 'Fay', 'Vandersloot'],
    children: [
      ['Piers', 'Thorne', 'Vandersloot'],
      ['Saskia', 'Fay', 'Vandersloot'],
    ],
    place: ['Holland', 'Michigan', 'Ottawa', '310 Tulip Court'],
  },
  {
    surname: 'Vandersloot',
    husband: ['Reinhold', 'August', 'Vandersloot', 'Sr.'],
    wife: ['Oona', 'Marisol', 'Vandersloot'],
    children: [
      ['Reinhold', 'August', 'Vandersloot', 'Jr.'],
      ['Emmerich', 'Jude', 'Vandersloot'],
    ],
    place: ['Spokane', 'Washington', 'Spokane', '1901 Cedar Bluff'],
  },
  {
    surname: 'Nwachukwu',
    husband: ['Obinna', 'Emeka', 'Nwachukwu'],
    wife: ['Adaeze', 'Grace', 'Nwachukwu'],
    children: [
      ['Chidi', 'Samuel', 'Nwachukwu'],
      ['Ifeoma', 'Joy', 'Nwachukwu-Bell'],
    ],
    place: ['Houston', 'Texas', 'Harris', '5516 Bissonnet Green'],
  },
  {
    surname: 'St. Cloud',
    husband: ['Thibault', 'Henri', 'St. Cloud'],
    wife: ['Mirabel', 'Anne', 'St. Cloud'],
    children: [
      ['Odile', 'Anne', 'St. Cloud'],
      ['Remy', 'Henri', 'St. Cloud'],
    ],
    place: ['Lafayette', 'Louisiana', 'Lafayette', '448 Vermilion Bend'],
  },
  {
    surname: 'Ferrante',
    husband: ['Rocco', 'Sal', 'Ferrante'],
    wife: ['Giuliana', 'Pia', 'Ferrante'],
    children: [
      ['Rocco', 'Dante', 'Ferrante'],
      ['Pia', 'Lucia', 'Ferrante-Ogden'],
    ],
    place: ['Providence', 'Rhode Island', 'Providence', '62 Atwells Landing'],
  },
  {
    surname: 'Park',
    husband: ['Sung-Min', null, 'Park'],
    wife: ['Hye-Jin', null, 'Park'],
    children: [
      ['Daniel', 'Sung', 'Park'],
      ['Grace', 'Hye', 'Park'],
    ],
    place: ['Fairfax', 'Virginia', 'Fairfax', '8120 Dogwood Commons'],
  },
  {
    surname: 'Grant',
    husband: ['Will', 'Deed', 'Grant'],
    wife: ['Trudy', 'Faith', 'Grant'],
    children: [
      ['Law', 'Prosper', 'Grant'],
      ['Charity', 'Faith', 'Banks'],
    ],
    place: ['Boise', 'Idaho', 'Ada', '300 Warm Springs Loop'],
  },
  {
    surname: 'Featherstonehaugh',
    husband: ['Peregrine', 'Basil', 'Featherstonehaugh', 'IV'],
    wife: ['Clementine', 'Oriel', 'Featherstonehaugh'],
    children: [
      ['Basil', 'Oriel', 'Featherstonehaugh'],
      ['Hyacinth', 'Oriel', 'Featherstonehaugh'],
    ],
    place: ['Charleston', 'South Carolina', 'Charleston', '21 Legare Passage'],
  },
]

/** The firm of the second world. It shares no person and no entity with the first world or the sandbox. */
export function makeSecondFirm(): Firm {
  return { households: families.map(householdOf) }
}

function householdOf({ surname, husband, wife, children, place }: Family, at: number): Household {
  const [town, state, , street] = place
  const person = ([first, middle, last, suffix]: Name, own: string): Person => ({
    ...{ id: `client_profile_second${at}${own}`, first, middle, last, suffix: suffix ?? null },
  })
  const his = person(husband, 'h')
  const hers = person(wife, 'w')
  return {
    ...{ id: `household_second${at}`, surname, husband: his, wife: hers, town, state, street },
    name: at % 3 === 0 ? `The ${surname} Family` : `${hers.first} and ${his.first} ${surname}`,
    children: children.map((child, of) => person(child, `c${of}`)),
    entities: entitiesOf(surname, his, hers, at).map((entity, of) => ({ ...entity, id: `entity_second${at}e${of}` })),
  }
}

export const countyOf = (household: Household): string =>
  families.find(({ place }) => place[3] === household.street)?.place[2] ?? ''

function entitiesOf(surname: string, his: Person, hers: Person, at: number): Omit<Entity, 'id'>[] {
  const year = 1994 + at * 2
  const suffix = his.suffix ? `, ${his.suffix}` : ''
  const named = (kind: Kind, name: string, plus = 0): Omit<Entity, 'id'> => ({ kind, name, year: year + plus })
  return [
    named('revocable', `${hers.first} ${hers.last} Declaration of Trust`),
    named('revocable', `${his.first} ${his.last}${suffix} Trust`, 1),
    named('irrevocable', `${surname} Dynasty Trust`, 2),
    named('irrevocable', `${year + 3} Trust for the Descendants of ${hers.first} ${hers.last}`, 3),
    named('insurance', `${his.first} ${his.last} Irrevocable Insurance Trust dated ${year + 4}`, 4),
    named('grat', `${hers.first} ${hers.last} ${year + 5} GRAT`, 5),
    named('grat', `${hers.first} ${hers.last} ${year + 6} GRAT No. 2`, 6),
    named('qprt', `${his.first} ${his.last} Qualified Personal Residence Trust`, 7),
    named('llc', `${surname} Cove Holdings LLC`, 3),
    named('llc', `${surname} Aviation, LLC`, 4),
    named('partnership', `${surname} Timber Limited Partnership`, 5),
    named('corporation', `${surname} Instruments Corporation`, 1),
    named('foundation', `The ${surname} Fund for Music, Inc.`, 6),
    named('account', `${his.first} and ${hers.first} ${surname} JTWROS`, 2),
  ]
}
