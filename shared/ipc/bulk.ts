import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { bulkClearedOnly, bulkFields, maxBulk } from '../domain/bulk-fields.ts'
import { documentUpdate, householdUpdate, individualUpdate } from '../service/writes.ts'
import { filtersOf, listScope } from './filters.ts'
import { filterColumns } from './list-columns.ts'
import { connectionId, idInput, procedure, undoOffer } from './procedure.ts'

/** The most rows shown in a preview; its counts cover all records. */
export const maxPreviewed = 200

const ids = z.array(idInput).max(maxBulk)

const someOf = <Changes extends z.ZodObject>(changes: Changes) =>
  changes.refine((fields) => Object.values(fields).some((value) => value !== undefined), 'must change something')

/** Selected rows of a list, or the filtered list without its deselected rows. */
export const selectedRows = (resource: keyof typeof filterColumns) =>
  z.union([
    z.strictObject({ ids: ids.min(1) }),
    z.strictObject({
      list: z.strictObject({ filters: filtersOf<string>(filterColumns[resource]), scope: listScope, except: ids }),
    }),
  ])

const bulkOf = <Resource extends keyof typeof bulkFields, Changes extends z.ZodObject>(
  resource: Resource,
  changes: Changes,
) =>
  z.strictObject({
    connectionId,
    resource: z.literal(resource),
    which: selectedRows(resource),
    changes: someOf(changes),
  })

/** The mask by which a schema keeps the fields that bulk edits can change. */
const masked = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>

/** The shape of fields that accept nothing but null. */
const onlyNull = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.null().optional()])) as Record<Name, z.ZodOptional<z.ZodNull>>

const bulkInputs = [
  bulkOf(
    'households',
    householdUpdate.pick(masked(bulkFields.households)).extend(onlyNull(bulkClearedOnly.households)),
  ),
  bulkOf(
    'individuals',
    individualUpdate.pick(masked(bulkFields.individuals)).extend(onlyNull(bulkClearedOnly.individuals)),
  ),
  bulkOf('documents', documentUpdate.pick(masked(bulkFields.documents)).extend(onlyNull(bulkClearedOnly.documents))),
] as const

const bulkInput = z.discriminatedUnion('resource', [...bulkInputs])

const count = z.number().int()

export const bulkCounts = z.strictObject({ will_change: count, already: count, cannot: count })

/** A record and the change that a bulk edit would make. */
export const bulkRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(['change', 'already', 'cannot']),
  /** Why the record cannot be changed; otherwise null. */
  reason: z.string().nullable(),
  /** A warning about the change, such as an old part of the address that stays; otherwise null. */
  remark: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })),
})

export const bulkPreview = z.strictObject({
  counts: bulkCounts,
  /** Reasons why records cannot be changed, most frequent first. */
  reasons: z.array(z.strictObject({ reason: z.string(), count })),
  /** Remarks on records that will change. */
  remarks: z.array(z.strictObject({ remark: z.string(), count })),
  /** The first {@link maxPreviewed} rows, in the list's order. */
  rows: z.array(bulkRow),
  /** A hash of all records and values of this preview: `apply` makes exactly these changes or none. */
  fingerprint: z.string(),
})

export const bulkProgress = z.strictObject({
  done: count,
  total: count,
  /** All writes of a bulk edit are one save. */
  undo: undoOffer,
  /** The records processed since the last event. */
  outcomes: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      outcome: z.enum(['saved', 'already', 'cannot']),
      reason: z.string().nullable(),
      /** The write in the outbox; null if nothing was saved for this record. */
      operation_id: z.string().nullable(),
    }),
  ),
})

export const bulkContract = {
  /** Throws `ipc/bad-request` for more than {@link maxBulk} records, or for an owner who is not a user of the firm. */
  preview: procedure({ permission: 'read' }).input(bulkInput).output(bulkPreview),
  /**
   * Saves the previewed changes to the outbox, a hundred records at a time. Closing the iterator stops before the next hundred;
   * saved changes stay saved. Throws `bulk/changed` if the records differ from the preview.
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
