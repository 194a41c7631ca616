import { z } from 'zod'

/** Building blocks of the request and response schemas, written from the service's description. */
export const NOTES_MAX = 65_536

export const filledString = z.string().min(1, 'Must not be empty.')
export const notes = textUpTo(NOTES_MAX)
export const state = z
  .string()
  .refine((text) => characters(text) === 2, 'Must have exactly 2 characters.')
  .meta({ minLength: 2, maxLength: 2 })
export const calendarDate = z.iso.date('Must be a calendar date, YYYY-MM-DD.')
export const timestamp = z.iso.datetime()
export const email = z.email('Must be an email address.')
export const amount = z.number('Must be a number.')

export const ENTITY_KINDS = [
  'REVOCABLE_TRUST',
  'IRREVOCABLE_TRUST',
  'SLAT_TRUST',
  'ILIT_TRUST',
  'QPRT_TRUST',
  'GRAT_TRUST',
  'CRT_TRUST',
  'CLT_TRUST',
  'INDIVIDUAL_PERSONAL_ACCOUNT',
  'JOINT_PERSONAL_ACCOUNT',
  'CUSTODIAL_PERSONAL_ACCOUNT',
  'INSURANCE_PERSONAL_ACCOUNT',
  'QUALIFIED_TUITION_PERSONAL_ACCOUNT',
  'RETIREMENT_PERSONAL_ACCOUNT',
  'DONOR_ADVISED_FUND',
  'PRIVATE_FOUNDATION',
  'LLC_BUSINESS_ENTITY',
  'LP_BUSINESS_ENTITY',
  'GP_BUSINESS_ENTITY',
  'SOLE_PROPRIETORSHIP_BUSINESS_ENTITY',
  'SCORP_BUSINESS_ENTITY',
  'CCORP_BUSINESS_ENTITY',
] as const

export const ENTITY_STAGES = [
  'PRE_CREATED',
  'AI_CREATING',
  'AI_CREATION_FAILED',
  'AI_NEEDS_REVIEW',
  'DRAFT',
  'READY_FOR_PROPOSAL',
  'IMPLEMENTATION',
  'ACTIVE',
  'COMPLETED',
  'ARCHIVED',
] as const

export const DOCUMENT_TYPES = [
  'GRAT_DESIGN_SUMMARY',
  'GENERATED_PRESENTATION',
  'ASSET_VALUATION',
  'SIGNED_TRUST_DOCUMENT',
  'TRUST_AMENDMENT',
  'TRANSFER_CONFIRMATION',
  'EXISTING_REMAINDER_TRUST_DOCUMENT',
  'BALANCE_SHEET',
  'WILL',
  'WILL_CODICIL',
  'POWER_OF_ATTORNEY',
  'ASSIGNMENT_OF_INTEREST',
  'ASSIGNMENT_OF_TANGIBLE_PROPERTY',
  'LOAN_NOTE_AGREEMENT',
  'ARTICLES_OF_INCORPORATION',
  'OPERATING_AGREEMENT',
  'PARTNERSHIP_AGREEMENT',
  'ACCOUNT_DOCUMENTATION_STATEMENT',
  'TAX_ID_CONFIRMATION',
  'GIFT_TAX_RETURN',
  'INCOME_TAX_RETURN',
  'TAX_RECEIPT',
  'TAX_FILING',
  'CORPORATE_BYLAWS',
  'LLC_AGREEMENT',
  'LLC_AGREEMENT_AMENDMENT',
  'OPERATING_AGREEMENT_AMENDMENT',
  'PARTNERSHIP_AGREEMENT_AMENDMENT',
  'SHAREHOLDERS_AGREEMENT',
  'STATE_BUSINESS_FILING',
  'LOGGED_CONTRIBUTION',
  'LOGGED_DISTRIBUTION',
  'INSURANCE_POLICY',
  'CRUMMEY_LETTER',
  'INSURANCE_PREMIUM_PAYMENT',
  'BENEFICIAL_OWNERSHIP_INFORMATION_REPORT',
  'FINCEN_FILING',
  'HEALTHCARE_PROXY',
  'LIVING_WILL',
  'DRIVERS_LICENSE',
  'PASSPORT',
  'DEED',
  'OTHER',
] as const

export const entityKind = z.enum(ENTITY_KINDS)
export const entityStage = z.enum(ENTITY_STAGES)
export const inEstateStatus = z.enum(['in_estate', 'out_of_estate', 'none'])
export const documentType = z.enum(DOCUMENT_TYPES)
export const entryMode = z.enum(['AI_AUTO', 'USER'])
export const summaryFormat = z.enum(['MARKDOWN', 'PLAIN_TEXT'])

export type EntityKind = (typeof ENTITY_KINDS)[number]
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** JSON Schema counts characters, not UTF-16 units: an emoji is one. */
export function textUpTo(most: number) {
  const fits = (text: string) => text.length <= most || characters(text) <= most
  return z.string().refine(fits, `Must have at most ${most} characters.`).meta({ maxLength: most })
}

function characters(text: string): number {
  return Array.from(text).length
}
