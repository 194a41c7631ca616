import { z } from 'zod'
import { writtenFile } from './exports.ts'
import { question } from './imports.ts'
import { maxIntakeFiles, maxIntakeRows } from './intake.ts'
import { connectionId, idInput, nothing, ownId, procedure, undoOffer } from './procedure.ts'
import {
  amount,
  explainable,
  maxStatementWindow,
  scanFigure,
  statementFile,
  statementReading,
  statementRow,
} from './statement-files.ts'

const count = z.number().int()
const fileId = idInput
const byFile = z.strictObject({ connectionId, id: fileId })
/** The key of an account, unique in its file. */
const accountKey = z.string().min(1).max(1000)
/** An amount as the advisor types it: digits with an optional sign, point and two places. */
const typedAmount = z.string().regex(/^-?\d{1,15}(?:\.\d{1,2})?$/)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const fingerprint = z.string().min(1).max(64)

const identifier = z.strictObject({
  kind: z.enum(['symbol', 'cusip', 'isin', 'sedol', 'custodian']),
  value: z.string(),
})

const entityChoice = z.strictObject({
  id: z.string(),
  name: z.string(),
  external_id: z.string().nullable(),
  household: z.strictObject({ id: z.string(), name: z.string() }),
  stage: z.string(),
  /** The service has it no more. */
  is_gone: z.boolean(),
})

const accountRef = z.strictObject({ file_id: z.string(), key: z.string() })

/** Where a figure comes from: a row of a file. */
const rowRef = accountRef.extend({ row: count })

/** Something to know before an entity is approved; “Approve all” takes no entity that has one. */
const reviewWarning = z.strictObject({
  kind: z.enum([
    'jump',
    'gone',
    'identifiers',
    'older',
    'old-date',
    'same-date',
    'same-file',
    'other-dates',
    'draft',
    'unsent',
    'first',
    'mapping',
    'refused',
    'not-itemized',
    'scan',
  ]),
  text: z.string(),
})

/** One account on the review. */
const reviewAccount = accountRef.extend({
  number: z.string(),
  is_masked: z.boolean(),
  name: z.string().nullable(),
  as_of: z.string().nullable(),
  /** `blocked`: it is mapped, and does not tie or has a problem. */
  state: z.enum(['mapped', 'ask', 'left-out', 'blocked']),
  /** Why it belongs to the entity, why it is asked, or why it is left out, as a sentence. */
  why: z.string(),
  entity: entityChoice.nullable(),
  /** Entities that it may belong to, likeliest first; none once it is mapped. At most 20. */
  proposals: z.array(entityChoice),
  /** True if the advisor left it out, and can take it after all. */
  can_take: z.boolean(),
  /** The custodian of the last file with these headers, where nothing but the custodian is missing to know the entity. */
  proposed_custodian: z.string().nullable(),
  tie: z.strictObject({
    stated: amount.nullable(),
    /** Whether the advisor typed the stated total. */
    is_typed: z.boolean(),
    rows: count,
    sum: amount,
    lines: z.array(explainable),
    /** Sum with the counted lines, minus the stated total; null without a stated total. */
    difference: amount.nullable(),
    ties: z.boolean(),
  }),
  warnings: z.array(reviewWarning),
  /** Sentences to know about: short positions, converted amounts, an account without holdings. */
  notes: z.array(z.string()),
  /** Sentences that say why it cannot be logged. */
  problems: z.array(z.string()),
})

/** A security whose asset class is asked for, once for all accounts. */
const reviewSecurity = z.strictObject({
  /** Keys under which its asset class is stored: the first one identifies the question. */
  keys: z.array(z.string()),
  name: z.string(),
  identifiers: z.array(identifier),
  /** The custodian's kind of security; null if the file names none. */
  kind: z.string().nullable(),
  rows: z.array(rowRef),
  /** Asset classes that were given for it and differ; empty for a security that is new. */
  answers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
})

const reviewAsset = z.strictObject({
  change: z.enum(['new', 'changed', 'same', 'gone', 'carried']),
  name: z.string(),
  external_id: z.string().nullable(),
  /** Null while it is asked for. */
  asset_class: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** USD; null for an asset that is gone. */
  value: amount.nullable(),
  /** The row that it comes from; null if it is carried over or gone. */
  from: rowRef.nullable(),
  /** As it is in the current valuation; null if it is new. */
  before: z.strictObject({ name: z.string(), external_id: z.string().nullable(), value: amount }).nullable(),
  /** Per cent from the value before, with one decimal; null where a share says nothing. */
  percent: z.number().nullable(),
  is_jump: z.boolean(),
  /** If it is carried over: the account that it was last read from, if it was read from one, and the date of its value. */
  carried: z.strictObject({ account: z.string().nullable(), as_of: z.string() }).nullable(),
  /** Why the value is below zero; null where it is not. */
  negative: z.enum(['short', 'margin', 'cash']).nullable(),
})

const reviewEntity = z.strictObject({
  entity: entityChoice,
  /** Identifies what is shown here; an approval names it. */
  fingerprint,
  accounts: z.array(accountRef),
  /** The date of the valuation; null while it is open. */
  as_of: z.string().nullable(),
  before: z.strictObject({ valuation_id: z.string(), effective_date: z.string(), total: amount }).nullable(),
  total: amount,
  /** Per cent from the old total to the new one, with one decimal; null where a share says nothing. */
  percent: z.number().nullable(),
  /** First the accounts in the order of their files, then what is carried over, then what is gone. */
  assets: z.array(reviewAsset),
  counts: z.strictObject({ new: count, changed: count, same: count, gone: count, carried: count }),
  /** Answered by `statements.answerReview`. */
  questions: z.array(question),
  warnings: z.array(reviewWarning),
  /** Sentences that say why it cannot be approved. */
  problems: z.array(z.string()),
  /**
   * `at-once`: “Approve all” takes it. `looked-at`: it is approved by itself. `blocked`: a question or a problem is open. `reopened`: it
   * was saved and not taken, since the service refused it or has another valuation than the one of the review; it is approved by itself.
   */
  state: z.enum(['at-once', 'looked-at', 'blocked', 'reopened']),
  /** The write that was saved and that another approval replaces; null if there is none. */
  operation_id: z.string().nullable(),
})

const statementReview = z.strictObject({
  accounts: z.array(reviewAccount),
  securities: z.array(reviewSecurity),
  entities: z.array(reviewEntity),
  /** Answers to the questions of entities, by their ids. */
  answers: z.record(z.string(), z.string()),
  /** Sentences about settings that do not apply, such as a table of kinds that is not valid. */
  problems: z.array(z.string()),
  /** Files that are still read, or that ask something about the whole file. `proposed`: the date to confirm, if nothing else is asked. */
  waiting: z.array(
    z.strictObject({ file_id: z.string(), file_name: z.string(), why: z.string(), proposed: day.nullable() }),
  ),
})

const change = z.discriminatedUnion('what', [
  /** Answers to questions of the file or of an account; an empty answer takes one back. */
  z.strictObject({ what: z.literal('answers'), answers: z.record(z.string().max(200), z.string().max(200)) }),
  /** Null takes the choice back. */
  z.strictObject({ what: z.literal('as-of'), date: day.nullable() }),
  /** The advisor's name of the file's custodian, which is proposed for other files with these headers; null for none. */
  z.strictObject({ what: z.literal('custodian'), name: z.string().trim().min(1).max(60).nullable() }),
  z.strictObject({ what: z.literal('entity'), account: accountKey, entity_id: idInput }),
  z.strictObject({ what: z.literal('leave-out'), account: accountKey, left_out: z.boolean() }),
  z.strictObject({ what: z.literal('total'), account: accountKey, total: typedAmount.nullable() }),
  /** Rows of lines that are part of the stated total. */
  z.strictObject({ what: z.literal('lines'), account: accountKey, rows: z.array(count).max(500) }),
  /**
   * Texts of one row of a scan that the user saw beside their picture: each as it is, or corrected, or null to take it back. `read` is the text that was read.
   * Throws `statements/changed` if the row has other texts now.
   */
  z.strictObject({
    what: z.literal('figures'),
    row: count.min(0),
    figures: z
      .array(
        z.strictObject({
          cell: count.min(0),
          read: z.string().max(2000),
          text: z.string().trim().min(1).max(200).nullable(),
        }),
      )
      .min(1)
      .max(100),
  }),
])

const saved = z.strictObject({
  entity_id: z.string(),
  operation_id: z.string(),
  record_id: z.string(),
})

/** An account of a colleague’s file that is known here for another entity. */
const accountConflict = z.strictObject({
  id: z.string(),
  /** The end of its number, such as `…417`. */
  digits: z.string(),
  name: z.string().nullable(),
  /** Entities that it belongs to here, and the one of the file. */
  mine: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  file: z.strictObject({ id: z.string(), name: z.string() }),
})

const namedEntity = z.strictObject({ entity_id: z.string(), name: z.string() })

export const statementsContract = {
  /** The files that came in, in the order in which it was dropped. It survives a restart. */
  list: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ files: z.array(statementFile) })),
  /** Announces files, as `intake.announce` does, to be read as statements. Their owner is found by reading them. */
  announce: procedure({ permission: 'log-statements' })
    .input(
      z.strictObject({
        connectionId,
        files: z
          .array(
            z.strictObject({
              name: z.string().max(4000),
              folder: z.string().max(8000),
              /** Bytes; null for a file that the page cannot read. */
              size: count.min(0).nullable(),
            }),
          )
          .min(1)
          .max(maxIntakeFiles),
      }),
    )
    .output(z.strictObject({ rows: z.array(z.strictObject({ row_id: z.string(), ticket: z.string().nullable() })) })),
  /** Takes in statements of the demo firm's own accounts, to be tried. Throws `connection/not-found` for another connection. */
  addSamples: procedure({ permission: 'log-statements' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ added: count })),
  /** Takes files that the system opened with Steward; see `intake.takeArrived`. */
  takeArrived: procedure({ permission: 'log-statements' })
    .input(
      z.strictObject({
        connectionId,
        handles: z
          .array(z.string().regex(/^[\w-]{43}$/))
          .min(1)
          .max(maxIntakeFiles),
      }),
    )
    .output(z.strictObject({ taken: count })),
  /** Removes files from the tray; `restore` puts back those that were removed last. Valuations that came from them stay. */
  remove: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId, ids: z.array(fileId).min(1).max(maxIntakeRows) }))
    .output(z.strictObject({ restorable: z.boolean() })),
  restore: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ restored: count })),
  /** Reads a file, in another thread. `reading` is null for a file that is no statement: see the file's `issue`. */
  read: procedure({ permission: 'statements' })
    .input(byFile)
    .output(
      z.strictObject({
        file: statementFile,
        reading: statementReading.nullable(),
        /** Its bytes for `files.read`, a file of the kind `staged`; null until they are here. */
        staged_id: z.string().nullable(),
      }),
    ),
  /** Rows of a file as they are in it, with what each was taken for. Of OFX: its positions and balances. */
  rows: procedure({ permission: 'statements' })
    .input(byFile.extend({ offset: count.min(0), limit: count.min(1).max(maxStatementWindow) }))
    .output(z.strictObject({ rows: z.array(statementRow), total: count, width: count })),
  /** Begins to read the words of a scan, which takes seconds for each page. Throws `texts/no-engine`. */
  readScan: procedure({ permission: 'statements' }).input(byFile).output(nothing),
  /** The texts of a scan that the user has to confirm, in the order of the pages. */
  figures: procedure({ permission: 'statements' })
    .input(byFile)
    .output(z.strictObject({ figures: z.array(scanFigure) })),
  /** Stores a decision about a file. Answers about its columns hold for all files with the same headers. */
  answer: procedure({ permission: 'statements' }).input(byFile.extend({ change })).output(nothing),
  /** Stores the asset class of securities, for all accounts, under all keys of their questions. */
  setClass: procedure({ permission: 'statements' })
    .input(
      z.strictObject({
        connectionId,
        keys: z.array(z.string().min(1).max(1100)).min(1).max(100_000),
        asset_class_id: idInput,
      }),
    )
    .output(nothing),
  /**
   * Stores answers to questions of entities on the review; an empty answer takes one back. The answer that leaves out values older than the current
   * valuation leaves out their accounts, as `answer` does.
   */
  answerReview: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId, answers: z.record(z.string().max(1000), z.string().max(200)) }))
    .output(nothing),
  /** The valuations that approval would save: every account, security and entity of the files in the tray. */
  review: procedure({ permission: 'statements' }).input(z.strictObject({ connectionId })).output(statementReview),
  /**
   * Saves the valuations of these entities to the outbox, as one save. An entity whose review is another than the one that the fingerprint
   * belongs to is refused, and the others are saved.
   */
  approve: procedure({ permission: 'log-statements' })
    .input(
      z.strictObject({
        connectionId,
        entities: z
          .array(z.strictObject({ entity_id: idInput, fingerprint }))
          .min(1)
          .max(1000),
      }),
    )
    .output(
      z.strictObject({
        saved: z.array(saved),
        refused: z.array(namedEntity.extend({ message: z.string(), next_step: z.string() })),
        undo: undoOffer,
      }),
    ),
  /** Takes back what is not sent yet of an approval. `sent`: valuations that the service has or may have. */
  undo: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId, save_id: ownId }))
    .output(z.strictObject({ undone: z.array(namedEntity), sent: z.array(namedEntity) })),
  /** Valuations of an entity that came from statements, newest first. */
  readFrom: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId, entity_id: idInput }))
    .output(
      z.strictObject({
        valuations: z.array(
          z.strictObject({
            operation_id: z.string(),
            /** Its id at the service; null while it has none. */
            valuation_id: z.string().nullable(),
            saved_at: z.string(),
            effective_date: z.string(),
            accounts: z.array(z.strictObject({ number: z.string(), name: z.string().nullable(), rows: count })),
            files: z.array(
              z.strictObject({
                /** Null once it was removed from the tray. */
                id: z.string().nullable(),
                file_name: z.string(),
                sha256: z.string(),
                layout: z.string(),
              }),
            ),
          }),
        ),
      }),
    ),
  /**
   * Whether the original may be filed with a household: only if every account, row and footnote in it belongs to that household. Otherwise
   * `why` says what does not.
   */
  filing: procedure({ permission: 'statements' })
    .input(byFile.extend({ entity_id: idInput }))
    .output(z.strictObject({ original: z.boolean(), why: z.string().nullable() })),
  /** Files the original, or an extract with the entity's rows, as an account statement of the entity. Throws `statements/not-only-theirs`. */
  file: procedure({ permission: 'log-statements' })
    .input(byFile.extend({ entity_id: idInput, what: z.enum(['original', 'extract']) }))
    .output(z.strictObject({ operation_id: z.string(), record_id: z.string(), undo: undoOffer })),
  /** Saves an extract with the entity's rows as a CSV file; null if the user cancels. */
  saveExtract: procedure({ permission: 'export-statements' })
    .input(byFile.extend({ entity_id: idInput }))
    .output(writtenFile),
  /** The number of accounts whose entity is known on this computer. */
  accounts: procedure({ permission: 'statements' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ known: count })),
  /** Saves which account belongs to which entity as a file, sealed with a passphrase; null if the user cancels. */
  exportAccounts: procedure({ permission: 'export-statements' })
    .input(z.strictObject({ connectionId, passphrase: z.string().min(8).max(1000) }))
    .output(writtenFile),
  /**
   * Takes the accounts of such a file. One that is known here for another entity is asked, and nothing of it changes before its answer;
   * another call with the same file brings the answers. Throws `statements/accounts-unreadable`.
   */
  importAccounts: procedure({ permission: 'statements' })
    .input(
      z.strictObject({
        connectionId,
        base64: z.base64().max(20_000_000),
        passphrase: z.string().max(1000),
        /** By the ids of the conflicts. An answer counts only while both entities are the ones that were asked about. */
        answers: z.record(z.string().max(64), z.enum(['mine', 'file'])),
      }),
    )
    .output(
      z.strictObject({
        /** Accounts in the file: those taken, those that stay as they are known here, and those that are asked. */
        in_file: count,
        taken: count,
        kept: count,
        asked: count,
        /** Accounts that are asked, at most 200. */
        conflicts: z.array(accountConflict),
        /** Accounts that are known on this computer now. */
        known: count,
      }),
    ),
}

export type StatementReview = z.infer<typeof statementReview>
