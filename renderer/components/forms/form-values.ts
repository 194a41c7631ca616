import { keepLineEnds } from '../../../shared/domain/merge-text.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'

/** What an input holds: text as typed ('' for nothing), or a yes or no. */
export type FormValue = string | boolean
export type FormValues = Record<string, FormValue>

/** A date that was begun and not finished; no real date is called so. */
export const unfinishedDate = 'unfinished'

/** What is wrong, by the path of its field (`email`, `primary_individuals.0.state`), in plain sentences. */
export type Problems = Readonly<Record<string, string>>

export type Checked<Body> = { body: Body; problems: null } | { body: null; problems: Problems }

/** What a record holds of these fields, as inputs show it. */
export function valuesOf(record: Readonly<Record<string, unknown>>, names: readonly string[]): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const value = record[name]
      return [name, typeof value === 'boolean' || typeof value === 'string' ? value : '']
    }),
  )
}

/** Spaces around a single line are never meant; within a longer text they are left as typed. */
const meant = (value: FormValue): FormValue =>
  typeof value === 'string' && !value.includes('\n') ? value.trim() : value

/** What an editor shows, whichever way its lines end: it gives all of them back as \n. */
const shown = (value: FormValue): FormValue => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value)

/** The fields whose value is another than when the edit began. */
export function changedFields(before: FormValues, now: FormValues): string[] {
  return Object.keys(now).filter((name) => {
    const [was, is] = [before[name], now[name]]
    return was !== undefined && is !== undefined && is !== was && shown(meant(is)) !== shown(meant(was))
  })
}

export const cannotClear = 'The service has no way to clear this. Enter something else, or undo.'

/**
 * The changed fields as the service takes them. A field that was emptied becomes null where the service can clear it, and a
 * problem where it cannot.
 */
export function changesOf(
  before: FormValues,
  now: FormValues,
  clearable: readonly string[] = [],
): { fields: JsonFields; problems: Problems } {
  const fields: JsonFields = {}
  const problems: Record<string, string> = {}
  for (const name of changedFields(before, now)) {
    const [was, is] = [before[name], meant(now[name] ?? '')]
    const value = typeof was === 'string' && typeof is === 'string' ? keepLineEnds(was, is) : is
    if (value !== '') fields[name] = value
    else if (clearable.includes(name)) fields[name] = null
    else problems[name] = cannotClear
  }
  return { fields, problems }
}

/** What was filled in of a new record: neither empty fields nor answers left at no. */
export function filledIn(values: FormValues): JsonFields {
  const said = Object.entries(values).map(([name, value]) => [name, meant(value)] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== '' && value !== false))
}

/** `2 fields changed`, as the bar under a form says it. */
export function countText(changed: number): string {
  if (changed === 0) return 'Nothing changed yet'
  return changed === 1 ? '1 field changed' : `${changed.toLocaleString('en-US')} fields changed`
}
