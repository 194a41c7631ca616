import { z } from 'zod'
import {
  amount,
  calendarDate,
  documentType,
  email,
  entityKind,
  entryMode,
  filledString,
  notes,
  state,
  summaryFormat,
  textUpTo,
} from './fields.ts'
import type { ApiRules } from './rules.ts'

/** Request bodies of the service. The schemas are strict: an undescribed field is refused. */

const personOptionals = {
  address_line1: filledString.optional(),
  address_line2: filledString.optional(),
  city: filledString.optional(),
  country: filledString.optional(),
  middle_name: filledString.optional(),
  postal_code: filledString.optional(),
  suffix: filledString.optional(),
  date_of_birth: calendarDate.optional(),
  email: email.optional(),
  is_beneficiary: z.boolean().optional(),
  is_deceased: z.boolean().optional(),
  is_trustee: z.boolean().optional(),
  notes: notes.optional(),
}

const primaryIndividualInput = z.strictObject({
  first_name: filledString,
  last_name: filledString,
  state,
  ...personOptionals,
})

export const createHousehold = ({ emptyPrimaries }: ApiRules) =>
  z.strictObject({
    primary_relationship_owner_id: filledString,
    external_id: filledString.optional(),
    notes: notes.optional(),
    primary_individuals: z
      .array(primaryIndividualInput)
      .min(emptyPrimaries ? 0 : 1, 'Leave the field out if there are none.')
      .max(2, 'At most 2 primary individuals.')
      .optional(),
  })

const individualOptionals = {
  ...personOptionals,
  is_grantor: z.boolean().optional(),
  is_primary: z.boolean().optional(),
  state: state.optional(),
}

export const createIndividual = z.strictObject({
  first_name: filledString,
  last_name: filledString,
  household_id: filledString,
  ...individualOptionals,
})

export const createValuation = ({ valuationDescriptionMax: most }: ApiRules) =>
  z.strictObject({
    directly_held_assets: z.array(
      z.strictObject({
        asset_class_id: z.string(),
        display_name: z.string(),
        value: amount,
        external_id: z.string().optional(),
      }),
    ),
    effective_date: calendarDate,
    description: (most === undefined ? z.string() : textUpTo(most)).optional(),
  })

export const documentParts = z.strictObject({
  household_id: filledString,
  name: filledString,
  type: documentType,
  entity_id: filledString.optional(),
  individual_id: filledString.optional(),
})

export const updateDocumentSummary = z.strictObject({
  display_name: z.string().optional(),
  entry_mode: entryMode.optional(),
  summary: z.string().optional(),
  summary_format: summaryFormat.optional(),
})

const DEFAULT_LIMIT = 50

const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('Must be true or false.'),
)
const limit = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value),
  z.int('Must be a whole number from 1 to 1000.').min(1, 'Must be at least 1.').max(1000, 'Must be at most 1000.'),
)

const paging = { after: z.string().optional(), before: z.string().optional(), limit: limit.default(DEFAULT_LIMIT) }

export const listHouseholds = z.strictObject({ ...paging, external_id: filledString.optional() })
export const listHouseholdIndividuals = z.strictObject({ ...paging, is_primary: flag.optional() })
export const listHouseholdDocuments = z.strictObject({ ...paging, type: documentType.optional() })
export const listHouseholdEntities = z.strictObject({ ...paging, kind: entityKind.optional() })
export const listIndividuals = z.strictObject({
  ...paging,
  household_id: z.string().optional(),
  is_primary: flag.optional(),
})
export const listEntities = z.strictObject({
  ...paging,
  external_id: filledString.optional(),
  household_id: z.string().optional(),
  kind: entityKind.optional(),
})
export const listDocuments = z.strictObject({
  ...paging,
  household_id: z.string().optional(),
  type: documentType.optional(),
})
export const listDocumentSummaries = z.strictObject({
  ...paging,
  document_id: z.string().optional(),
  household_id: z.string().optional(),
})
export const listUsers = z.strictObject({ ...paging })
export const noQuery = z.strictObject({})
export const summaryDownloadQuery = z.strictObject({ format: z.literal('pdf', 'The only format is pdf.').optional() })

export type PrimaryIndividualInput = z.output<typeof primaryIndividualInput>
export type HouseholdInput = z.output<ReturnType<typeof createHousehold>>
export type ValuationInput = z.output<ReturnType<typeof createValuation>>
