import type { DocumentSubject } from '../data/documents.ts'
import type { DocumentType } from '../schemas/fields.ts'

const and = (names: readonly string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

type Text = (subject: DocumentSubject, date: string) => readonly string[]

const heirs = ({ children, spouse }: DocumentSubject) => and(children) || spouse || 'my heirs at law'

const signed = ({ principal, place }: DocumentSubject, date: string) => [
  `Signed at ${place} on ${date}.`,
  `_______________________________\n${principal}`,
  'Witness: _____________________     Witness: _____________________',
  `State of ${place.split(', ').at(-1)}: subscribed and sworn to before me. Notary Public, my commission expires.`,
]

const trust: Text = (subject, date) => {
  const { entity = 'The Trust', entityKind, principal, spouse, trustee, state } = subject
  const isRevocable = entityKind === 'REVOCABLE_TRUST'
  return [
    `THIS TRUST AGREEMENT is made between ${principal} (the "Grantor") and ${trustee} (the "Trustee"). The trust is known as ${entity}.`,
    isRevocable
      ? 'ARTICLE I. REVOCATION. The Grantor may at any time revoke or amend this agreement by a signed writing.'
      : 'ARTICLE I. IRREVOCABLE. This agreement cannot be revoked, altered or amended by the Grantor.',
    isRevocable
      ? 'ARTICLE II. DURING LIFE. The Trustee shall pay to the Grantor all net income and such principal as the Grantor requests.'
      : `ARTICLE II. DISTRIBUTIONS. The Trustee may pay income and principal to ${entityKind === 'SLAT_TRUST' ? (spouse ?? heirs(subject)) : heirs(subject)} for health, education, maintenance and support.`,
    ...(entityKind === 'ILIT_TRUST'
      ? [
          `ARTICLE III. WITHDRAWAL. On each contribution the Trustee shall give ${heirs(subject)} written notice of a right to withdraw, which lapses after thirty days.`,
        ]
      : [`ARTICLE III. AFTER DEATH. The remaining property shall be divided into equal shares for ${heirs(subject)}.`]),
    'ARTICLE IV. TRUSTEES. A Trustee may resign on thirty days notice. No Trustee shall be required to give bond.',
    `ARTICLE V. GOVERNING LAW. This agreement is governed by the law of ${state}.`,
    ...signed(subject, date),
  ]
}

const company: Text = (subject, date) => [
  `THIS AGREEMENT governs ${subject.entity ?? 'the company'} (the "Company"), organized under the law of ${subject.state}.`,
  `1. MANAGEMENT. The business of the Company is managed by ${subject.principal}.`,
  `2. MEMBERS. ${subject.spouse ? `${subject.principal} and ${subject.spouse}` : subject.principal} hold all voting interests. Non-voting interests may be given to ${heirs(subject)} or to trusts for them.`,
  '3. DISTRIBUTIONS are made in proportion to interests, at the discretion of the manager.',
  '4. TRANSFERS. No interest may be transferred outside of the family without the written consent of all members.',
  '5. BOOKS are kept on a calendar year. Each member receives a Schedule K-1 by March 15.',
  ...signed(subject, date),
]

const taxReturn: Text = ({ principal, spouse, entity, year, home, place }) => [
  `For the year January 1 to December 31, ${year}.`,
  `Name: ${entity ?? (spouse ? `${principal} and ${spouse}` : principal)}`,
  `Address: ${home ? `${home}, ` : ''}${place}`,
  'Income, deductions and credits are on the attached schedules. Amounts are left out of this sample.',
  'Under penalties of perjury, I declare that I have examined this return and that it is true, correct and complete.',
  'Preparer: _____________________     Date: ____________',
]

const TEXTS: Partial<Record<DocumentType, Text>> = {
  SIGNED_TRUST_DOCUMENT: trust,
  EXISTING_REMAINDER_TRUST_DOCUMENT: trust,
  TRUST_AMENDMENT: (subject, date) => [
    `${subject.principal}, Grantor of ${subject.entity}, amends the agreement as follows.`,
    `FIRST. ${subject.trustee} shall be successor Trustee.`,
    'SECOND. In all other respects the agreement is ratified and confirmed.',
    ...signed(subject, date),
  ],
  WILL: (subject, date) => [
    `I, ${subject.principal}, of ${subject.place}, declare this to be my Last Will and revoke all earlier wills and codicils.`,
    `FIRST. My family. ${subject.spouse ? `I am married to ${subject.spouse}. ` : ''}${subject.children.length > 0 ? `My children are ${and(subject.children)}.` : 'I have no living children.'}`,
    `SECOND. I give my tangible personal property to ${subject.spouse ?? heirs(subject)}.`,
    'THIRD. I give the residue of my estate to the Trustee of my revocable trust, to be held under its terms.',
    `FOURTH. I name ${subject.trustee === subject.principal ? heirs(subject) : subject.trustee} as Executor, to serve without bond.`,
    ...signed(subject, date),
  ],
  POWER_OF_ATTORNEY: (subject, date) => [
    `I, ${subject.principal}, of ${subject.place}, appoint ${subject.trustee} as my agent to act for me in any lawful way.`,
    'The agent may act for banking, securities, real estate, insurance, taxes and retirement plans.',
    'Gifts to any one recipient in a year may not exceed the annual exclusion.',
    'This power is durable: it is not affected by my later incapacity.',
    ...signed(subject, date),
  ],
  HEALTHCARE_PROXY: (subject, date) => [
    `I, ${subject.principal}, appoint ${subject.trustee} as my health care agent, to decide for me if I cannot.`,
    ...(subject.children[0] ? [`If that agent is unavailable, I appoint ${subject.children[0]}.`] : []),
    'My agent may have access to all of my medical records.',
    ...signed(subject, date),
  ],
  LIVING_WILL: (subject, date) => [
    `I, ${subject.principal}, direct that life-sustaining treatment be withheld if I am in a terminal condition.`,
    'I wish to receive care that keeps me comfortable.',
    ...signed(subject, date),
  ],
  CRUMMEY_LETTER: ({ children, trustee, entity, principal, year, spouse }, date) => [
    date,
    `To: ${and(children) || spouse || 'the beneficiary'}`,
    `Re: ${entity}, notice of right of withdrawal for ${year}`,
    `${principal} has made a contribution to the trust. Under its Article III you may withdraw your share within thirty days of this letter, by writing to me. If I do not hear from you, your right lapses.`,
    'Please sign the copy of this letter to confirm that you received it.',
    `${trustee}, Trustee`,
    'Received: _____________________     Date: ____________',
  ],
  INSURANCE_POLICY: ({ principal, entity, year }) => [
    `Insured: ${principal}`,
    `Owner and beneficiary: ${entity ?? principal}`,
    `Date of issue: ${year}. Plan: whole life, participating.`,
    'We will pay the death benefit to the beneficiary when we receive proof that the insured died while this policy was in force.',
    'Premiums are due each year. There is a grace period of thirty-one days.',
  ],
  LLC_AGREEMENT: company,
  OPERATING_AGREEMENT: company,
  PARTNERSHIP_AGREEMENT: company,
  SHAREHOLDERS_AGREEMENT: company,
  CORPORATE_BYLAWS: company,
  INCOME_TAX_RETURN: taxReturn,
  GIFT_TAX_RETURN: taxReturn,
  TAX_FILING: taxReturn,
  DEED: (subject, date) => [
    `${subject.principal}, Grantor, for consideration of ten dollars, conveys to ${subject.entity ?? subject.spouse ?? subject.principal} the land with the buildings on it at ${subject.home ?? 'the address below'}, ${subject.place}.`,
    'The premises are free of all encumbrances made by the Grantor.',
    ...signed(subject, date),
  ],
}

const plain: Text = (subject, date) => [
  subject.entity
    ? `This document concerns ${subject.entity} and was prepared for ${subject.principal}.`
    : `This document was prepared for ${subject.spouse ? `${subject.principal} and ${subject.spouse}` : subject.principal}.`,
  `Acting for the family: ${subject.trustee}.`,
  ...signed(subject, date),
]

/** The paragraphs of a seeded document: short, but in the words of the kind of document that it claims to be. */
export function paragraphsOf(subject: DocumentSubject, date: string): readonly string[] {
  return (TEXTS[subject.type] ?? plain)(subject, date).map((text) => text.replaceAll('..', '.'))
}
