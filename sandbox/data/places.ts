import type { Random } from './random.ts'

export interface Address {
  address_line1: string
  address_line2?: string
  city: string
  state: string
  postal_code: string
  country: string
}

const STATES = {
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  FL: 'Florida',
  GA: 'Georgia',
  IL: 'Illinois',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MO: 'Missouri',
  NC: 'North Carolina',
  NJ: 'New Jersey',
  NY: 'New York',
  OH: 'Ohio',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  TN: 'Tennessee',
  TX: 'Texas',
  VA: 'Virginia',
  WA: 'Washington',
} as const

/** Towns with the start of their postal codes; streets and numbers are made up. */
const TOWNS: readonly (readonly [city: string, state: keyof typeof STATES, postalCode: string])[] = [
  ['Greenwich', 'CT', '06830'],
  ['Westport', 'CT', '06880'],
  ['Wellesley', 'MA', '02482'],
  ['Concord', 'MA', '01742'],
  ['Scarsdale', 'NY', '10583'],
  ['New York', 'NY', '10024'],
  ['Princeton', 'NJ', '08540'],
  ['Summit', 'NJ', '07901'],
  ['Bryn Mawr', 'PA', '19010'],
  ['Sewickley', 'PA', '15143'],
  ['Alexandria', 'VA', '22301'],
  ['Charlottesville', 'VA', '22903'],
  ['Raleigh', 'NC', '27608'],
  ['Charlotte', 'NC', '28207'],
  ['Atlanta', 'GA', '30327'],
  ['Savannah', 'GA', '31401'],
  ['Naples', 'FL', '34102'],
  ['Sarasota', 'FL', '34236'],
  ['Nashville', 'TN', '37215'],
  ['Shaker Heights', 'OH', '44122'],
  ['Bloomfield Hills', 'MI', '48304'],
  ['Lake Forest', 'IL', '60045'],
  ['Evanston', 'IL', '60201'],
  ['Edina', 'MN', '55424'],
  ['Clayton', 'MO', '63105'],
  ['Dallas', 'TX', '75225'],
  ['Austin', 'TX', '78703'],
  ['Houston', 'TX', '77024'],
  ['Boulder', 'CO', '80304'],
  ['Portland', 'OR', '97210'],
  ['Mercer Island', 'WA', '98040'],
  ['Piedmont', 'CA', '94611'],
  ['Los Altos', 'CA', '94022'],
  ['Pasadena', 'CA', '91105'],
]

const STREETS: readonly string[] = [
  ...['Orchard', 'Quarry', 'Birch', 'Hickory', 'Ridgeline', 'Old Mill', 'Meadow', 'Fox Hollow', 'Harbor', 'Laurel'],
  ...['Chestnut Hill', 'Stonebridge', 'Willow Brook', 'Cedar', 'Linden', 'Overlook', 'Spring Garden', 'Juniper'],
]
const SUFFIXES = ['Lane', 'Road', 'Drive', 'Avenue', 'Street', 'Court', 'Terrace', 'Way']

/** An address in a town of its own choice, or in the same state as `near`. */
export function address(random: Random, near?: Address): Address {
  const towns = near ? TOWNS.filter(([, state]) => state === near.state) : TOWNS
  const [city, state, postal_code] = random.pick(towns)
  const flat = random.chance(near ? 0.3 : 0.12)
  return {
    address_line1: `${random.int(3, 480)} ${street(random)}`,
    ...(flat ? { address_line2: `${random.pick(['Apt', 'Unit'])} ${random.int(1, 48)}` } : {}),
    city,
    state,
    postal_code,
    country: 'US',
  }
}

export function street(random: Random): string {
  return `${random.pick(STREETS)} ${random.pick(SUFFIXES)}`
}

/** The name of a state, for the wording of documents. */
export function stateName(code: string): string {
  return STATES[code as keyof typeof STATES] ?? code
}
