import { generateHoldings } from './holdings.ts'
import { generatePeople } from './people.ts'
import type { Case } from './table.ts'

/** Makes the table of a seed: an even seed's is one of holdings, an odd seed's a file of people. */
export function generate(seed: number): Case {
  return seed % 2 === 0 ? generateHoldings(seed) : generatePeople(seed)
}
