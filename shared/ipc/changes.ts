import { z } from 'zod'
import { resources } from '../service/resource.ts'
import { connectionId, idInput, procedure } from './procedure.ts'

export const changeKinds = ['added', 'changed', 'gone'] as const

/** One field that changed. `operation_id`: this computer's own write that it is; null if somebody else's. */
const changedField = z.strictObject({
  field: z.string(),
  before: z.json(),
  after: z.json(),
  operation_id: z.string().nullable(),
})

/** What changed of one record at one moment, as this computer saw it. The service does not say who changed it. */
const observedChange = z.strictObject({
  /** Larger for what was seen later. */
  number: z.number().int(),
  resource: z.enum(resources),
  /** A valuation's entity. */
  record_id: z.string(),
  /** The record's name at that moment; '' for a valuation. */
  title: z.string(),
  household: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  kind: z.enum(changeKinds),
  /** Empty unless it is `changed`. */
  fields: z.array(changedField),
  /** When it was seen, ISO 8601. */
  observed_at: z.string(),
  /** When the values before were last seen, ISO 8601; the change happened since then. Null if that is unknown. */
  seen_before: z.string().nullable(),
  /** True if all of it is this computer's own work. */
  own: z.boolean(),
})

export const changesContract = {
  /**
   * What this computer saw change at the service, newest first. A call reads a limited number of changes, so a page of rare ones may have
   * fewer than `limit`, or none, although `next` says that there are more.
   */
  list: procedure({ permission: 'read' })
    .input(
      z.strictObject({
        connectionId,
        /** Of this household alone; with those of records that left it. */
        household_id: idInput.nullable(),
        /** Only in households of this user. */
        owner_id: idInput.nullable(),
        resource: z.enum(resources).optional(),
        kind: z.enum(changeKinds).optional(),
        field: z.string().max(64).optional(),
        /** Seen after this moment, ISO 8601. */
        since: z.iso.datetime().optional(),
        /** Without this computer's own writes. */
        others_only: z.boolean(),
        /** Continues before this number; null starts with the newest. */
        before: z.number().int().nullable(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.strictObject({ changes: z.array(observedChange), next: z.number().int().nullable() })),
}

export type ObservedChange = z.infer<typeof observedChange>
