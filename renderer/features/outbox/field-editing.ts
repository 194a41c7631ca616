import type { z } from 'zod'
import { lifeProblems } from '../../../shared/domain/life-dates.ts'
import type { JsonFields, Operation } from '../../../shared/domain/operation.ts'
import { isRecord, type Json } from '../../../shared/lib/json.ts'
import type { FieldKind } from '../../../shared/records/field.ts'
import { canClear, writtenFields } from '../../../shared/records/resource-fields.ts'
import {
  documentCreate,
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../../../shared/service/writes.ts'
import { cannotClear, schemaProblems } from '../../components/forms/form-values.ts'

/** How a field is edited; `fixed` if its value can only be kept. */
export type EditorKind = 'text' | 'long' | 'flag' | 'date' | 'number' | 'choice' | 'user' | 'records' | 'fixed'

/** The editors of texts, by kind of field; default: one line. */
const textEditors: Partial<Record<FieldKind, EditorKind>> = { date: 'date', choice: 'choice', 'long-text': 'long' }

/** The editor for a field with this value. */
export function kindOf(field: string, value: Json | undefined): EditorKind {
  if (Array.isArray(value)) return value.every(isRecord<Json>) ? 'records' : 'fixed'
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'number') return 'number'
  if (isRecord(value)) return 'fixed'
  const known = writtenFields.get(field)
  if (known?.kind === 'link') return known.to === 'users' ? 'user' : 'fixed'
  return textEditors[known?.kind ?? 'text'] ?? 'text'
}

const creates: Partial<Record<Operation['resource'], z.ZodType>> = {
  households: householdCreate,
  individuals: individualCreate,
  valuations: valuationCreate,
  documents: documentCreate,
}

const updates: Partial<Record<Operation['resource'], z.ZodType>> = {
  households: householdUpdate,
  individuals: individualUpdate,
  documents: documentUpdate,
  'document-summaries': documentSummaryUpdate,
}

/**
 * The editable fields of a refused write: the sent fields and, for a new document, all possible fields, because only the
 * service knows which it requires.
 */
export function fieldsToMend({
  action,
  resource,
  fields,
}: Pick<Operation, 'action' | 'resource' | 'fields'>): JsonFields {
  if (action !== 'create' || resource !== 'documents') return fields
  return { ...Object.fromEntries(Object.keys(documentCreate.shape).map((name) => [name, ''])), ...fields }
}

/**
 * Leaves out empty fields of a new record. In an update an empty field is cleared: null if it is clearable, otherwise an empty
 * text, which is a problem.
 */
export function withoutEmpty(
  fields: JsonFields,
  { action, resource }: Pick<Operation, 'action' | 'resource'>,
): JsonFields {
  const kept = Object.entries(fields).map(([name, value]): [string, Json] | null => {
    if (Array.isArray(value)) return [name, value.map((one) => (isRecord(one) ? withoutEmptyParts(one) : one))]
    if (value !== '' && value !== null) return [name, value]
    return action === 'update' ? [name, canClear(resource, name) ? null : ''] : null
  })
  return Object.fromEntries(kept.filter((entry) => entry !== null))
}

const withoutEmptyParts = (part: JsonFields): JsonFields =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== '' && value !== null))

/** A person's contradictory dates. One at a field that this write does not contain is reported at a date that it contains. */
function lifeProblemsOf(person: JsonFields, base: JsonFields | null, today: string): [string, string][] {
  const changed = Object.keys(person)
  return Object.entries(lifeProblems({ ...base, ...person }, { changed, today })).map(([field, problem]) => [
    changed.includes(field)
      ? field
      : (['date_of_death', 'date_of_birth'].find((date) => changed.includes(date)) ?? field),
    problem,
  ])
}

/** Contradictory dates of the people in a write, by path. */
function peoplesProblems(
  { resource, base }: Pick<Operation, 'resource' | 'base'>,
  fields: JsonFields,
  today: string,
): Record<string, string> {
  if (resource === 'individuals') return Object.fromEntries(lifeProblemsOf(fields, base, today))
  const people = Array.isArray(fields.primary_individuals) ? fields.primary_individuals.filter(isRecord<Json>) : []
  return Object.fromEntries(
    people.flatMap((person, at) =>
      lifeProblemsOf(person, null, today).map(([field, problem]) => [`primary_individuals.${at}.${field}`, problem]),
    ),
  )
}

/**
 * Validates the fields of a write. Returns sentences by path (`email`, `primary_individuals.0.state`).
 *
 * @param today - `YYYY-MM-DD`
 */
export function problemsOf(
  operation: Pick<Operation, 'action' | 'resource' | 'base'>,
  fields: JsonFields,
  today: string,
): Readonly<Record<string, string>> {
  const { action, resource } = operation
  const schema = action === 'create' ? creates[resource] : updates[resource]
  const problems = schemaProblems(schema?.safeParse(fields).error?.issues ?? [])
  const cleared = Object.keys(problems).filter((path) => action === 'update' && fields[path] === '')
  const unclear = Object.fromEntries(cleared.map((path) => [path, cannotClear]))
  return { ...peoplesProblems(operation, fields, today), ...problems, ...unclear }
}

/**
 * The service's messages about single fields (`email: is not an address; …`) by path, for the given paths only. A message that
 * names no field is about the only field of a write, if it has just one.
 */
export function saidOf(detail: string | null, paths: readonly string[]): Readonly<Record<string, string>> {
  const said = new Map<string, string>()
  for (const part of detail?.split(';') ?? []) {
    const [, path = '', message = ''] = /(?:^|\s)([a-z][\w.]*): (.+)$/.exec(part.trim()) ?? []
    if (paths.includes(path) && !said.has(path)) said.set(path, `The service said: ${message}`)
  }
  const [only] = paths
  if (said.size === 0 && paths.length === 1 && only !== undefined && detail)
    said.set(only, `The service said: ${detail}`)
  return Object.fromEntries(said)
}

/** The paths of all fields of a write, including nested records. */
export function pathsOf(fields: JsonFields, within = ''): string[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const path = within + field
    if (!Array.isArray(value)) return [path]
    return [path, ...value.flatMap((one, at) => (isRecord(one) ? pathsOf(one, `${path}.${at}.`) : []))]
  })
}
