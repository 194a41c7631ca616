import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { dateOrders, importParts } from '../domain/import/import-fields.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'

/** The most characters of a file's text that one call may carry. */
export const maxImportText = 500_000
/** The most characters that one file may have. */
export const maxImportLength = 40_000_000
/** The most rows, headers left out, that one file may have. */
export const maxImportRows = 50_000
/** The most columns that one file may have. */
export const maxImportColumns = 200
/** The most judged rows that one call answers with. */
export const maxImportWindow = 200

const importId = ownId
const part = z.enum(importParts)
const count = z.number().int()
const byImport = z.strictObject({ connectionId, import_id: importId })

const mapping = z.array(z.string().max(64).nullable()).max(maxImportColumns)

/** A file as it was read, before anything is made of its rows. */
export const importShape = z.strictObject({
  rows: count,
  delimiter: z.string(),
  columns: z.array(z.strictObject({ header: z.string(), samples: z.array(z.string()) })),
  /** By column: as last time for a file with these headers, else guessed by them. */
  mapping,
  /** Whether the mapping is from last time. */
  remembered: z.boolean(),
  date_order: z.enum(dateOrders),
  /** Whether some date could be read either way, so that a person should look. */
  dates_unclear: z.boolean(),
  /** What is wrong with the file as a whole, each a sentence; it can be read all the same. */
  problems: z.array(z.string()),
})

const partPlan = z.strictObject({ mapping, date_order: z.enum(dateOrders) })

/** What the columns of each file are, and what stands for what they leave out. */
export const importPlan = z.strictObject({
  households: partPlan.nullable(),
  individuals: partPlan.nullable(),
  /** Relationship owner of households whose row names none. */
  default_owner_id: idInput.nullable(),
})

const partSummary = z.strictObject({ rows: count, good: count, refused: count, warned: count })

export const importSummary = z.strictObject({
  households: partSummary.nullable(),
  individuals: partSummary.nullable(),
  /** Good individuals by whether their household is there already or made by this import. */
  into_existing: count,
  into_new: count,
})

/** What is wrong with one cell, or worth a look. */
export const importIssue = z.strictObject({
  /** The column's header, as the file has it; the field's name where the file has no such column. */
  column: z.string(),
  /** What stands there, cut. */
  value: z.string(),
  cause: z.string(),
  next_step: z.string(),
})

export const importedRow = z.strictObject({
  /** As a spreadsheet counts, headers included. */
  row: count,
  title: z.string(),
  verdict: z.enum(['good', 'refused']),
  issues: z.array(importIssue),
  warnings: z.array(importIssue),
  /** Whether it has been saved to the outbox. */
  saved: z.boolean(),
})

export const importProgress = z.strictObject({
  done: count,
  total: count,
  /** Set with the last event. */
  summary: importSummary.nullable(),
})

export const importsContract = {
  /** Makes room for one import: up to one file of households and one of individuals. It lives until it is dropped. */
  begin: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId }))
    .output(z.strictObject({ import_id: z.string() })),
  /**
   * The next piece of a file's text; `first` replaces what was there. The page reads the file itself, so no path is ever
   * asked for. Throws `import/unreadable` when the text becomes too long.
   */
  append: procedure({ permission: 'keep' })
    .input(byImport.extend({ part, text: z.string().max(maxImportText), first: z.boolean() }))
    .output(nothing),
  /** Takes a file out of the import. */
  removePart: procedure({ permission: 'keep' }).input(byImport.extend({ part })).output(nothing),
  /** Takes the text apart. Throws `import/unreadable` for what is no table. Null guesses the delimiter. */
  describe: procedure({ permission: 'read' })
    .input(byImport.extend({ part, delimiter: z.enum([',', ';', '\t', '|']).nullable() }))
    .output(importShape),
  /** Holds every row against the description and the offline copy; nothing is saved. The mapping is remembered. */
  judge: procedure({ permission: 'keep' })
    .input(byImport.extend({ plan: importPlan }))
    .output(eventIterator(importProgress)),
  /** Judged rows, in the file's order; `saved` of the whole file, those that are being saved right now included. */
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
   * Saves the good rows to the outbox, households before the people in them, in chunks. Leaving the iterator stops after
   * the chunk under way; what was saved stays saved, and is not saved again by applying again. Throws `import/changed`
   * when the rows would be judged otherwise than they were.
   */
  apply: procedure({ permission: 'write' })
    .input(byImport)
    .output(eventIterator(z.strictObject({ done: count, total: count }))),
  /** Writes the rows that were not saved, with why, to a CSV file; null when the person chose no place. */
  exportRefused: procedure({ permission: 'export' })
    .input(byImport.extend({ part }))
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string(), rows: count }).nullable() })),
  /** Forgets an import and its texts. */
  drop: procedure({ permission: 'keep' }).input(byImport).output(nothing),
}

export type ImportShape = z.infer<typeof importShape>
export type ImportPlan = z.infer<typeof importPlan>
export type ImportSummary = z.infer<typeof importSummary>
export type ImportIssue = z.infer<typeof importIssue>
export type ImportedRow = z.infer<typeof importedRow>
export type ImportProgress = z.infer<typeof importProgress>
