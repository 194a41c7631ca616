import type { Resource } from '../service/resource.ts'

/** Display names of the service's enum values. A value without one is shown as the service sent it. */
export const entityKindNames = {
  REVOCABLE_TRUST: 'Revocable trust',
  IRREVOCABLE_TRUST: 'Irrevocable trust',
  SLAT_TRUST: 'SLAT',
  ILIT_TRUST: 'ILIT',
  QPRT_TRUST: 'QPRT',
  GRAT_TRUST: 'GRAT',
  CRT_TRUST: 'CRT',
  CLT_TRUST: 'CLT',
  INDIVIDUAL_PERSONAL_ACCOUNT: 'Individual account',
  JOINT_PERSONAL_ACCOUNT: 'Joint account',
  CUSTODIAL_PERSONAL_ACCOUNT: 'Custodial account',
  INSURANCE_PERSONAL_ACCOUNT: 'Insurance account',
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: 'Qualified tuition account',
  RETIREMENT_PERSONAL_ACCOUNT: 'Retirement account',
  DONOR_ADVISED_FUND: 'Donor-advised fund',
  PRIVATE_FOUNDATION: 'Private foundation',
  LLC_BUSINESS_ENTITY: 'LLC',
  LP_BUSINESS_ENTITY: 'Limited partnership',
  GP_BUSINESS_ENTITY: 'General partnership',
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: 'Sole proprietorship',
  SCORP_BUSINESS_ENTITY: 'S corporation',
  CCORP_BUSINESS_ENTITY: 'C corporation',
} as const

export const entityStageNames = {
  PRE_CREATED: 'Pre-created',
  AI_CREATING: 'Being created by AI',
  AI_CREATION_FAILED: 'AI creation failed',
  AI_NEEDS_REVIEW: 'AI needs review',
  DRAFT: 'Draft',
  READY_FOR_PROPOSAL: 'Ready for proposal',
  IMPLEMENTATION: 'Implementation',
  ACTIVE: 'Active',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
} as const

export const inEstateStatusNames = {
  in_estate: 'In estate',
  out_of_estate: 'Out of estate',
  none: 'None',
} as const

export const documentTypeNames = {
  GRAT_DESIGN_SUMMARY: 'GRAT design summary',
  GENERATED_PRESENTATION: 'Generated presentation',
  ASSET_VALUATION: 'Asset valuation',
  SIGNED_TRUST_DOCUMENT: 'Signed trust document',
  TRUST_AMENDMENT: 'Trust amendment',
  TRANSFER_CONFIRMATION: 'Transfer confirmation',
  EXISTING_REMAINDER_TRUST_DOCUMENT: 'Existing remainder trust document',
  BALANCE_SHEET: 'Balance sheet',
  WILL: 'Will',
  WILL_CODICIL: 'Will codicil',
  POWER_OF_ATTORNEY: 'Power of attorney',
  ASSIGNMENT_OF_INTEREST: 'Assignment of interest',
  ASSIGNMENT_OF_TANGIBLE_PROPERTY: 'Assignment of tangible property',
  LOAN_NOTE_AGREEMENT: 'Loan note agreement',
  ARTICLES_OF_INCORPORATION: 'Articles of incorporation',
  OPERATING_AGREEMENT: 'Operating agreement',
  PARTNERSHIP_AGREEMENT: 'Partnership agreement',
  ACCOUNT_DOCUMENTATION_STATEMENT: 'Account documentation statement',
  TAX_ID_CONFIRMATION: 'Tax ID confirmation',
  GIFT_TAX_RETURN: 'Gift tax return',
  INCOME_TAX_RETURN: 'Income tax return',
  TAX_RECEIPT: 'Tax receipt',
  TAX_FILING: 'Tax filing',
  CORPORATE_BYLAWS: 'Corporate bylaws',
  LLC_AGREEMENT: 'LLC agreement',
  LLC_AGREEMENT_AMENDMENT: 'LLC agreement amendment',
  OPERATING_AGREEMENT_AMENDMENT: 'Operating agreement amendment',
  PARTNERSHIP_AGREEMENT_AMENDMENT: 'Partnership agreement amendment',
  SHAREHOLDERS_AGREEMENT: 'Shareholders agreement',
  STATE_BUSINESS_FILING: 'State business filing',
  LOGGED_CONTRIBUTION: 'Logged contribution',
  LOGGED_DISTRIBUTION: 'Logged distribution',
  INSURANCE_POLICY: 'Insurance policy',
  CRUMMEY_LETTER: 'Crummey letter',
  INSURANCE_PREMIUM_PAYMENT: 'Insurance premium payment',
  BENEFICIAL_OWNERSHIP_INFORMATION_REPORT: 'Beneficial ownership information report',
  FINCEN_FILING: 'FinCEN filing',
  HEALTHCARE_PROXY: 'Healthcare proxy',
  LIVING_WILL: 'Living will',
  DRIVERS_LICENSE: "Driver's license",
  PASSPORT: 'Passport',
  DEED: 'Deed',
  OTHER: 'Other',
} as const

/** Words that people type for a kind of entity or a type of document besides its display name. */
export const otherNames: Readonly<
  Partial<Record<keyof typeof entityKindNames | keyof typeof documentTypeNames, readonly string[]>>
> = {
  REVOCABLE_TRUST: ['living trust', 'revocable living trust', 'rev trust', 'RLT'],
  IRREVOCABLE_TRUST: ['irrev trust', 'dynasty trust'],
  SLAT_TRUST: ['spousal lifetime access trust', 'SLAT trust'],
  ILIT_TRUST: ['irrevocable life insurance trust', 'life insurance trust', 'ILIT trust'],
  QPRT_TRUST: ['qualified personal residence trust', 'residence trust', 'QPRT trust'],
  GRAT_TRUST: ['grantor retained annuity trust', 'GRAT trust'],
  CRT_TRUST: ['charitable remainder trust', 'CRUT', 'CRAT'],
  CLT_TRUST: ['charitable lead trust', 'CLUT', 'CLAT'],
  INDIVIDUAL_PERSONAL_ACCOUNT: ['bank account', 'brokerage account', 'individual brokerage account'],
  JOINT_PERSONAL_ACCOUNT: ['bank account', 'JTWROS', 'joint brokerage account'],
  CUSTODIAL_PERSONAL_ACCOUNT: ['UTMA', 'UGMA'],
  INSURANCE_PERSONAL_ACCOUNT: ['annuity', 'insurance and annuities'],
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: ['529', '529 plan', 'college savings', 'tuition account'],
  RETIREMENT_PERSONAL_ACCOUNT: ['IRA', 'Roth', 'Roth IRA', 'SEP IRA', '401k', '401(k)', '403b', 'pension'],
  DONOR_ADVISED_FUND: ['DAF', 'giving fund'],
  PRIVATE_FOUNDATION: ['family foundation', 'foundation'],
  LLC_BUSINESS_ENTITY: ['limited liability company'],
  LP_BUSINESS_ENTITY: ['LP', 'FLP', 'family limited partnership'],
  GP_BUSINESS_ENTITY: ['GP'],
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: ['sole proprietor', 'sole prop'],
  SCORP_BUSINESS_ENTITY: ['S corp', 'SCorp'],
  CCORP_BUSINESS_ENTITY: ['C corp', 'CCorp'],
  ASSET_VALUATION: ['appraisal', 'valuation report'],
  SIGNED_TRUST_DOCUMENT: [
    'trust document',
    'trust agreement',
    'signed trust',
    'trust instrument',
    'declaration of trust',
  ],
  TRUST_AMENDMENT: ['amendment to trust', 'amended trust', 'restatement of trust'],
  EXISTING_REMAINDER_TRUST_DOCUMENT: ['remainder trust document', 'remainder trust agreement'],
  BALANCE_SHEET: ['net worth statement', 'statement of financial position'],
  WILL: ['last will', 'last will and testament', 'testament'],
  WILL_CODICIL: ['codicil'],
  POWER_OF_ATTORNEY: ['POA', 'DPOA', 'durable power of attorney', 'financial power of attorney'],
  LOAN_NOTE_AGREEMENT: ['promissory note', 'loan agreement', 'loan note'],
  ARTICLES_OF_INCORPORATION: ['certificate of incorporation', 'articles of organization'],
  ACCOUNT_DOCUMENTATION_STATEMENT: ['account statement', 'brokerage statement', 'statement'],
  TAX_ID_CONFIRMATION: ['EIN', 'EIN letter', 'tax ID', 'CP575'],
  GIFT_TAX_RETURN: ['form 709', '709', 'gift tax', 'tax return'],
  INCOME_TAX_RETURN: ['form 1040', '1040', 'income tax', 'tax return'],
  TAX_RECEIPT: ['gift receipt', 'donation receipt'],
  TAX_FILING: ['K-1', 'K1', 'schedule K-1'],
  CORPORATE_BYLAWS: ['bylaws', 'by-laws'],
  SHAREHOLDERS_AGREEMENT: ["shareholder's agreement", 'shareholder agreement', 'stockholders agreement'],
  INSURANCE_POLICY: ['life insurance policy', 'policy'],
  CRUMMEY_LETTER: ['crummey', 'crummey notice', 'withdrawal notice'],
  INSURANCE_PREMIUM_PAYMENT: ['premium payment', 'insurance premium', 'premium'],
  BENEFICIAL_OWNERSHIP_INFORMATION_REPORT: ['BOI report', 'BOI', 'BOIR', 'beneficial ownership report'],
  FINCEN_FILING: ['FinCEN', 'FBAR'],
  HEALTHCARE_PROXY: ['health care proxy', 'HCP', 'proxy', 'medical proxy', 'medical power of attorney', 'medical POA'],
  LIVING_WILL: ['advance directive', 'advance health care directive', 'DNR'],
  DRIVERS_LICENSE: ['driver license', 'drivers license', "driver's licence", 'driving licence'],
  DEED: ['title deed', 'property deed'],
}

export const entryModeNames = { AI_AUTO: 'AI-generated', USER: 'User-entered' } as const

export const summaryFormatNames = { MARKDOWN: 'Markdown', PLAIN_TEXT: 'Plain text' } as const

/** Display names of the seven resources in the sidebar, in the order in which an advisor uses them. */
export const resourceNames = {
  households: { one: 'Household', many: 'Households' },
  individuals: { one: 'Person', many: 'People' },
  entities: { one: 'Entity', many: 'Entities' },
  valuations: { one: 'Valuation', many: 'Valuations' },
  documents: { one: 'Document', many: 'Documents' },
  'document-summaries': { one: 'Summary', many: 'Summaries' },
  users: { one: 'User', many: 'Users' },
} as const satisfies Record<Resource, { one: string; many: string }>

/** The display name of a value, or the value itself if Steward does not know it. */
export function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(names, value) ? (names[value] ?? value) : value
}
