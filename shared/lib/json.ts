import type { z } from 'zod'

export type Json = z.core.util.JSONType

/** True if a value is empty: the service uses an absent field, null and an empty text interchangeably. */
export const isNothing = (value: Json | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === ''

/** Normalises a text for comparison: NFC, with line endings \n. */
const comparable = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n')

const isList = (value: Json): value is Json[] => Array.isArray(value)

function sameMembers(a: Readonly<Record<string, Json>>, b: Readonly<Record<string, Json>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(own(a, name), own(b, name)))
}

/** A record's own field; inherited properties are ignored. */
export const own = (record: Readonly<Record<string, Json>>, name: string): Json | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** True if two values of a field are equal: all empty values are equal, texts are compared in NFC, other values deeply. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a === 'string' && typeof b === 'string') return a === b || comparable(a) === comparable(b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (isList(a) || isList(b)) {
    return isList(a) && isList(b) && a.length === b.length && a.every((value, at) => isSame(value, b[at]))
  }
  return sameMembers(a, b)
}

/**
 * Whether a value is an object with named fields: neither null nor a list.
 *
 * @typeParam Value - what the fields are known to be, such as `Json` in a body that was parsed
 */
export const isRecord = <Value = unknown>(value: unknown): value is { [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
