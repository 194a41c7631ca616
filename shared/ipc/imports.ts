import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { importParts } from '../domain/import/import-fields.ts'
import { encodings } from '../tables/decode.ts'
import { holdingFields } from '../tables/holding-columns.ts'
import { delimiters } from '../tables/split.ts'
import { connectionId, idInput, nothing, ownId, procedure, undoOffer } from './procedure.ts'

/** The most bytes of a file in one call; they are sent as base64. */
export const maxImportPiece = 300_000
/** The most bytes of one file. */
export const maxImportBytes = 80 * 1024 * 1024
/** The most rows of one file, without the header row. */
export const maxImportRows = 50_000
/** The most columns of one file. */
export const maxImportColumns = 200
/** The most checked rows that one call returns. */
export const maxImportWindow = 200

/** The names of a pasted table's columns, shortened. */
const pastedHeaders = z.array(z.string().max(200)).min(1).max(maxImportColumns)

const importId = ownId
const part = z.enum(importParts)
/** A workbook of asset classes is sent in pieces as well, and read as a sheet. */
const filePart = z.enum([...importParts, 'asset_classes'])
const count = z.number().int()
const byImport = z.strictObject({ connectionId, import_id: importId })

const mapping = z.array(z.string().max(64).nullable()).max(maxImportColumns)

/** Answers to a file's questions, by their ids; see `shared/tables/doubts.ts`. */
const answers = z.record(z.string().max(64), z.string().max(200))

/** A question of a table of cells; see `shared/tables/doubts.ts`. */
export const question = z.strictObject({
  id: z.string(),
  rows: z.array(count),
  column: count.nullable(),
  text: z.string(),
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })),
})
/** A row of a table that is no record. */
export const leftOutRow = z.strictObject({ row: count, text: z.string(), why: z.string() })
/** A row of a table that cannot be read. */
export const refusedRow = z.strictObject({
  row: count,
  column: count.nullable(),
  text: z.string(),
  cause: z.string(),
  next_step: z.string(),
})

/** The advisor's choices about how a file is read; null or absent to conclude them from the file. */
export const fileReading = z.strictObject({
  encoding: z.enum(encodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  /** The name of a workbook's sheet. */
  sheet: z.string().max(200).nullable(),
  /** The row with the names of the columns; null if there is none. */
  header_row: count.nullable().optional(),
  answers,
})

/** A file split into columns and rows, before the rows are checked. */
export const importShape = z.strictObject({
  /** Rows under the header that can be told apart. */
  rows: count,
  /** Rows that are not taken: those that cannot be told apart, and those that are no records. At most 200 of each. */
  refused: z.array(refusedRow),
  left_out: z.array(leftOutRow),
  refused_count: count,
  left_out_count: count,
  /** Rows that an open question takes or refuses, at most 200. */
  waiting: z.array(leftOutRow),
  waiting_count: count,
  encoding: z.enum(encodings).nullable(),
  delimiter: z.enum(delimiters).nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  header_row: count.nullable(),
  /** The first rows of the file, shortened. */
  lines: z.array(z.strictObject({ row: count, cells: z.array(z.string()) })),
  columns: z.array(z.strictObject({ header: z.string(), samples: z.array(z.string()) })),
  /** By column: the mapping last used for a file with these headers, otherwise a guess from the headers. */
  mapping,
  /** Whether the mapping was used before. */
  remembered: z.boolean(),
  /** The answers given so far, and those remembered for a file with these headers. */
  answers,
  /** The questions that the file leaves open, whatever its columns mean. */
  questions: z.array(question),
  /** Problems of the file as a whole, one sentence each; it can be read nevertheless. */
  problems: z.array(z.string()),
})

const partPlan = z.strictObject({ mapping, answers })

/** The column mapping of each file, and the defaults for missing columns. */
export const importPlan = z.strictObject({
  households: partPlan.nullable(),
  individuals: partPlan.nullable(),
  /** Relationship owner for new households without one. */
  default_owner_id: idInput.nullable(),
  /** The treatment of a row about a record that exists: it is refused, or saved as a change of that record. */
  existing: z.enum(['refuse', 'update']),
  /** In a row that changes a record, an empty cell clears the field if it can be cleared; otherwise it leaves the field as it is. */
  empty_clears: z.boolean(),
})

const partSummary = z.strictObject({
  rows: count,
  /** Rows without an error. */
  good: count,
  refused: count,
  warned: count,
  /** Of the good ones: rows that change a record that exists. */
  changing: count,
  /** Of the good ones: rows about a record that has these values already. */
  unchanged: count,
})

export const importSummary = z.strictObject({
  households: partSummary.nullable(),
  individuals: partSummary.nullable(),
  /** Valid individuals, counted by whether their household already exists or is created by this import. */
  into_existing: count,
  into_new: count,
})

/** An error or a warning about one cell. */
export const importIssue = z.strictObject({
  /** The column's header in the file; the field's name if the file has no such column. */
  column: z.string(),
  /** The cell's text, shortened. */
  value: z.string(),
  cause: z.string(),
  next_step: z.string(),
})

export const importedRow = z.strictObject({
  /** The row number as in a spreadsheet, where the header is row 1. */
  row: count,
  title: z.string(),
  verdict: z.enum(['good', 'refused']),
  issues: z.array(importIssue),
  warnings: z.array(importIssue),
  /** The changes of the row to a record that exists; null for a new record. */
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })).nullable(),
  /** Whether the row was saved to the outbox. */
  saved: z.boolean(),
})

export const importProgress = z.strictObject({
  done: count,
  total: count,
  /** Set on the last event. */
  summary: importSummary.nullable(),
})

export const importsContract = {
  /** Starts an import: up to one households file and one individuals file. It exists until it is dropped. */
  begin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ import_id: z.string() })),
  /**
   * Appends a piece of a file; `first` replaces the existing bytes. The page reads the file itself, so no path is needed. Throws
   * `import/unreadable` if the file becomes too large.
   */
  append: procedure({ permission: 'keep' })
    .input(
      byImport.extend({
        part: filePart,
        base64: z.base64().max(4 * Math.ceil(maxImportPiece / 3)),
        first: z.boolean(),
      }),
    )
    .output(nothing),
  /** Removes a file from the import. */
  removePart: procedure({ permission: 'keep' }).input(byImport.extend({ part })).output(nothing),
  /** Reads the file as a table. Throws `import/unreadable` if it is none. */
  describe: procedure({ permission: 'read' })
    .input(byImport.extend({ part, reading: fileReading }))
    .output(importShape),
  /**
   * The rows of a sheet of the workbook sent as `asset_classes`, of which a directory of classes is read; without a name, of its first
   * visible sheet. Throws `import/unreadable` if it is no workbook, or has too many rows.
   */
  readWorkbook: procedure({ permission: 'read' })
    .input(byImport.extend({ sheet: z.string().max(200).nullable(), answers }))
    .output(
      z.strictObject({
        sheets: z.array(z.string()),
        sheet: z.string(),
        rows: z.array(z.strictObject({ row: count, cells: z.array(z.string()) })),
        questions: z.array(question),
        left_out: z.array(leftOutRow),
        problems: z.array(z.string()),
      }),
    ),
  /** The questions left open if the columns are mapped this way: the order of dates, zeros of postal codes. */
  questions: procedure({ permission: 'read' }).input(byImport.extend({ part, mapping })).output(z.array(question)),
  /** Checks every row against the API description and the offline copy; nothing is saved. The mapping is remembered. */
  check: procedure({ permission: 'keep' })
    .input(byImport.extend({ plan: importPlan }))
    .output(eventIterator(importProgress)),
  /** Checked rows, in the file's order; `saved` counts the whole file, including the rows that are being saved now. */
  rows: procedure({ permission: 'read' })
    .input(
      byImport.extend({
        part,
        show: z.enum(['all', 'good', 'refused', 'warned']),
        offset: count.min(0),
        limit: count.min(1).max(maxImportWindow),
      }),
    )
    .output(z.strictObject({ rows: z.array(importedRow), total: count, saved: count })),
  /**
   * Saves the valid rows to the outbox in chunks, households before their people. Closing the iterator stops after the current
   * chunk; saved rows stay saved, and are not saved a second time by another call. Throws `import/changed` if checking the rows
   * again would give a different result.
   */
  apply: procedure({ permission: 'write' })
    .input(byImport)
    .output(eventIterator(z.strictObject({ done: count, total: count, undo: undoOffer }))),
  /** Saves the rows that were not imported, each with the reason, to a CSV file; null if the user cancels. */
  exportRefused: procedure({ permission: 'export' })
    .input(byImport.extend({ part }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string(), rows: count }).nullable() })),
  /** How a pasted table of holdings with these columns was read last: chosen uses of its columns, and answers; null if never. */
  lastPaste: procedure({ permission: 'read' })
    .input(z.strictObject({ headers: pastedHeaders }))
    .output(z.strictObject({ fields: z.array(z.enum(holdingFields)).nullable(), answers }).nullable()),
  /** Remembers it. Only answers that hold for every table with these columns are kept. */
  rememberPaste: procedure({ permission: 'keep' })
    .input(z.strictObject({ headers: pastedHeaders, fields: z.array(z.enum(holdingFields)).nullable(), answers }))
    .output(nothing),
  /** Deletes an import and its texts. */
  drop: procedure({ permission: 'keep' }).input(byImport).output(nothing),
}

export type FileReading = z.infer<typeof fileReading>
export type ImportShape = z.infer<typeof importShape>
export type ImportPlan = z.infer<typeof importPlan>
export type ImportSummary = z.infer<typeof importSummary>
export type ImportIssue = z.infer<typeof importIssue>
export type ImportedRow = z.infer<typeof importedRow>
export type ImportProgress = z.infer<typeof importProgress>
