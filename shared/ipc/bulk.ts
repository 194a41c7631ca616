import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { type bulkFields, maxBulk } from '../domain/bulk-fields.ts'
import { documentUpdate, householdUpdate, individualUpdate } from '../service/writes.ts'
import { filtersOf } from './filters.ts'
import { filterColumns } from './list-columns.ts'
import { connectionId, idInput, procedure } from './procedure.ts'

/** The most rows that a preview shows; its counts are about all of them. */
export const maxPreviewed = 200

const scope = z.strictObject({
  household_id: idInput.optional(),
  entity_id: idInput.optional(),
  individual_id: idInput.optional(),
  document_id: idInput.optional(),
  owner_id: idInput.optional(),
})

const ids = z.array(idInput).max(maxBulk)

const someOf = <Changes extends z.ZodObject>(changes: Changes) =>
  changes.refine((fields) => Object.values(fields).some((value) => value !== undefined), 'must change something')

/** The rows a person marked, or a list as it is filtered, less the rows they unmarked. */
const bulkOf = <Resource extends keyof typeof bulkFields, Changes extends z.ZodObject>(
  resource: Resource,
  changes: Changes,
) =>
  z.strictObject({
    connectionId,
    resource: z.literal(resource),
    which: z.union([
      z.strictObject({ ids: ids.min(1) }),
      z.strictObject({
        list: z.strictObject({ filters: filtersOf<string>(filterColumns[resource]), scope, except: ids }),
      }),
    ]),
    changes: someOf(changes),
  })

const bulkInputs = [
  bulkOf('households', householdUpdate.pick({ primary_relationship_owner_id: true })),
  bulkOf(
    'individuals',
    individualUpdate.pick({
      is_beneficiary: true,
      is_grantor: true,
      is_trustee: true,
      is_deceased: true,
      address_line1: true,
      address_line2: true,
      city: true,
      state: true,
      postal_code: true,
      country: true,
    }),
  ),
  bulkOf('documents', documentUpdate.pick({ type: true, enable_ai_suggestions: true })),
] as const

export const bulkInput = z.discriminatedUnion('resource', [...bulkInputs])

const count = z.number().int()

export const bulkCounts = z.strictObject({ will_change: count, already: count, cannot: count })

/** A record, and what would become of it. */
export const bulkRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(['change', 'already', 'cannot']),
  /** Why it cannot be changed; else null. */
  reason: z.string().nullable(),
  /** What a person should know before: an old part of an address that stays. Else null. */
  remark: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })),
})

export const bulkPreview = z.strictObject({
  counts: bulkCounts,
  /** Reasons why records cannot be changed, most frequent first. */
  reasons: z.array(z.strictObject({ reason: z.string(), count })),
  /** Remarks on records that will change. */
  remarks: z.array(z.strictObject({ remark: z.string(), count })),
  /** The first {@link maxPreviewed}, in the list's order. */
  rows: z.array(bulkRow),
  /** Stands for every record and every value of this preview: applying it does this or nothing. */
  fingerprint: z.string(),
})

export const bulkProgress = z.strictObject({
  done: count,
  total: count,
  /** Records dealt with since the last event. */
  outcomes: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      outcome: z.enum(['saved', 'already', 'cannot']),
      reason: z.string().nullable(),
      /** Of what was saved: the write in the outbox. */
      operation_id: z.string().nullable(),
    }),
  ),
})

export const bulkContract = {
  /** Throws `ipc/bad-request` for more than {@link maxBulk} records, or for an owner whom the firm does not have. */
  preview: procedure({ permission: 'read' }).input(bulkInput).output(bulkPreview),
  /**
   * Saves what was previewed to the outbox, a hundred records at a time. Leaving the iterator stops before the next
   * hundred; what was saved stays saved. Throws `bulk/changed` when the records are not what they were in the preview.
   */
  apply: procedure({ permission: 'write' })
    .input(
      z.discriminatedUnion('resource', [
        bulkInputs[0].extend({ fingerprint: z.string().max(64) }),
        bulkInputs[1].extend({ fingerprint: z.string().max(64) }),
        bulkInputs[2].extend({ fingerprint: z.string().max(64) }),
      ]),
    )
    .output(eventIterator(bulkProgress)),
}

export type BulkResource = keyof typeof bulkFields
export type BulkInput = z.infer<typeof bulkInput>
export type BulkCounts = z.infer<typeof bulkCounts>
export type BulkRow = z.infer<typeof bulkRow>
export type BulkPreview = z.infer<typeof bulkPreview>
export type BulkProgress = z.infer<typeof bulkProgress>
