import { joined } from './record-table.ts'

type NamedPerson = {
  first_name: string
  last_name: string
  middle_name?: string | null | undefined
  suffix?: string | null | undefined
}

/** "First Middle Last, Suffix", without absent parts. */
export function personName(person: NamedPerson): string {
  const name = joined([person.first_name, person.middle_name, person.last_name])
  return joined([name, person.suffix], ', ')
}
