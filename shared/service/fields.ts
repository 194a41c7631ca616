import { z } from 'zod'

/** ISO 8601 timestamp from the service; kept as text and only checked to be a valid moment. */
export const dateTime = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date and time')

/** Calendar date `YYYY-MM-DD`; always handled as text, so that no time zone can shift it by a day. */
export const calendarDate = z.iso.date('is not a calendar date (YYYY-MM-DD)')

/** Optional text in a response: the field may be missing or null. */
export const optionalText = z.string().nullish()

/** USD amount; may be negative and may have fractions of a cent. */
export const usd = z.number()

/** Fields that every record has. */
export const recordFields = { created_at: dateTime, updated_at: dateTime }

/** Rejects lone surrogates in an id to be sent: neither a URL nor a database can represent them. */
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
