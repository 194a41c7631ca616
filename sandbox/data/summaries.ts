import type { DocumentType } from '../schemas/fields.ts'
import type { DocumentSummary } from '../schemas/responses.ts'
import type { DocumentSubject, GeneratedDocument } from './documents.ts'
import type { Random } from './random.ts'
import { DAY_MS, iso, momentBetween } from './time.ts'

const and = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const heirs = ({ children, spouse }: DocumentSubject) => and(children.slice(0, 4)) || spouse || 'the heirs at law'

type Points = (subject: DocumentSubject) => readonly string[]

/** Points of a trust agreement: who made it, who acts, who benefits. */
const ofTrust: Points = (subject) => {
  const { entity = 'the trust', entityKind, principal, spouse, trustee, state, year } = subject
  const made = `${principal} created ${entity} in ${year} under the law of ${state}.`
  const acts = `${trustee} is the trustee${subject.trustee === principal && spouse ? `; ${spouse} is the successor` : ''}.`
  switch (entityKind) {
    case 'REVOCABLE_TRUST':
      return [
        made,
        `${principal} may amend or revoke the trust at any time and receives all income for life.`,
        acts,
        spouse
          ? `At death the trust divides into a marital share for ${spouse} and a family share for ${heirs(subject)}.`
          : `At death the trust passes in equal shares to ${heirs(subject)}.`,
      ]
    case 'SLAT_TRUST':
      return [
        made,
        acts,
        `${spouse ?? 'The spouse'} may receive income, and principal for health, education, maintenance and support.`,
        `The remainder is held for ${heirs(subject)}, outside of both estates.`,
      ]
    case 'GRAT_TRUST':
      return [
        made,
        acts,
        `${principal} receives a fixed annuity for two years; any remainder passes to ${heirs(subject)}.`,
        `If ${principal} dies during the term, the assets return to the estate.`,
      ]
    case 'ILIT_TRUST':
      return [
        made,
        `${trustee} is the trustee and owner of the policy on the life of ${principal}.`,
        `Each contribution gives ${heirs(subject)} a right of withdrawal for thirty days; Crummey letters are required.`,
        'Premiums are paid from those contributions after the right has lapsed.',
      ]
    default:
      return [
        made,
        acts,
        `Income and principal may be paid to ${heirs(subject)} for health, education, maintenance and support.`,
        'The trust cannot be revoked; the trustee may move it to another state.',
      ]
  }
}

const ofCompany: Points = ({ entity = 'the company', principal, spouse, trustee, state }) => [
  `${entity} is organized under the law of ${state}.`,
  `${principal} is the manager${trustee === principal ? '' : `, and ${trustee} succeeds`}.`,
  `${spouse ? `${principal} and ${spouse} hold` : `${principal} holds`} the voting interests.`,
  'Transfers of interests outside of the family need the written consent of all members.',
]

const POINTS: Partial<Record<DocumentType, Points>> = {
  SIGNED_TRUST_DOCUMENT: ofTrust,
  EXISTING_REMAINDER_TRUST_DOCUMENT: ofTrust,
  GRAT_DESIGN_SUMMARY: ofTrust,
  TRUST_AMENDMENT: (subject) => [
    `${subject.principal} amended ${subject.entity} in ${subject.year}.`,
    `${subject.trustee} is named successor trustee in place of a bank.`,
    `The shares of ${heirs(subject)} stay as they were.`,
  ],
  WILL: (subject) => [
    `${subject.principal} leaves tangible property to ${subject.spouse ?? heirs(subject)}.`,
    'The residue pours over into the revocable trust.',
    `${subject.trustee === subject.principal ? heirs(subject) : subject.trustee} is named executor without bond.`,
    ...(subject.children.length > 0
      ? [
          subject.children.length > 1
            ? `If no one else survives, ${heirs(subject)} share equally.`
            : `If no one else survives, ${heirs(subject)} takes all.`,
        ]
      : []),
  ],
  WILL_CODICIL: (subject) => [
    `${subject.principal} changed the executor to ${subject.trustee}.`,
    'All other provisions of the will are confirmed.',
  ],
  POWER_OF_ATTORNEY: (subject) => [
    `${subject.principal} appoints ${subject.trustee} as agent for financial matters.`,
    'The power is durable and effective on signing.',
    'Gifts are limited to the annual exclusion.',
  ],
  HEALTHCARE_PROXY: (subject) => [
    `${subject.principal} appoints ${subject.trustee} as health care agent.`,
    ...(subject.children[0] ? [`${subject.children[0]} is the alternate agent.`] : []),
  ],
  LIVING_WILL: ({ principal }) => [
    `${principal} declines life support in a terminal condition.`,
    'Comfort care is always given.',
  ],
  CRUMMEY_LETTER: (subject) => [
    `${subject.trustee}, trustee of ${subject.entity}, gave notice of the ${subject.year} contribution.`,
    `Right of withdrawal: ${heirs(subject)}, for thirty days.`,
  ],
  INSURANCE_POLICY: ({ entity, principal }) => [
    `The insured is ${principal}.`,
    ...(entity ? [`${entity} is owner and beneficiary.`] : []),
    'The policy is in force; the next premium falls due in the first quarter.',
  ],
  LLC_AGREEMENT: ofCompany,
  OPERATING_AGREEMENT: ofCompany,
  PARTNERSHIP_AGREEMENT: ofCompany,
  SHAREHOLDERS_AGREEMENT: ofCompany,
  CORPORATE_BYLAWS: ofCompany,
  TAX_FILING: ({ entity = 'the entity', principal, year }) => [
    `Return of ${entity} for ${year}.`,
    `${principal} signs for the entity. The result agrees with its books.`,
  ],
  GIFT_TAX_RETURN: ({ entity = 'a trust', principal, spouse, year }) => [
    `${principal} reports gifts of ${year} to ${entity}.`,
    spouse ? `${spouse} consents to split gifts.` : 'Gifts are not split.',
    'Exemption of the generation-skipping tax is allocated.',
  ],
  ASSET_VALUATION: ({ entity = 'the holding' }) => [
    `The appraisal values interests of ${entity} for transfer.`,
    'It applies discounts for lack of control and lack of marketability.',
  ],
  INCOME_TAX_RETURN: ({ principal, spouse, year }) => [
    spouse ? `${principal} and ${spouse} file jointly for ${year}.` : `${principal} files for ${year}.`,
    'Estimated payments cover the safe harbor.',
  ],
  DEED: ({ principal, entity, home, place }) => [
    `${principal} conveyed ${home ?? 'the property'} in ${place}${entity ? ` to ${entity}` : ''}.`,
    'The deed was recorded; no mortgage is noted.',
  ],
}

/** The subject of a summary, by the kind of its document. */
const SUBJECTS: Partial<Record<DocumentType, string>> = {
  SIGNED_TRUST_DOCUMENT: 'Trustees and distributions',
  EXISTING_REMAINDER_TRUST_DOCUMENT: 'Trustees and distributions',
  GRAT_DESIGN_SUMMARY: 'Annuity and remainder',
  TRUST_AMENDMENT: 'Amended terms',
  WILL: 'Executor and bequests',
  WILL_CODICIL: 'Change of executor',
  POWER_OF_ATTORNEY: 'Agent and powers',
  HEALTHCARE_PROXY: 'Health care agents',
  LIVING_WILL: 'Wishes for care',
  CRUMMEY_LETTER: 'Withdrawal rights',
  INSURANCE_POLICY: 'Insured and owner',
  LLC_AGREEMENT: 'Manager and voting',
  OPERATING_AGREEMENT: 'Manager and voting',
  PARTNERSHIP_AGREEMENT: 'Manager and voting',
  SHAREHOLDERS_AGREEMENT: 'Manager and voting',
  CORPORATE_BYLAWS: 'Manager and voting',
  TAX_FILING: 'Result of the return',
  GIFT_TAX_RETURN: 'Reported gifts',
  ASSET_VALUATION: 'Appraised interests',
  INCOME_TAX_RETURN: 'Filing and payments',
  DEED: 'Conveyance',
}

/** A summary's name begins with what it is about, so that a list of them can be told apart: `Withdrawal rights 2026 – Okafor 2015 Trust`. */
function summaryName({ name, type }: GeneratedDocument['record']): string {
  const [title = '', ...party] = name.split(' – ')
  const year = /\b\d{4}$/.exec(title)?.[0]
  return [[SUBJECTS[type] ?? 'Key points', year].filter(Boolean).join(' '), ...party].join(' – ').slice(0, 100).trim()
}

/** True if summaries are written of this kind of document. */
export const isSummarized = (type: DocumentType): boolean => POINTS[type] !== undefined

/**
 * Writes the summary of a document, naming its people and entities. Recent ones were mostly written by the service's AI and await
 * review; an advisor has gone over the older ones.
 */
export function generateSummary(random: Random, { record, subject }: GeneratedDocument, now: number): DocumentSummary {
  const created = Math.min(
    momentBetween(random, Date.parse(record.created_at), Date.parse(record.created_at) + 9 * DAY_MS),
    now,
  )
  // A sentence may end with a name that ends with a full stop: "Jr.".
  const points = (POINTS[record.type] ?? fallback)(subject).map((point) => point.replaceAll('..', '.'))
  const markdown = random.chance(0.6)
  const list = points.map((point) => `- ${point}`).join('\n')
  const isRecent = now - created < 90 * DAY_MS
  const byAi = random.chance(isRecent ? 0.8 : 0.2)
  const updated = byAi ? created : Math.min(now, created + random.int(1, 30) * DAY_MS)
  return {
    id: random.id('document_summary_'),
    created_at: iso(created),
    updated_at: iso(updated),
    display_name: summaryName(record),
    document_id: record.id,
    household_id: record.household_id,
    summary: markdown ? `## Key points\n\n${list}\n\n**To do:** confirm with counsel.` : points.join(' '),
    entry_mode: byAi ? 'AI_AUTO' : 'USER',
    summary_format: markdown ? 'MARKDOWN' : 'PLAIN_TEXT',
  }
}

const fallback: Points = ({ principal, entity, year }) => [
  entity ? `The document concerns ${entity} and was signed by ${principal}.` : `The document concerns ${principal}.`,
  `It is of ${year}.`,
]
