import { z } from 'zod'

/**
 * The pending state of a record: it was created here, differs from the service's, or is to be deleted. A new valuation makes
 * its entity `changed`.
 */
export const pendingMark = z.enum(['created', 'changed', 'deleted'])

/**
 * The columns of every list row. Names from another record (`household_name`, `owner_name`) are null if that record is not in
 * the cache.
 */
const common = {
  id: z.string(),
  updated_at: z.string(),
  created_at: z.string(),
  checked_at: z.string(),
  /** The effect of an unfinished write on the record; null if there is none. */
  pending: pendingMark.nullable(),
  /** Whether such a write needs the user. */
  attention: z.boolean(),
}
const count = z.number().int()

export const householdRow = z.strictObject({
  ...common,
  /** `name`, else the primaries' names, else the id. */
  title: z.string(),
  external_id: z.string().nullable(),
  primaries: z.string(),
  owner_id: z.string(),
  owner_name: z.string().nullable(),
  individual_count: count,
  entity_count: count,
  document_count: count,
})

export const individualRow = z.strictObject({
  ...common,
  /** "First Middle Last, Suffix", without the parts that are missing. */
  title: z.string(),
  household_id: z.string(),
  household_name: z.string().nullable(),
  email: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  is_primary: z.boolean(),
  is_beneficiary: z.boolean(),
  is_grantor: z.boolean(),
  is_trustee: z.boolean(),
  is_deceased: z.boolean(),
})

export const entityRow = z.strictObject({
  ...common,
  title: z.string(),
  household_id: z.string(),
  household_name: z.string().nullable(),
  kind: z.string(),
  stage: z.string(),
  in_estate_status: z.string(),
  external_id: z.string().nullable(),
  /** The latest valuation in USD; null if none is known. */
  directly_held_asset_value: z.number().nullable(),
  effective_date: z.string().nullable(),
  valuation_id: z.string().nullable(),
  document_count: count,
})

export const valuationRow = z.strictObject({
  ...common,
  /** The entity's display name, else its id. */
  title: z.string(),
  entity_id: z.string(),
  household_id: z.string().nullable(),
  household_name: z.string().nullable(),
  effective_date: z.string(),
  directly_held_asset_value: z.number(),
  total_value: z.number(),
  asset_count: count,
})

export const documentRow = z.strictObject({
  ...common,
  title: z.string(),
  type: z.string(),
  household_id: z.string(),
  household_name: z.string().nullable(),
  entity_id: z.string().nullable(),
  entity_name: z.string().nullable(),
  individual_id: z.string().nullable(),
  individual_name: z.string().nullable(),
  summary_count: count,
})

export const documentSummaryRow = z.strictObject({
  ...common,
  title: z.string(),
  document_id: z.string(),
  document_name: z.string().nullable(),
  household_id: z.string(),
  household_name: z.string().nullable(),
  entry_mode: z.string().nullable(),
  summary_format: z.string().nullable(),
})

export const userRow = z.strictObject({
  ...common,
  title: z.string(),
  email: z.string(),
  household_count: count,
})

export type PendingMark = z.infer<typeof pendingMark>
export type HouseholdRow = z.infer<typeof householdRow>
export type IndividualRow = z.infer<typeof individualRow>
export type EntityRow = z.infer<typeof entityRow>
export type ValuationRow = z.infer<typeof valuationRow>
export type DocumentRow = z.infer<typeof documentRow>
export type DocumentSummaryRow = z.infer<typeof documentSummaryRow>
export type UserRow = z.infer<typeof userRow>
