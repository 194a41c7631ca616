import { z } from 'zod'
import { documentFields } from '../records/document.ts'
import { receivedShape } from './field-schemas.ts'
import { documentId, recordFields } from './fields.ts'

/** The 43 types in the API description (its heading says 42). A value outside this list is kept and shown unchanged. */
export const documentTypes = [
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

/** An uploaded file's metadata, as sent by the service. Enums are open; unknown fields are kept. */
export const document = z.looseObject({ id: documentId, ...recordFields, ...receivedShape(documentFields) })

export type Document = z.infer<typeof document>
