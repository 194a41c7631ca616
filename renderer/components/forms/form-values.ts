import type { z } from 'zod'
import { keepLineEnds } from '../../../shared/domain/merge.ts'
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

/**
 * Commits the focused input by briefly removing the focus, because some inputs report their value only on blur. Without this,
 * saving by keyboard would miss the last field.
 */
export function commitFocused(within: HTMLElement | null): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !within?.contains(activeElement)) return
  if (!activeElement.matches('input, textarea, select')) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/** Messages of our own schemas begin with "must". The library's own name the expected type, which does not help users. */
const isOurs = (message: string) => /^must /.test(message)

function wordsFor(issue: z.core.$ZodIssue): string {
  if (isOurs(issue.message)) return sentence(issue.message)
  if (issue.code === 'invalid_type' || (issue.code === 'too_small' && issue.origin === 'string'))
    return 'This field is required.'
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Must have at most ${issue.maximum.toLocaleString('en-US')} characters.`
  if (issue.code === 'invalid_value') return 'Choose one from the list.'
  return 'The service does not accept this.'
}

/** The problems that a schema found: the first one per field. */
export function schemaProblems(issues: readonly z.core.$ZodIssue[], asTyped: unknown = null): Problems {
  const problems: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.')
    problems[path] ??= valueAt(asTyped, issue.path) === unfinishedDate ? 'Finish this date, or undo.' : wordsFor(issue)
  }
  return problems
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}

/** Validates a body against the schema of the API description, and adds the problems already known. */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  known: Problems = {},
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(body)
  const problems = { ...(parsed.success ? {} : schemaProblems(parsed.error.issues, body)), ...known }
  if (!parsed.success || Object.keys(problems).length > 0) return { body: null, problems }
  return { body: parsed.data, problems: null }
}
