import { z } from 'zod'
import {
  calendarDate,
  documentType,
  entityKind,
  entityStage,
  entryMode,
  inEstateStatus,
  notes,
  summaryFormat,
  timestamp,
} from './fields.ts'

/**
 * Answers of the service. The OpenAPI document is built from these schemas, and tests validate answers with them. An unset
 * optional field is usually absent, and null in a few records of a hostile firm.
 */

const identified = { id: z.string(), created_at: timestamp, updated_at: timestamp }

export const individual = z
  .object({
    ...identified,
    first_name: z.string(),
    last_name: z.string(),
    household_id: z.string(),
    is_beneficiary: z.boolean(),
    is_deceased: z.boolean(),
    is_grantor: z.boolean(),
    is_primary: z.boolean(),
    is_trustee: z.boolean(),
    address_line1: z.string().nullish(),
    address_line2: z.string().nullish(),
    city: z.string().nullish(),
    country: z.string().nullish(),
    postal_code: z.string().nullish(),
    state: z.string().nullish(),
    date_of_birth: calendarDate.nullish(),
    date_of_death: calendarDate.nullish(),
    deleted_at: timestamp.nullish(),
    email: z.email().nullish(),
    middle_name: z.string().nullish(),
    notes: notes.nullish(),
    suffix: z.string().nullish(),
  })
  .meta({ id: 'Individual' })

export const household = z
  .object({
    ...identified,
    primary_relationship_owner_id: z.string(),
    external_id: z.string().min(1).nullish(),
    name: z.string().nullish(),
    notes: notes.nullish(),
    primary_individuals: z.array(individual).max(2).nullish(),
  })
  .meta({ id: 'Household' })

export const entity = z
  .object({
    ...identified,
    display_name: z.string(),
    household_id: z.string(),
    in_estate_status: inEstateStatus,
    kind: entityKind,
    stage: entityStage,
    external_id: z.string().min(1).nullish(),
  })
  .meta({ id: 'Entity' })

export const asset = z
  .object({
    id: z.string(),
    asset_class: z.object({ id: z.string(), display_name: z.string() }),
    display_name: z.string(),
    value: z.number(),
    external_id: z.string().nullish(),
  })
  .meta({ id: 'Asset' })

export const valuation = z
  .object({
    ...identified,
    entity_id: z.string(),
    effective_date: calendarDate,
    directly_held_asset_value: z.number(),
    directly_held_assets: z.array(asset),
    total_value: z.number(),
    description: z.string().nullish(),
  })
  .meta({ id: 'Valuation' })

export const document = z
  .object({
    ...identified,
    household_id: z.string(),
    name: z.string(),
    type: documentType,
    enable_ai_suggestions: z.boolean().nullish(),
    entity_id: z.string().nullish(),
    individual_id: z.string().nullish(),
  })
  .meta({ id: 'Document' })

export const documentSummary = z
  .object({
    ...identified,
    display_name: z.string(),
    document_id: z.string(),
    household_id: z.string(),
    summary: z.string(),
    entry_mode: entryMode.nullish(),
    summary_format: summaryFormat.nullish(),
  })
  .meta({ id: 'DocumentSummary' })

export const user = z
  .object({ ...identified, email: z.string(), first_name: z.string(), last_name: z.string() })
  .meta({ id: 'User' })

export const pageInfo = z
  .object({
    has_next_page: z.boolean(),
    has_previous_page: z.boolean(),
    start_cursor: z.string().optional(),
    end_cursor: z.string().optional(),
  })
  .meta({ id: 'PageInfo' })

/** The envelope of every paginated list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), page_info: pageInfo, total_count: z.number() })
}

export const summariesOfDocument = z.object({ data: z.array(documentSummary) })

export const apiError = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' })

export const codedError = z
  .object({
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: 'CodedError' })

export type Individual = z.output<typeof individual>
export type Household = z.output<typeof household>
export type Entity = z.output<typeof entity>
export type Asset = z.output<typeof asset>
export type Valuation = z.output<typeof valuation>
export type Document = z.output<typeof document>
export type DocumentSummary = z.output<typeof documentSummary>
export type User = z.output<typeof user>
