import { z } from 'zod'
import { dateYears, type OwnDateKind, ownDateKinds, type Repetition, repetitions } from '../dates/own-dates.ts'
import { calendarDate } from '../service/fields.ts'
import { linkPlace } from './estate.ts'
import { writtenFile } from './exports.ts'
import { connectionId, idInput, nothing, ownId, procedure } from './procedure.ts'

/** A record that has dates of its own. */
const datedRecord = z.strictObject({
  resource: z.enum(['households', 'individuals', 'entities', 'documents']),
  id: idInput,
})

const day = calendarDate.refine(
  (date) => Number(date.slice(0, 4)) >= dateYears.min && Number(date.slice(0, 4)) <= dateYears.max,
  `must be from ${dateYears.min} to ${dateYears.max}`,
)

/** The most characters of a date's title. */
export const mostTitle = 120

/** A date as the user enters it. */
const dateFields = z.strictObject({
  kind: z.enum(Object.keys(ownDateKinds) as [OwnDateKind, ...OwnDateKind[]]),
  title: z.string().trim().min(1, 'must not be empty').max(mostTitle, `must have at most ${mostTitle} characters`),
  date: day,
  every: z.enum(Object.keys(repetitions) as [Repetition, ...Repetition[]]),
  /** The last day on which it may repeat; null if it does not end. */
  until: day.nullable(),
})

/** Refused if a date that does not repeat has an end, or one that repeats ends before it begins. */
export const enteredDate = dateFields.superRefine(({ date, every, until }, problems) => {
  if (until === null) return
  if (every === 'once') problems.addIssue({ code: 'custom', path: ['until'], message: 'is for a date that repeats' })
  else if (until < date) problems.addIssue({ code: 'custom', path: ['until'], message: 'must not be before the date' })
})

/** A date of the user's own; it exists on this computer only. */
const ownDate = dateFields.extend({
  id: z.string(),
  /** `name` is null if the record is not in the offline copy. */
  record: datedRecord.extend({ name: z.string().nullable() }),
  /** Its next day from today on; null if all are past. */
  next: z.string().nullable(),
  /** The page of the document whose fact the user added as this date; null if it was typed. */
  found_in: linkPlace.nullable(),
  /** ISO 8601. */
  made_at: z.string(),
})

const ownDates = z.strictObject({ dates: z.array(ownDate) })

/** The user’s marks of one day of a date. Until the day of `snoozed_until` it is not among the open ones. */
const dateMark = z.strictObject({
  is_done: z.boolean(),
  snoozed_until: calendarDate.nullable(),
  note: z.string().max(500, 'must have at most 500 characters'),
})

const link = z.strictObject({ id: z.string(), name: z.string().nullable() })

/** A day of a date, derived by a rule or the user's own. `subject`, `what` and `date` name it. */
export const dateLine = z.strictObject({
  /** The record of a derived date, or the id of the user's own. */
  subject: z.string(),
  /** The rule that derives it, or `own`. */
  what: z.string(),
  date: z.string(),
  /** The rule's id, or `own:` and the kind of the user's own date: by which the list is filtered. */
  kind: z.string(),
  title: z.string(),
  record: ownDate.shape.record,
  household: link,
  /** The date before a weekend or a legal holiday moved it; null if none did. */
  moved_from: z.string().nullable(),
  /** When it applies, and the form, section and year that it rests on; null for the user's own. */
  words: z.string().nullable(),
  source: z.string().nullable(),
  /** Why the date may not hold: what is recorded of its person contradicts itself. Null where it does not. */
  doubt: z.string().nullable(),
  found_in: linkPlace.nullable(),
  /** Whether it is listed as overdue once its day has passed, until it is done. */
  stays: z.boolean(),
  /** Its day after this one, which has marks of its own; null if it does not repeat, or ends with this one. */
  next: z.string().nullable(),
  /** The user's own date, as entered; null for a derived one. */
  own: dateFields.nullable(),
  mark: dateMark,
})

/** The most lines that are read at once. */
export const mostDateLines = 1_000

const dateList = z.strictObject({
  /** By date; at most `limit`. */
  lines: z.array(dateLine),
  /** All of them, also beyond `limit`. */
  total: z.number().int(),
  /** The dates of each month of the span. */
  months: z.array(z.strictObject({ month: z.string(), count: z.number().int() })),
  /** The dates of each kind in the span, whatever kind is asked for, the most first. */
  kinds: z.array(z.strictObject({ id: z.string(), name: z.string(), count: z.number().int() })),
  /** Many dates that a rule derives for one day: with `fold`, they are counted here and are not among the lines. */
  folds: z.array(
    z.strictObject({
      date: z.string(),
      /** The rule's id, and its name. */
      kind: z.string(),
      title: z.string(),
      resource: z.enum(['households', 'individuals']),
      count: z.number().int(),
    }),
  ),
})

const spanDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

const isAtMostAYear = ({ from, to }: { from: string; to: string }) =>
  spanDays(from, to) >= 0 && spanDays(from, to) <= 366

/**
 * The dates of an owner's households, or of the whole firm, in a span; `kind` is null for all. `overdue`, for which the span does not count: the
 * open ones whose day has passed, of the user's own (of one that repeats, the last) and of rules that say so, those since January 1 of last year.
 */
const chosenDates = z.strictObject({
  connectionId,
  owner_id: idInput.nullable(),
  from: day,
  to: day,
  kind: z.string().min(1).max(100).nullable(),
  state: z.enum(['open', 'snoozed', 'done', 'overdue']),
})

/** The most dates of one file. */
export const mostExportedDates = 20_000

/** A file of dates. A list has the names of households and records, titles and notes; a calendar has names and titles only if `names`. */
const dateFile = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('csv') }),
  z.strictObject({ format: z.literal('ics'), names: z.boolean() }),
])

/** The most dates, and characters, of one imported file. */
export const mostImportedDates = 2_000
const mostImportedText = 2_000_000

/** A date of a file, as far as it is imported. */
export const fileDate = z.object({ id: ownId.min(1), record: z.object(datedRecord.shape), ...dateFields.shape })

/** A date of a file that is new here, or differs from the one with its id: `was`, null if there is none. */
const importedDate = z.strictObject({
  id: ownId,
  record: datedRecord,
  household_id: idInput,
  fields: enteredDate,
  was: enteredDate.nullable(),
})

const importPlan = z.strictObject({
  /** The household that the file was made of. */
  household: z.string(),
  dates: z.array(importedDate).max(mostImportedDates),
  /** Dates of the file that are here already. */
  same: z.number().int(),
  /** Dates that cannot be imported, and why. */
  left_out: z.array(z.strictObject({ title: z.string(), why: z.string() })),
})

/** A record, and the household that it belongs to. */
const ofRecord = { record: datedRecord, household_id: idInput }

export const datesContract = {
  /** The user's dates of one record, the next first; past ones last. */
  ofRecord: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ...datedRecord.shape }))
    .output(ownDates),
  /**
   * The dates of one record in the coming year, by rules and the user's own: those that are overdue, the open ones, the next first, and then the
   * snoozed ones. An entity also has those that its kind brings to its household.
   */
  next: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ...datedRecord.shape }))
    .output(z.strictObject({ lines: z.array(dateLine) })),
  /** The user's dates of a household and of its people, entities and documents, the next first; past ones last. */
  ofHousehold: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(ownDates),
  /** Lists them, in a span of at most a year. */
  list: procedure({ permission: 'read' })
    .input(
      chosenDates
        .extend({
          limit: z.number().int().min(0).max(mostDateLines),
          /** Of these households alone; then the owner does not count. */
          household_ids: z.array(idInput).max(200_000).optional(),
          /** Rules whose dates are left out, by their ids. */
          without: z.array(z.string().max(80)).max(10).optional(),
          /** Whether many dates of one rule and day are counted together, if neither a kind nor a mark is asked for. */
          fold: z.boolean().optional(),
        })
        .refine(isAtMostAYear, 'must be at most a year'),
    )
    .output(dateList),
  /** Writes the same to a file that the user chooses. Throws `dates/too-many` if there are more than {@link mostExportedDates}. */
  export: procedure({ permission: 'export' })
    .input(chosenDates.extend({ as: dateFile }).refine(isAtMostAYear, 'must be at most a year'))
    .output(writtenFile),
  /**
   * Compares the dates of a file of links and dates, as `estate.exportLinks` saves it, with those here; nothing is stored. Throws `dates/unreadable` if it
   * is no such file, or one of another firm.
   */
  planImport: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, text: z.string().max(mostImportedText) }))
    .output(importPlan),
  /** Stores the dates of such a plan, all or none. Throws `dates/changed` if one is another by now. */
  import: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, dates: importPlan.shape.dates.min(1) }))
    .output(nothing),
  /** Notes that a day of a date is done or snoozed, or a note. `was`: what the user saw. Throws `dates/changed` if it is another now. */
  mark: procedure({ permission: 'keep' })
    .input(
      z.strictObject({
        connectionId,
        subject: idInput,
        what: z.string().min(1).max(80),
        date: calendarDate,
        was: dateMark,
        mark: dateMark,
      }),
    )
    .output(nothing),
  /** Stores a date on this computer; it is never sent. */
  add: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, ...ofRecord, fields: enteredDate }))
    .output(z.strictObject({ id: z.string() })),
  /**
   * Stores a date with the document, page and sentence of a fact that the text of a document says. Throws `facts/changed` if the text no
   * longer says it.
   */
  addFromFact: procedure({ permission: 'texts' })
    .input(
      z.strictObject({
        connectionId,
        ...ofRecord,
        fields: enteredDate,
        document_id: idInput,
        key: z.string().min(1).max(64),
      }),
    )
    .output(z.strictObject({ id: z.string() })),
  /** Changes a date. `was`: what the user saw. Throws `dates/changed` if it is another one now. */
  change: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: ownId, was: enteredDate, fields: enteredDate }))
    .output(nothing),
  /** Removes a date, or restores it as it was. Throws `dates/changed` if it can no longer be restored. */
  setRemoved: procedure({ permission: 'keep' })
    .input(z.strictObject({ connectionId, id: ownId, removed: z.boolean() }))
    .output(nothing),
}

export type DatedRecord = z.infer<typeof datedRecord>
export type EnteredDate = z.infer<typeof enteredDate>
export type ImportedDate = z.infer<typeof importedDate>
export type DateMark = z.infer<typeof dateMark>
export type ChosenDates = z.infer<typeof chosenDates>
export type DateLine = z.infer<typeof dateLine>
export type OwnDate = z.infer<typeof ownDate>
