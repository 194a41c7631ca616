import { z } from 'zod'
import { figureKinds } from '../statements/scan-figures.ts'
import { question, refusedRow } from './imports.ts'
import { intakeIssue } from './intake.ts'

/** The most bytes of a custodian's file. */
export const maxStatementBytes = 16_000_000
/** The most rows of a custodian's file. */
export const maxStatementRows = 50_000
/** The most rows of a file that one call returns. */
export const maxStatementWindow = 500

const count = z.number().int()
/** An exact decimal of dollars, such as `52651.20`. */
export const amount = z.string()

/**
 * - `receiving`: its bytes are being copied into the encrypted store
 * - `failed`: it could not be copied or read; `issue` says why
 * - `reading`: it is being read
 * - `other`: it is no statement of holdings; `issue` says what it is and what to ask for
 * - `asks`: a question about the whole file is open
 * - `ready`: its accounts are on the review
 * - `logged`: every account of it that was not left out is in a valuation that was saved here and does not wait for an answer
 */
const fileState = z.enum(['receiving', 'failed', 'reading', 'other', 'asks', 'ready', 'logged'])

/** A PDF of pictures. `why`: why its words cannot be read here; null if they can. `count`: the texts that the user has to confirm. */
const fileScan = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('unread'), why: intakeIssue.nullable() }),
  z.strictObject({ is: z.literal('reading'), page: count, pages: count.nullable() }),
  z.strictObject({ is: z.literal('read'), confirmed: count, count }),
])

/** A custodian's file in the tray. */
export const statementFile = z.strictObject({
  id: z.string(),
  state: fileState,
  file_name: z.string(),
  /** The dropped folder that it was in; empty if none. */
  folder: z.string(),
  /** Bytes: the announced size, and the bytes received so far. */
  size: count,
  received: count,
  sha256: z.string().nullable(),
  /** ISO 8601. */
  added_at: z.string(),
  issue: intakeIssue.nullable(),
  /** The layout that was found, as words; null before it is read. */
  layout: z.string().nullable(),
  as_of: z.string().nullable(),
  accounts: count,
  rows: count,
  /** Open questions of the file and of its accounts. */
  questions: count,
  /** Accounts that the advisor left out; of the others, those that tie, and those that are in a saved valuation. */
  left_out: count,
  tied: count,
  logged: count,
  /** When the last of it was saved, ISO 8601; null if nothing was. */
  logged_at: z.string().nullable(),
  /** Another file with the same bytes: in the tray (`id`), or one that was logged before and is gone from it. */
  same_as: z
    .strictObject({ id: z.string().nullable(), file_name: z.string(), logged_at: z.string().nullable() })
    .nullable(),
  /** When it is removed from this computer by itself, 30 days after the last of it was logged, ISO 8601; null while it is kept. */
  removed_on: z.string().nullable(),
  /** Null for a file that is no scan. */
  scan: fileScan.nullable(),
})

/** A line of the file that may be a part of the total that it states, such as accrued interest. */
export const explainable = z.strictObject({
  row: count,
  name: z.string(),
  value: amount,
  why: z.string(),
  /** Whether the advisor counts it as part of the stated total. */
  counted: z.boolean(),
})

/** One account of a file, as it was read. */
const readAccount = z.strictObject({
  key: z.string(),
  number: z.string(),
  is_masked: z.boolean(),
  name: z.string().nullable(),
  stated_total: z.strictObject({ row: count, label: z.string(), value: amount }).nullable(),
  /** The total that the advisor typed from the statement; null if none. */
  typed_total: amount.nullable(),
  rows: count,
  /** The exact sum of its rows, without the lines. */
  sum: amount,
  lines: z.array(explainable),
  /** At most 200. */
  refused: z.array(refusedRow),
  refused_count: count,
  questions: z.array(question),
})

/** A custodian's file as it was read. */
export const statementReading = z.strictObject({
  /** `custodian`: the advisor's name for this file; `proposed`: the name of another file with these headers; null if there is none. */
  layout: z.strictObject({
    key: z.string(),
    words: z.string(),
    custodian: z.string().nullable(),
    proposed: z.string().nullable(),
  }),
  as_of: z.strictObject({
    /** The date that counts: the file's, or the one that the advisor chose; null if it is open. */
    date: z.string().nullable(),
    is_chosen: z.boolean(),
    proposed: z.string().nullable(),
    from: z.string().nullable(),
    price_dates: z.array(z.string()),
    problem: z.string().nullable(),
  }),
  accounts: z.array(readAccount),
  questions: z.array(question),
  /** Questions that have an answer, which can be changed, with the answers given. */
  answered: z.array(question),
  answers: z.record(z.string(), z.string()),
  tables: z.array(
    z.strictObject({
      scope: z.string(),
      header_row: count.nullable(),
      headers: z.array(z.string()),
      uses: z.array(z.string()),
      is: z.string(),
    }),
  ),
  /** At most 200. */
  refused: z.array(refusedRow),
  /** Sheets of a workbook that were not read: hidden ones, and those beyond the first 40. */
  other_sheets: z.array(z.strictObject({ name: z.string(), is_hidden: z.boolean() })),
  /** True if hidden sheets were read: the answer `hidden-sheets` is `read`. */
  reads_hidden_sheets: z.boolean(),
  /** Sentences about hidden columns, merged cells and formulas without a value in a workbook. */
  workbook_remarks: z.array(z.string()),
  /** True for a workbook with a hidden column that has content: its original is not filed as a document. */
  hides_columns: z.boolean(),
  /** Rows of the file with content. */
  rows_in: count,
  /** The same rows by their use. */
  counts: z.strictObject({
    holding: count,
    line: count,
    total: count,
    'left-out': count,
    refused: count,
    waiting: count,
  }),
  is_ready: z.boolean(),
})

/** The use of a row of the file. `line` is an amount that counts only if the advisor says so. */
const rowTaken = z.enum(['holding', 'line', 'total', 'left-out', 'refused', 'waiting'])

/** A part of a page, in points from its left and lower edge. `line`: the place of the amount in its line is not certain. */
const pageMark = z.strictObject({
  of: z.enum(['amount', 'line']),
  left: z.number(),
  bottom: z.number(),
  right: z.number(),
  top: z.number(),
})

/** A text of a scan that the user has to confirm. */
export const scanFigure = z.strictObject({
  /** The row and the cell, from 0, in which it is; row 0 for a text whose place was not found. */
  row: count,
  cell: count,
  of: z.enum(figureKinds),
  /** The name of its column, as it was read; empty if it has none. */
  column: z.string(),
  /** As it counts, and as it was read. */
  text: z.string(),
  read: z.string(),
  /** Its page, and its place or that of its line. */
  place: z.strictObject({ page: count, mark: pageMark.omit({ of: true }) }).nullable(),
  /** False where the program that read it says that it may be another text. */
  is_sure: z.boolean(),
  is_confirmed: z.boolean(),
})

/** A row of a file as it is in it, and its use. */
export const statementRow = z.strictObject({
  row: count,
  /** The page and the line on which it begins, with its amount on that page, or else the line; only of a PDF. */
  place: z.strictObject({ page: count, line: count, mark: pageMark }).optional(),
  cells: z.array(z.string()),
  taken: rowTaken,
  /** The account's key; null for a row of none. */
  account: z.string().nullable(),
  /** As what it counts, or why it does not. */
  words: z.string(),
  /** USD; null for a row without an amount that counts. */
  value: amount.nullable(),
})

export type ScanFigureShown = z.infer<typeof scanFigure>
export type StatementFile = z.infer<typeof statementFile>
export type StatementFileReading = z.infer<typeof statementReading>
