import { z } from 'zod'
import { connectionId, idInput, nothing, procedure, undoOffer } from './procedure.ts'

/** The most files in one connection's tray. */
export const maxIntakeRows = 2000
/** The most files announced in one call. */
export const maxIntakeFiles = 500

const rowIds = z.array(idInput).min(1).max(maxIntakeRows)

const handles = z
  .array(z.string().regex(/^[\w-]{43}$/))
  .min(1)
  .max(maxIntakeFiles)

/** The owner of a dropped file: a household, and optionally one of its entities or people. */
const owner = z.strictObject({
  household_id: idInput,
  entity_id: idInput.nullable(),
  individual_id: idInput.nullable(),
})

export const intakeIssue = z.strictObject({
  /** The field of the upload that the issue is about: `file`, `name`, `type`, …; null for the whole row. */
  field: z.string().nullable(),
  message: z.string(),
  next_step: z.string(),
})

/** A file with identical bytes. */
export const intakeDuplicate = z.strictObject({
  /** `tray`: another row; `outbox`: a file waiting to be uploaded; `document`: a file that the service has. */
  where: z.enum(['tray', 'outbox', 'document']),
  /** The id of the row, the operation or the document. */
  id: z.string(),
  title: z.string(),
})

/**
 * How far the text of a file's pages is read for proposals.
 * - `waiting`: not yet; it is read while the tray is on the screen
 * - `read`: its pages were read, or as many of them as the limits allow
 * - `protected`: it has a password
 * - `scan`: its pages are pictures without text
 * - `too-large`: it exceeds the limits of size, time or memory
 * - `unreadable`: it is damaged
 * - `no-text`: a kind of file in which no text is looked for
 * - `forbidden`: the firm allows no text of files to be read; proposals come from the file's name only
 */
const intakePages = z.enum(['waiting', 'read', 'protected', 'scan', 'too-large', 'unreadable', 'no-text', 'forbidden'])

/** A value with the words on which it rests, and their page; null where they are the file's name. */
const intakeProposal = z.strictObject({
  value: z.string(),
  words: z.string(),
  page: z.number().int().min(1).nullable(),
})

/** Why a field has the value that it has; null once the user has changed the field, and where nothing is sure. */
const intakeProposals = z.strictObject({
  type: intakeProposal.nullable(),
  entity_id: intakeProposal.nullable(),
  individual_id: intakeProposal.nullable(),
  /** The date of the instrument, YYYY-MM-DD; no field of the upload, so it is only shown. */
  date: intakeProposal.nullable(),
  /** Another household, of which the pages name an individual or an entity; a question, which changes nothing by itself. */
  household_id: intakeProposal.extend({ title: z.string() }).nullable(),
})

/**
 * One file in the tray.
 * - `staging`: its bytes are being copied into the encrypted store
 * - `ready`: it is stored, so the original is no longer needed
 * - `failed`: it could not be copied; `issue` says why
 */
export const intakeRow = z.strictObject({
  id: z.string(),
  state: z.enum(['staging', 'ready', 'failed']),
  /** The original file name, and the dropped folder it was in (empty if none). */
  file_name: z.string(),
  folder: z.string(),
  /** Bytes: the announced size, and the bytes received so far. */
  size: z.number().int(),
  received: z.number().int(),
  media_type: z.string().nullable(),
  sha256: z.string().nullable(),
  /** The future document's name. */
  name: z.string(),
  /** Empty until one is proposed or chosen. */
  type: z.string(),
  ...owner.shape,
  pages: intakePages,
  proposals: intakeProposals,
  /** Values that something speaks against: they are listed first, and not chosen. */
  suggested: intakeProposals.pick({ type: true, entity_id: true, individual_id: true }),
  /** Sentences that the user must know about the proposals. */
  doubts: z.array(z.string()),
  duplicates: z.array(intakeDuplicate),
  issue: intakeIssue.nullable(),
})

export const intakeContract = {
  /** The tray, in the order the files were dropped. It survives a restart. */
  list: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ rows: z.array(intakeRow) })),
  /**
   * Announces files. Each gets a row and a one-time ticket, with which the shell copies the file's bytes; no path is ever sent.
   * Files that cannot be accepted (too many, empty, not readable) get a `failed` row and a null ticket.
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
              /** The dropped folder: `Estate/2026`; empty if there is none. */
              folder: z.string().max(8000),
              /** Bytes; null for a file that the page cannot read, which is announced nevertheless. */
              size: z.number().int().min(0).nullable(),
            }),
          )
          .min(1)
          .max(maxIntakeFiles),
      }),
    )
    .output(z.strictObject({ rows: z.array(z.strictObject({ row_id: z.string(), ticket: z.string().nullable() })) })),
  /** Reports that the page could not read an announced file, or that the user stopped it. */
  giveUp: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, row_id: idInput }))
    .output(nothing),
  /**
   * Reads the pages of the files that are here and were not read yet, one after another, and proposes their fields. Ends when the call
   * is cancelled: the rest is read with the next call.
   */
  readPages: procedure({ permission: 'keep' }).input(z.strictObject({ connectionId })).output(nothing),
  /**
   * Changes the upload fields of some rows; fields that are left out do not change. Null removes an entity or person, and the empty text a
   * type. Another household removes both, and asks for proposals again; the same household answers the question about it.
   */
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
          household_id: idInput.optional(),
          /** Null removes the proposed date. */
          date: z.null().optional(),
        }),
      }),
    )
    .output(nothing),
  /** Files that the system opened with Steward, until the user chooses their owner. */
  arrived: procedure({ permission: 'read' })
    .input(nothing)
    .output(
      z.strictObject({
        // Bytes; null if it is not a readable file, which is listed nevertheless.
        files: z.array(z.strictObject({ handle: z.string(), name: z.string(), size: z.number().int().nullable() })),
      }),
    ),
  /** Puts them into the tray; the main process reads them from their original location. Used handles are ignored. */
  takeArrived: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, owner, handles }))
    .output(z.strictObject({ taken: z.number().int() })),
  /** Removes them from the list; the files themselves are not touched. */
  dismissArrived: procedure({ permission: 'keep' }).input(z.strictObject({ handles })).output(nothing),
  /**
   * Removes rows from the tray; `restore` puts back the rows that were removed last. On a nearly full disk their files are deleted at
   * once, and nothing can be put back: `restorable` is false.
   */
  remove: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, row_ids: rowIds }))
    .output(z.strictObject({ restorable: z.boolean() })),
  restore: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ restored: z.number().int() })),
  /** Saves rows to the outbox, each as the creation of a document. Rows that cannot be sent stay in the tray with their issue. */
  submit: procedure({ permission: 'write' })
    .input(z.strictObject({ connectionId, row_ids: rowIds }))
    .output(
      z.strictObject({
        saved: z.array(
          z.strictObject({ row_id: z.string(), operation_id: z.string(), record_id: z.string(), undo: undoOffer }),
        ),
        refused: z.array(z.strictObject({ row_id: z.string(), issue: intakeIssue })),
      }),
    ),
}

export type IntakeOwner = z.infer<typeof owner>
export type IntakeRow = z.infer<typeof intakeRow>
export type IntakePages = z.infer<typeof intakePages>
export type IntakeProposal = z.infer<typeof intakeProposal>
export type IntakeIssue = z.infer<typeof intakeIssue>
export type IntakeDuplicate = z.infer<typeof intakeDuplicate>
