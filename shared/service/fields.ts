import { z } from 'zod'

/** ISO 8601 timestamp as the service sends it; kept as text, only checked to be a real moment. */
export const dateTime = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date and time')

/** Calendar date `YYYY-MM-DD`; text from end to end, so that no time zone can shift it by a day. */
export const calendarDate = z.iso.date('is not a calendar date (YYYY-MM-DD)')

/** Optional response text: the service may leave it out, and may send null. */
export const optionalText = z.string().nullish()

/** Optional response date. */
export const optionalDate = calendarDate.nullish()

/** Optional response timestamp. */
export const optionalDateTime = dateTime.nullish()

/** USD amount; may be negative and may hold fractions of a cent. */
export const usd = z.number()

/** Fields that every record carries. */
export const recordFields = { created_at: dateTime, updated_at: dateTime }

/** Of an id that is to be sent: half of a surrogate pair fits into no address and no database. */
export const wellFormed = (text: z.ZodString) =>
  text.refine((value) => value.isWellFormed(), 'must be well-formed text')

const id = <Brand extends string>() => z.string().min(1).brand<Brand>()

export const householdId = id<'HouseholdId'>()
export const individualId = id<'IndividualId'>()
export const entityId = id<'EntityId'>()
export const valuationId = id<'ValuationId'>()
export const assetId = id<'AssetId'>()
export const assetClassId = id<'AssetClassId'>()
export const documentId = id<'DocumentId'>()
export const documentSummaryId = id<'DocumentSummaryId'>()
export const userId = id<'UserId'>()

export type HouseholdId = z.infer<typeof householdId>
export type IndividualId = z.infer<typeof individualId>
export type EntityId = z.infer<typeof entityId>
export type DocumentId = z.infer<typeof documentId>
export type UserId = z.infer<typeof userId>
