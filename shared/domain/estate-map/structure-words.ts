import { statusName } from '../balance-sheet.ts'
import { entityKindNames, nameOf } from '../names.ts'

const lanes: Readonly<Record<string, string>> = {
  in_estate: 'In the estate',
  out_of_estate: 'Outside the estate',
  none: 'No status',
}

/** The title of the lane of an estate status. */
export const laneName = (status: string): string =>
  (Object.hasOwn(lanes, status) ? lanes[status] : undefined) ?? statusName(status)

/** The name of several entities of a kind: “GRATs”, “Private foundations”. A kind without a name keeps the one the service sent. */
export function kindsName(kind: string, count: number): string {
  const name = nameOf(entityKindNames, kind)
  if (count === 1 || !Object.hasOwn(entityKindNames, kind)) return name
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}
