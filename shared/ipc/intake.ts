import { z } from 'zod'
import { connectionId, idInput, nothing, procedure } from './procedure.ts'

/** The most files that the tray of one connection holds. */
export const maxIntakeRows = 2000
/** The most files that one call announces. */
export const maxIntakeFiles = 500

const rowIds = z.array(idInput).min(1).max(maxIntakeRows)

const handles = z
  .array(z.string().regex(/^[\w-]{43}$/))
  .min(1)
  .max(maxIntakeFiles)

/** Who a dropped file belongs to: a household always, and one of its entities or people perhaps. */
const owner = z.strictObject({
  household_id: idInput,
  entity_id: idInput.nullable(),
  individual_id: idInput.nullable(),
})

export const intakeIssue = z.strictObject({
  /** The part of the upload that it is about: `file`, `name`, `type`, …; null for the whole row. */
  field: z.string().nullable(),
  message: z.string(),
  next_step: z.string(),
})

/** A file that looks the same, byte by byte. */
export const intakeDuplicate = z.strictObject({
  /** `tray`: another row; `outbox`: one that waits to be uploaded; `document`: one that the service has. */
  where: z.enum(['tray', 'outbox', 'document']),
  /** The row's, the operation's or the document's id. */
  id: z.string(),
  title: z.string(),
})

/**
 * One file in the tray.
 * - `staging`: its bytes are on their way into the encrypted store
 * - `ready`: it is there, whatever becomes of the original
 * - `failed`: it could not be taken; `issue` says why
 */
export const intakeRow = z.strictObject({
  id: z.string(),
  state: z.enum(['staging', 'ready', 'failed']),
  /** What the file was called where it came from, and in which dropped folder it lay (empty for none). */
  file_name: z.string(),
  folder: z.string(),
  /** Bytes: announced, and received so far. */
  size: z.number().int(),
  received: z.number().int(),
  media_type: z.string().nullable(),
  sha256: z.string().nullable(),
  /** The document's name to be. */
  name: z.string(),
  type: z.string(),
  /** Why this type is proposed, in a few words; null when nothing speaks for one, or a person chose. */
  type_reason: z.string().nullable(),
  ...owner.shape,
  duplicates: z.array(intakeDuplicate),
  issue: intakeIssue.nullable(),
})

export const intakeContract = {
  /** The tray, in the order files were dropped. It outlives a restart. */
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ rows: z.array(intakeRow) })),
  /**
   * Announces files. Each gets a row and a ticket, with which the shell takes in the file's bytes, once; a path is never
   * part of it. Rows of files that cannot be taken (too many, empty, not readable) come as `failed`, with a null ticket.
   */
  announce: procedure({ permission: 'write' })
    .input(
      z.strictObject({
        connectionId,
        owner,
        files: z
          .array(
            z.strictObject({
              name: z.string().max(4000),
              /** Of the folder that was dropped: `Estate/2026`; empty for none. */
              folder: z.string().max(8000),
              /** Bytes; null for one that the page cannot read, which is told of all the same. */
              size: z.number().int().min(0).nullable(),
            }),
          )
          .min(1)
          .max(maxIntakeFiles),
      }),
    )
    .output(z.strictObject({ rows: z.array(z.strictObject({ row_id: z.string(), ticket: z.string().nullable() })) })),
  /** The page could not read a file that it announced, or a person stopped it. */
  giveUp: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, row_id: idInput }))
    .output(nothing),
  /** Changes what will be sent of some rows; what is left out stays. Null takes an entity or person away. */
  change: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        row_ids: rowIds,
        change: z.strictObject({
          name: z.string().max(1000).optional(),
          type: z.string().max(100).optional(),
          entity_id: idInput.nullable().optional(),
          individual_id: idInput.nullable().optional(),
        }),
      }),
    )
    .output(nothing),
  /** Files that the system handed over (given to Steward to open), until somebody says whose they are. */
  arrived: procedure({ permission: 'read' })
    .input(nothing)
    .output(
      z.strictObject({
        // Bytes; null for what is no file that can be read, which is told of all the same.
        files: z.array(z.strictObject({ handle: z.string(), name: z.string(), size: z.number().int().nullable() })),
      }),
    ),
  /** Puts them into the tray; the main process reads them from where they lie. Handles that were spent are passed over. */
  takeArrived: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, owner, handles }))
    .output(z.strictObject({ taken: z.number().int() })),
  /** They are not wanted: Steward forgets them, and they stay where they are. */
  dismissArrived: procedure({ permission: 'keep' }).input(z.strictObject({ handles })).output(nothing),
  /** Takes rows out of the tray; `restore` puts those back that were taken out last. */
  remove: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, row_ids: rowIds }))
    .output(nothing),
  restore: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ restored: z.number().int() })),
  /** Saves rows to the outbox, each as the creation of a document. Rows that cannot be sent stay, with their issue. */
  submit: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, row_ids: rowIds }))
    .output(
      z.strictObject({
        saved: z.array(z.strictObject({ row_id: z.string(), operation_id: z.string(), record_id: z.string() })),
        refused: z.array(z.strictObject({ row_id: z.string(), issue: intakeIssue })),
      }),
    ),
}

export type IntakeOwner = z.infer<typeof owner>
export type IntakeRow = z.infer<typeof intakeRow>
export type IntakeIssue = z.infer<typeof intakeIssue>
export type IntakeDuplicate = z.infer<typeof intakeDuplicate>
