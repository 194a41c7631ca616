import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'
import { viewedResources } from './views.ts'

/** The file's name, and a handle to show it in its folder; null if the user cancelled. */
export const writtenFile = z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })

export const exportProgress = z.strictObject({
  written: z.number().int(),
  total: z.number().int(),
  /** Set on the last event: the file's name, and a handle to show it in its folder. */
  file: z.strictObject({ name: z.string(), handle: z.string() }).nullable(),
})

export const exportsContract = {
  /**
   * Writes the filtered list, or the rows selected in it, to a file chosen by the user (desktop) or to a new one in the downloads folder (browser
   * shell). First lines: source, connection, as-of time. Closing the iterator cancels and deletes the file. Null if the user
   * cancels.
   */
  start: procedure({ permission: 'export' })
    .input(
      z.strictObject({
        connectionId,
        resource: z.enum(viewedResources),
        format: z.enum(['csv', 'xlsx']),
        /** The columns to write, in order. */
        columns: z
          .array(z.strictObject({ column: z.string().max(64), header: z.string().max(100) }))
          .min(1)
          .max(60),
        filters: z
          .array(
            z.strictObject({
              column: z.string().max(64),
              operator: z.string().max(32),
              values: z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(200),
            }),
          )
          .max(30),
        scope: z.record(z.string().max(32), idInput),
        sort: z.strictObject({ column: z.string().max(64), direction: z.enum(['asc', 'desc']) }),
        /** The column by which the list is grouped: the rows of a group follow each other. */
        group: z.string().max(64).optional(),
        /** Only the rows with these ids, or all but these; null for the whole list. */
        selected: z
          .strictObject({ except: z.boolean(), ids: z.array(idInput).max(10_000) })
          .nullable()
          .optional(),
      }),
    )
    .output(eventIterator(exportProgress.nullable())),
  /** Shows a written file in its folder. */
  reveal: procedure({ permission: 'read' })
    .input(z.strictObject({ handle: ownId }))
    .output(nothing),
}

export type ExportProgress = z.infer<typeof exportProgress>
