import { z } from 'zod'
import { documentTypes } from './document.ts'
import { wellFormed } from './fields.ts'

/** The maximum length of notes, in characters. */
export const maxNotes = 65_536

const short = z.string().min(1).max(1000)
const state = z.string().regex(/^[A-Za-z]{2}$/, 'must be the two letters of a state or province')
const date = z.iso.date('must be a calendar date (YYYY-MM-DD)')
const email = z.email('must be an email address')
const notes = z.string().max(maxNotes, `must have at most ${maxNotes.toLocaleString('en-US')} characters`)
const id = wellFormed(z.string().min(1).max(256))

/** A person's fields other than names: all optional; none can be cleared. */
const personDetails = {
  address_line1: short.optional(),
  address_line2: short.optional(),
  city: short.optional(),
  country: short.optional(),
  postal_code: short.optional(),
  middle_name: short.optional(),
  suffix: short.optional(),
  date_of_birth: date.optional(),
  email: email.optional(),
  is_beneficiary: z.boolean().optional(),
  is_deceased: z.boolean().optional(),
  is_trustee: z.boolean().optional(),
  notes: notes.optional(),
}

/** A primary client created together with a household: only here is a state required. */
export const primaryIndividualCreate = z.strictObject({ first_name: short, last_name: short, state, ...personDetails })

/** Body of `POST /households`. */
export const householdCreate = z.strictObject({
  primary_relationship_owner_id: id,
  external_id: short.optional(),
  notes: notes.optional(),
  primary_individuals: z.array(primaryIndividualCreate).max(2).optional(),
})

/** Body of `PUT /households/{id}`. Null clears `external_id`; no other field is described as clearable. */
export const householdUpdate = z.strictObject({
  external_id: short.nullable().optional(),
  notes: notes.optional(),
  primary_relationship_owner_id: id.optional(),
})

/** Body of `POST /individuals`. */
export const individualCreate = z.strictObject({
  first_name: short,
  last_name: short,
  household_id: id,
  state: state.optional(),
  is_grantor: z.boolean().optional(),
  is_primary: z.boolean().optional(),
  ...personDetails,
})

/** Body of `PUT /individuals/{id}`. */
export const individualUpdate = individualCreate
  .omit({ household_id: true })
  .partial()
  .extend({ date_of_death: date.optional() })

/** One asset of a valuation. Values are USD and may be negative. */
export const assetCreate = z.strictObject({
  asset_class_id: id,
  display_name: short,
  value: z.number(),
  external_id: short.optional(),
})

/** Body of `POST /entities/{id}/valuation`. It has no field for liabilities. */
export const valuationCreate = z.strictObject({
  directly_held_assets: z.array(assetCreate).max(5000),
  effective_date: date,
  description: z.string().max(maxNotes).optional(),
})

/** Parts of `POST /documents` other than the file. The description does not say which are required; the service does. */
export const documentCreate = z.strictObject({
  household_id: id,
  name: short,
  type: z.enum(documentTypes),
  entity_id: id.optional(),
  individual_id: id.optional(),
})

/** Body of `PUT /documents/{id}`. */
export const documentUpdate = z.strictObject({
  name: short.optional(),
  type: z.enum(documentTypes).optional(),
  enable_ai_suggestions: z.boolean().optional(),
  entity_id: id.optional(),
  individual_id: id.optional(),
})

/** Body of `PUT /document-summaries/{id}`. */
export const documentSummaryUpdate = z.strictObject({
  display_name: short.optional(),
  entry_mode: z.enum(['AI_AUTO', 'USER']).optional(),
  summary: z.string().optional(),
  summary_format: z.enum(['MARKDOWN', 'PLAIN_TEXT']).optional(),
})

export type HouseholdCreate = z.infer<typeof householdCreate>
export type HouseholdUpdate = z.infer<typeof householdUpdate>
export type PrimaryIndividualCreate = z.infer<typeof primaryIndividualCreate>
export type IndividualCreate = z.infer<typeof individualCreate>
export type IndividualUpdate = z.infer<typeof individualUpdate>
export type AssetCreate = z.infer<typeof assetCreate>
export type ValuationCreate = z.infer<typeof valuationCreate>
export type DocumentCreate = z.infer<typeof documentCreate>
export type DocumentUpdate = z.infer<typeof documentUpdate>
export type DocumentSummaryUpdate = z.infer<typeof documentSummaryUpdate>
