import { z } from 'zod'
import { documentFields } from '../records/document.ts'
import { documentSummaryFields } from '../records/document-summary.ts'
import { householdFields } from '../records/household.ts'
import { individualFields } from '../records/individual.ts'
import { valuationFields } from '../records/valuation.ts'
import { accepted, createShape, updateShape } from './field-schemas.ts'

/** Body of `POST /individuals`. */
export const individualCreate = z.strictObject(createShape(individualFields))

/** Body of `PUT /individuals/{id}`. Null clears an optional field. */
export const individualUpdate = z.strictObject(updateShape(individualFields))

/** The date of death of a new person, which the service accepts only in an update of an existing one. */
export const dateOfDeath = accepted.date.optional()

/** A primary client created together with a household: only here is a state required. */
export const primaryIndividualCreate = individualCreate
  .omit({ household_id: true, is_grantor: true, is_primary: true })
  .extend({ state: accepted.state })

/** Body of `POST /households`. */
export const householdCreate = z.strictObject({
  ...createShape(householdFields),
  primary_individuals: z.array(primaryIndividualCreate).max(2).optional(),
})

/** Body of `PUT /households/{id}`. Null clears an optional field. */
export const householdUpdate = z.strictObject(updateShape(householdFields))

/** One asset of a valuation. Values are USD and may be negative. */
export const assetCreate = z.strictObject({
  asset_class_id: accepted.link,
  display_name: accepted.text,
  value: z.number(),
  external_id: accepted.text.optional(),
})

/** Body of `POST /entities/{id}/valuation`. It has no field for liabilities. */
export const valuationCreate = z.strictObject({
  ...createShape(valuationFields),
  directly_held_assets: z.array(assetCreate).max(5000),
})

/** Parts of `POST /documents` other than the file. The description does not say which are required; the service does. */
export const documentCreate = z.strictObject(createShape(documentFields))

/** Body of `PUT /documents/{id}`. Null clears an optional field. */
export const documentUpdate = z.strictObject(updateShape(documentFields))

/** Body of `PUT /document-summaries/{id}`. */
export const documentSummaryUpdate = z.strictObject(updateShape(documentSummaryFields))

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
