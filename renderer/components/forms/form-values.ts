import { keepLineEnds } from '../../../shared/domain/merge-text.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'

/** Value of an input: text as typed ('' for empty), or a yes or no. */
export type FormValue = string | boolean
export type FormValues = Record<string, FormValue>

/** Value of an incomplete date; no real date has it. */
export const unfinishedDate = 'unfinished'

/** Problems by field path (`email`, `primary_individuals.0.state`), as plain sentences. */
export type Problems = Readonly<Record<string, string>>

export type Checked<Body> = { body: Body; problems: null } | { body: null; problems: Problems }

/** A record's values of these fields, as inputs show them. */
export function valuesOf(record: Readonly<Record<string, unknown>>, names: readonly string[]): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const value = record[name]
      return [name, typeof value === 'boolean' || typeof value === 'string' ? value : '']
    }),
  )
}

/** Trims single-line text; spaces in multi-line text are kept as typed. */
const trimmedValue = (value: FormValue): FormValue =>
  typeof value === 'string' && !value.includes('\n') ? value.trim() : value

/** Normalises line ends to \n, which is what an editor returns for all of them. */
const withUnixLineEnds = (value: FormValue): FormValue =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/** Names of the fields whose value differs from the one at the start of the edit. */
function changedFields(before: FormValues, now: FormValues): string[] {
  return Object.keys(now).filter((name) => {
    const [was, is] = [before[name], now[name]]
    return (
      was !== undefined &&
      is !== undefined &&
      is !== was &&
      withUnixLineEnds(trimmedValue(is)) !== withUnixLineEnds(trimmedValue(was))
    )
  })
}

export const cannotClear = 'The service cannot clear this. Enter something else, or undo.'

/**
 * The changed fields as the service accepts them. A field that was emptied becomes null if the service can clear it, otherwise a
 * problem.
 */
export function changesOf(
  before: FormValues,
  now: FormValues,
  clearable: readonly string[] = [],
): { fields: JsonFields; problems: Problems } {
  const fields: JsonFields = {}
  const problems: Record<string, string> = {}
  for (const name of changedFields(before, now)) {
    const [was, is] = [before[name], trimmedValue(now[name] ?? '')]
    const value = typeof was === 'string' && typeof is === 'string' ? keepLineEnds(was, is) : is
    if (value !== '') fields[name] = value
    else if (clearable.includes(name)) fields[name] = null
    else problems[name] = cannotClear
  }
  return { fields, problems }
}

/** The fields of a new record that were filled in: no empty texts, and no answers left at no. */
export function filledIn(values: FormValues): JsonFields {
  const said = Object.entries(values).map(([name, value]) => [name, trimmedValue(value)] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== '' && value !== false))
}

/** The text below a form, such as `2 fields changed`. */
export function countText(changed: number): string {
  if (changed === 0) return 'No changes yet'
  return changed === 1 ? '1 field changed' : `${changed.toLocaleString('en-US')} fields changed`
}
