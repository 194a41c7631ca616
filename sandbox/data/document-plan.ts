import type { DocumentType, EntityKind } from '../schemas/fields.ts'
import type { MadeEntity } from './entities.ts'
import type { Member } from './member.ts'
import type { Random } from './random.ts'
import { yearOf } from './time.ts'

/** A document that a household has on file. */
export interface PlannedDocument {
  type: DocumentType
  /** Its name without the party, such as "Crummey Letter 2025". */
  title: string
  entity?: MadeEntity
  person?: Member
  /** The year that it is about or was signed in; the current year at the latest. */
  year: number
}

type Chance = readonly [type: DocumentType, chance: number, title: string, years?: number]

/** Documents of a trust, company, account or person, and how likely each is on file. With `years`: one for each of that many years, each with this chance. */
const OF_TRUSTS: readonly Chance[] = [
  ['SIGNED_TRUST_DOCUMENT', 0.88, 'Trust Agreement'],
  ['TRUST_AMENDMENT', 0.1, 'Trust Amendment'],
]
const GIFTS: readonly Chance[] = [
  ['GIFT_TAX_RETURN', 0.5, 'Gift Tax Return, Form 709'],
  ['TAX_ID_CONFIRMATION', 0.35, 'Tax ID Confirmation'],
]
const OF_COMPANIES: readonly Chance[] = [
  ['TAX_FILING', 0.5, 'Schedule K-1', 1],
  ['STATE_BUSINESS_FILING', 0.5, 'State Business Filing'],
  ['BENEFICIAL_OWNERSHIP_INFORMATION_REPORT', 0.25, 'Beneficial Ownership Report'],
  ['FINCEN_FILING', 0.15, 'FinCEN Filing'],
]
const OF_CORPORATIONS: readonly Chance[] = [
  ['ARTICLES_OF_INCORPORATION', 0.7, 'Articles of Incorporation'],
  ['CORPORATE_BYLAWS', 0.5, 'Corporate Bylaws'],
  ['SHAREHOLDERS_AGREEMENT', 0.6, "Shareholders' Agreement"],
  ...OF_COMPANIES,
]
const STATEMENTS: readonly Chance[] = [['ACCOUNT_DOCUMENTATION_STATEMENT', 0.1, 'Year-End Statement', 1]]

const OF_KINDS: Record<EntityKind, readonly Chance[]> = {
  REVOCABLE_TRUST: [
    ...OF_TRUSTS,
    ['ASSIGNMENT_OF_TANGIBLE_PROPERTY', 0.08, 'Assignment of Tangible Property'],
    ['DEED', 0.15, 'Deed of the Residence'],
  ],
  IRREVOCABLE_TRUST: [...OF_TRUSTS, ...GIFTS, ['LOAN_NOTE_AGREEMENT', 0.15, 'Loan Note Agreement']],
  SLAT_TRUST: [...OF_TRUSTS, ...GIFTS, ['ASSIGNMENT_OF_INTEREST', 0.3, 'Assignment of Interest']],
  ILIT_TRUST: [
    ...OF_TRUSTS,
    ['CRUMMEY_LETTER', 0.75, 'Crummey Letter', 3],
    ['INSURANCE_POLICY', 0.85, 'Life Insurance Policy'],
    ['INSURANCE_PREMIUM_PAYMENT', 0.3, 'Premium Payment', 1],
  ],
  QPRT_TRUST: [...OF_TRUSTS, ...GIFTS, ['DEED', 0.8, 'Deed of the Residence']],
  GRAT_TRUST: [
    ...OF_TRUSTS,
    ['GRAT_DESIGN_SUMMARY', 0.5, 'GRAT Design Summary'],
    ['TRANSFER_CONFIRMATION', 0.5, 'Transfer Confirmation'],
    ['ASSET_VALUATION', 0.5, 'Appraisal'],
    ['EXISTING_REMAINDER_TRUST_DOCUMENT', 0.3, 'Remainder Trust Agreement'],
  ],
  CRT_TRUST: [...OF_TRUSTS, ...GIFTS, ['LOGGED_DISTRIBUTION', 0.5, 'Unitrust Distribution', 2]],
  CLT_TRUST: [...OF_TRUSTS, ...GIFTS, ['LOGGED_DISTRIBUTION', 0.5, 'Lead Distribution', 2]],
  INDIVIDUAL_PERSONAL_ACCOUNT: STATEMENTS,
  JOINT_PERSONAL_ACCOUNT: STATEMENTS,
  CUSTODIAL_PERSONAL_ACCOUNT: STATEMENTS,
  INSURANCE_PERSONAL_ACCOUNT: [['INSURANCE_POLICY', 0.8, 'Insurance Policy']],
  QUALIFIED_TUITION_PERSONAL_ACCOUNT: [...STATEMENTS, ['LOGGED_CONTRIBUTION', 0.4, 'Contribution', 2]],
  RETIREMENT_PERSONAL_ACCOUNT: STATEMENTS,
  DONOR_ADVISED_FUND: [
    ['TAX_RECEIPT', 0.6, 'Gift Receipt', 1],
    ['LOGGED_DISTRIBUTION', 0.4, 'Grant Confirmation'],
  ],
  PRIVATE_FOUNDATION: [
    ['ARTICLES_OF_INCORPORATION', 0.7, 'Articles of Incorporation'],
    ['TAX_FILING', 0.7, 'Form 990-PF', 2],
  ],
  LLC_BUSINESS_ENTITY: [
    ['LLC_AGREEMENT', 0.8, 'LLC Agreement'],
    ['LLC_AGREEMENT_AMENDMENT', 0.2, 'Amendment to the LLC Agreement'],
    ['DEED', 0.5, 'Deed'],
    ['ASSET_VALUATION', 0.4, 'Appraisal'],
    ...OF_COMPANIES,
  ],
  LP_BUSINESS_ENTITY: [
    ['PARTNERSHIP_AGREEMENT', 0.85, 'Partnership Agreement'],
    ['PARTNERSHIP_AGREEMENT_AMENDMENT', 0.45, 'Amendment to the Partnership Agreement'],
    ['ASSIGNMENT_OF_INTEREST', 0.3, 'Assignment of Interest'],
    ...OF_COMPANIES,
  ],
  GP_BUSINESS_ENTITY: [['PARTNERSHIP_AGREEMENT', 0.8, 'Partnership Agreement'], ...OF_COMPANIES],
  SOLE_PROPRIETORSHIP_BUSINESS_ENTITY: [
    ['OPERATING_AGREEMENT', 0.5, 'Operating Agreement'],
    ['OPERATING_AGREEMENT_AMENDMENT', 0.5, 'Amendment to the Operating Agreement'],
    ['STATE_BUSINESS_FILING', 0.5, 'State Business Filing'],
  ],
  SCORP_BUSINESS_ENTITY: OF_CORPORATIONS,
  CCORP_BUSINESS_ENTITY: OF_CORPORATIONS,
}

const OF_PRIMARIES: readonly Chance[] = [
  ['WILL', 0.78, 'Will'],
  ['POWER_OF_ATTORNEY', 0.73, 'Durable Power of Attorney'],
  ['HEALTHCARE_PROXY', 0.7, 'Health Care Proxy'],
  ['LIVING_WILL', 0.08, 'Living Will'],
  ['WILL_CODICIL', 0.05, 'Codicil to the Will'],
  ['DRIVERS_LICENSE', 0.1, "Driver's License"],
  ['PASSPORT', 0.06, 'Passport'],
]
const OF_THE_LATE: readonly Chance[] = [['OTHER', 0.7, 'Death Certificate']]
const OF_HOUSEHOLDS: readonly Chance[] = [
  ['INCOME_TAX_RETURN', 0.35, 'Income Tax Return', 1],
  ['BALANCE_SHEET', 0.15, 'Balance Sheet'],
  ['GENERATED_PRESENTATION', 0.12, 'Annual Review'],
]

/** Statements, returns and receipts of a year arrive in the next one; these are signed in the year that they are about. */
export function isOfItsYear(type: DocumentType): boolean {
  return !['ACCOUNT_DOCUMENTATION_STATEMENT', 'TAX_FILING', 'INCOME_TAX_RETURN', 'TAX_RECEIPT'].includes(type)
}

export interface PlanSeed {
  random: Random
  now: number
  family: readonly Member[]
  entities: readonly MadeEntity[]
}

/** Plans what is on file for a household: what one expects of its people and entities, with gaps as in life. */
export function planDocuments({ random, now, family, entities }: PlanSeed): PlannedDocument[] {
  const thisYear = yearOf(now)
  const plan = (chances: readonly Chance[], about: { entity?: MadeEntity; person?: Member }) =>
    chances.flatMap(([type, chance, title, years]): PlannedDocument[] => {
      if (years === undefined) {
        const made = about.entity?.year ?? thisYear - random.int(1, 12)
        // An amendment comes after the agreement that it amends.
        const year = type.endsWith('_AMENDMENT') ? Math.min(thisYear, made + 2) : made
        return random.chance(chance) ? [{ type, title, year, ...about }] : []
      }
      const last = isOfItsYear(type) ? thisYear : thisYear - 1
      const first = Math.max(last - years + 1, about.entity?.year ?? 0)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => last - at)
        .filter(() => random.chance(chance))
        .map((year) => ({ type, title: `${title} ${year}`, year, ...about }))
    })
  return [
    ...family.flatMap((person) => {
      if (person.role === 'primary') return plan(OF_PRIMARIES, { person })
      return person.role === 'late spouse' ? plan(OF_THE_LATE, { person }) : []
    }),
    ...entities.flatMap((entity) => {
      const inForce = ['ACTIVE', 'COMPLETED', 'ARCHIVED'].includes(entity.record.stage)
      if (inForce) return plan(OF_KINDS[entity.record.kind], { entity })
      return entity.record.kind === 'GRAT_TRUST'
        ? plan([['GRAT_DESIGN_SUMMARY', 0.8, 'GRAT Design Summary']], { entity })
        : []
    }),
    ...plan(OF_HOUSEHOLDS, {}),
  ]
}
