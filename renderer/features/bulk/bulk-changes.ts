import type { z } from 'zod'
import { bulkClearedOnly, bulkFields } from '../../../shared/domain/bulk-fields.ts'
import type { BulkResource } from '../../../shared/ipc/bulk.ts'
import { documentUpdate, householdUpdate, individualUpdate } from '../../../shared/service/writes.ts'

/** The value typed or chosen for each field; null clears it. An absent or empty field is left unchanged. */
export type Wanted = Readonly<Record<string, string | boolean | null>>

const bodies = { households: householdUpdate, individuals: individualUpdate, documents: documentUpdate } as const

/** Validates the wanted values. Returns the changes, or the problems by field; neither while no field has a value. */
export function changesOf(
  resource: BulkResource,
  wanted: Wanted,
): { changes: Record<string, string | boolean | null> | null; problems: Readonly<Record<string, string>> } {
  const changes: Record<string, string | boolean | null> = {}
  for (const field of [...bulkFields[resource], ...bulkClearedOnly[resource]]) {
    const value = wanted[field]
    if (typeof value === 'boolean' || value === null) changes[field] = value
    else if (value !== undefined && value.trim() !== '') changes[field] = value.trim()
  }
  if (Object.keys(changes).length === 0) return { changes: null, problems: {} }
  const parsed = bodies[resource].safeParse(changes)
  if (parsed.success) return { changes, problems: {} }
  return { changes: null, problems: problemsOf(parsed.error) }
}

const problemsOf = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), asSentence(message)]))

const asSentence = (message: string) => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`
