import type { z } from 'zod'

export type Json = z.core.util.JSONType

/** Whether a value is nothing: the service sends an absent field, null and an empty text for the same thing. */
export const isNothing = (value: Json | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

/** A text as it is compared: composed (NFC), with line ends of one kind. */
const comparable = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n')

const isList = (value: Json): value is Json[] => Array.isArray(value)

function sameMembers(a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(own(a, name), own(b, name)))
}

/** A record's own field; what every object inherits is none. */
export const own = (record: Readonly<Record<string, Json>>, name: string): Json | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Whether two values of a field say the same: nothing equals nothing, text is compared composed, the rest deeply. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a === 'string' && typeof b === 'string') return a === b || comparable(a) === comparable(b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (isList(a) || isList(b)) {
    return isList(a) && isList(b) && a.length === b.length && a.every((value, at) => isSame(value, b[at]))
  }
  return sameMembers(a, b)
}
