import { z } from 'zod'
import { dateYears, type OwnDateKind, ownDateKinds, type Repetition, repetitions } from '../dates/own-dates.ts'
import { calendarDate } from '../service/fields.ts'
import { linkPlace } from './estate.ts'
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

/** A date as the user enters it. */
const dateFields = z.strictObject({
  kind: z.enum(Object.keys(ownDateKinds) as [OwnDateKind, ...OwnDateKind[]]),
  title: z.string().trim().min(1, 'must not be empty').max(120, 'must have at most 120 characters'),
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

/** A record, and the household that it belongs to. */
const ofRecord = { record: datedRecord, household_id: idInput }

export const datesContract = {
  /** The user's dates of one record, the next first; past ones last. */
  ofRecord: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, ...datedRecord.shape }))
    .output(ownDates),
  /** The user's dates of a household and of its people, entities and documents, the next first; past ones last. */
  ofHousehold: procedure({ permission: 'read' })
    .input(z.strictObject({ connectionId, household_id: idInput }))
    .output(ownDates),
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
export type OwnDate = z.infer<typeof ownDate>
