import { describe, expect, it } from 'vitest'
import { propose } from './texts.ts'

const will = `LAST WILL AND TESTAMENT OF NINA ELLERY
I, Nina Ellery, of Camden, declare this to be my Last Will and revoke all prior wills.
I give the residue of my estate to my executor in trust. Witnesses.`

const proxy = `HEALTH CARE PROXY
I, Nina Ellery, appoint Paul Ellery as my health care agent to make decisions with my physician.`

/** Files that name a document without being one. */
const mentions: readonly (readonly [what: string, text: string])[] = [
  [
    'a letter that encloses it',
    `Cole & Harding LLP
March 4, 2024
Dear Mr. Ellery:
Enclosed please find the
ELLERY FAMILY TRUST AGREEMENT
signed by the grantor and the trustee for the beneficiaries. The trust estate is listed.
Very truly yours,`,
  ],
  [
    'a letter with a reference line',
    `Re: Last Will and Testament of Robert James Ellery
Dear Nina,
We have finished the will. It names you executor and revokes prior wills. The residue goes to the trust.
Sincerely,`,
  ],
  [
    'an invoice for drafting it',
    `INVOICE
Last Will and Testament
Professional services: drafting will, executor clauses, residue, witnesses. Hours 3.5. Amount due $1,400.`,
  ],
  [
    'an invoice without that word in its head',
    `Cole & Harding
Durable Power of Attorney
Services rendered: appoint agent, principal, banking powers. Hourly rate $400. Balance due $800.`,
  ],
  [
    'an agenda',
    `Meeting Agenda
Trust Agreement
The grantor and trustee review beneficiaries and trust property.`,
  ],
  [
    'a memorandum',
    `MEMORANDUM
To: File
Operating Agreement
Members, contributions, manager, distributions, units.`,
  ],
  [
    'a mail',
    `Premium notice
Pine Mutual <service@pine.example>
Nina Ellery <nina@example.com>
PREMIUM NOTICE
Policy number 8812 insured premium amount due.`,
  ],
  [
    'a printed mail',
    `From: Susan Cole
To: Nina Ellery
Sent: Tuesday
LAST WILL AND TESTAMENT
The executor, the residue, revoke, witnesses, my will.`,
  ],
  [
    'an index of documents',
    `Closing Binder Index
Promissory Note
Loan Agreement
Borrower, lender, interest, principal, default.`,
  ],
  [
    'a certification of trust',
    `CERTIFICATION OF TRUST
ELLERY FAMILY TRUST AGREEMENT
The trustee certifies that the grantor created the trust for beneficiaries. Trust property.`,
  ],
  [
    'a revocation',
    `REVOCATION OF POWER OF ATTORNEY
I, Nina Ellery, the principal, revoke the appointment of my agent for banking and property.`,
  ],
  [
    'a resignation of a trustee',
    `RESIGNATION OF TRUSTEE
ELLERY FAMILY REVOCABLE TRUST
The trustee resigns. The grantor and the beneficiaries are told. Trust property.`,
  ],
  [
    'an application for a policy',
    `APPLICATION FOR LIFE INSURANCE POLICY
Proposed insured. Premiums. Face amount. Beneficiary. Owner. Policy number to follow.`,
  ],
  [
    'an illustration of a policy',
    `Life Insurance Policy Illustration
Insured: Nina Ellery. Premiums. Death benefit. Policy number none. Beneficiary.`,
  ],
  [
    'a deed of trust, which is a mortgage',
    `DEED OF TRUST
The grantor conveys to the trustee the real property in Knox County for the benefit of the grantee; heirs, assigns, consideration.`,
  ],
  [
    'a German letter',
    `Sehr geehrte Frau Ellery,
anbei erhalten Sie die
Last Will and Testament
mit executor, residue, revoke und witnesses, my will.
Mit freundlichen Grüßen`,
  ],
  [
    'a Spanish letter',
    `Estimada señora Ellery:
Adjunto encontrará el documento
Power of Attorney
principal, agent, banking, appoint.
Atentamente,`,
  ],
  [
    'a title without the words of such a document',
    `LAST WILL AND TESTAMENT
This folder is kept in the safe on the second floor.`,
  ],
  [
    'a sentence about it',
    `The last will and testament of my father named an executor, revoked all wills and left the residue to witnesses.`,
  ],
  [
    'a questionnaire',
    `Health Care Proxy Questionnaire
Whom do you appoint as agent for medical decisions? Your physician? Health care?`,
  ],
  [
    'an amendment to a deed restriction',
    `Amendment to Bylaws
Directors, shareholders, officers, meetings. The bylaws are hereby amended as follows.`,
  ],
  [
    'a receipt for it',
    'RECEIPT FOR ORIGINAL LAST WILL AND TESTAMENT\nMy will, my executor, the residue. I revoke. Witness.',
  ],
  ['a resolution about it', 'RESOLUTION ADOPTING BYLAWS\nDirectors, shareholders, officers, meetings.'],
  [
    'an assignment of a policy',
    'ASSIGNMENT OF LIFE INSURANCE POLICY\nPolicy number 3. Insured. Premiums. Death benefit. Owner. Company.',
  ],
  [
    'a bill for a premium',
    `PREMIUM NOTICE
Policy number 8812. Insured: Robert James Ellery. Premium due: $4,120. Amount due by July 1. Must be paid by then.`,
  ],
  [
    'a bill for a premium whose title says payment',
    `PREMIUM PAYMENT NOTICE
Policy number 8812. Insured: Robert James Ellery. Premium due: $4,120. Total amount due by July 1.`,
  ],
  ['a page without text that says anything', 'Page 1 of 1'],
]

describe('a file that names a document', () => {
  it.each(mentions)('is not proposed as that document: %s', (_what, text) => {
    expect(propose(text)).toMatchObject({ type: null, suggested: { type: null }, person: null })
  })

  it('is a mail by its kind, whatever its text looks like', () => {
    expect(propose(will, { mediaType: 'message/rfc822' })).toMatchObject({ type: null, entity: null, person: null })
  })

  it.each([
    ['another document after the first', `${will}\n---\n${proxy}`, 'more than one document'],
    [
      'a second one of the same type',
      `${will}\n---\n${will.replaceAll('Nina', 'Robert').replace('NINA', 'ROBERT')}`,
      'more than one document',
    ],
    [
      'another one in the middle of a page',
      `${will}\n${'The residue goes to my executor.\n'.repeat(20)}POWER OF ATTORNEY OF NINA ELLERY\nI, Nina Ellery, of Camden, appoint Paul.`,
      'more than one document',
    ],
    [
      'a will after a living will',
      `LIVING WILL\nI, Nina Ellery, refuse life-sustaining treatment by any physician if I am terminal.\n${'My doctors follow this.\n'.repeat(20)}LAST WILL AND TESTAMENT\nI, Nina Ellery, of Camden, revoke my wills.`,
      'more than one document',
    ],
    [
      'a letter-spaced power of attorney after it',
      `${will}\n---\nD U R A B L E P O W E R O F A T T O R N E Y\nI, Nina Ellery, appoint Paul Ellery my\nattorney in fact for all financial matters.`,
      'more than one document',
    ],
    [
      'a letter-spaced title of other words after it',
      `${will}\n---\nM A N D A T E I N C A S E O F I N C A P A C I T Y\nI, Nina Ellery, appoint Paul Ellery my\nmandatary for all financial matters.`,
      'more than one document',
    ],
    ['a letter after it', `${will}\n---\nDear Nina,\nHere is your will.`, 'page 2 is a letter'],
    [
      'two titles on one page',
      `LAST WILL AND TESTAMENT\nI, Nina, revoke wills.\n${proxy}\nexecutor residue witnesses`,
      'several documents',
    ],
    [
      'two documents in one title',
      `LIVING WILL AND HEALTH CARE PROXY\nI appoint my agent for medical decisions of my physician. Terminal. Life-sustaining. Health care.`,
      'several documents',
    ],
    [
      'a restated agreement',
      `AMENDED AND RESTATED TRUST AGREEMENT\nGrantor, trustee, beneficiaries, trust property.`,
      'restates',
    ],
  ])('has no type, and says why, with %s', (_what, text, said) => {
    const { type, doubts } = propose(text)
    expect(type).toBeNull()
    expect(doubts.join(' ')).toContain(said)
  })

  it.each([
    ['a draft', `DRAFT 3/14/2024\n${will}`, 'It is a draft'],
    [
      'a draft by its watermark',
      `DRAFT LAST WILL AND TESTAMENT OF NINA ELLERY\n${will.split('\n').slice(1).join('\n')}`,
      'It is a draft',
    ],
    ['a draft by its foot', `${will}\n---\nNot for execution`, 'It is a draft'],
    ['an unsigned copy', `UNSIGNED COPY\nx.\n${will}`, 'not signed'],
    ['an unsigned copy with its reason', `Unsigned copy: signing is set for June\nx.\n${will}`, 'not signed'],
    ['one that waits for its signatures', `Awaiting signatures of both witnesses\nx.\n${will}`, 'not signed'],
    ['one whose original did not come back', `The original has not been returned\nx.\n${will}`, 'not signed'],
    ['a revoked one', `REVOKED\nx.\n${will}`, 'may not be in force'],
    ['a superseded one', `SUPERSEDED BY WILL OF 2020\nx.\n${will}`, 'may not be in force'],
  ])('is only suggested if it is %s', (_what, text, said) => {
    const { type, suggested, doubts } = propose(text)
    expect({ type, suggested: suggested.type?.value }).toEqual({ type: null, suggested: 'WILL' })
    expect(doubts.join(' ')).toContain(said)
  })

  it('keeps its type where its text speaks of unsigned papers', () => {
    const text = `${will}\nAn unsigned copy of this will has the force of the original if the original was lost.`
    expect(propose(text).type).toMatchObject({ value: 'WILL' })
  })

  it('keeps its type with a schedule or an exhibit of another kind', () => {
    const note = 'PROMISSORY NOTE\nBorrower, lender, interest, principal, default.'
    expect(propose(`${will}\n---\nEXHIBIT A\n${note}`).type).toMatchObject({ value: 'WILL' })
    expect(propose(`${will}\n---\n${note}`).type).toBeNull()
  })

  it('agrees with a name that says the same or nothing, and is unsure with another', () => {
    for (const name of ['Will of Nina.pdf', 'scan.pdf', 'Ellery trust.pdf', 'doc 2019.pdf'])
      expect(propose(will, { name }).type).toMatchObject({ value: 'WILL' })
    const { type, suggested, doubts } = propose(will, { name: 'Power of Attorney.pdf' })
    expect({ type, suggested: suggested.type?.value }).toEqual({ type: null, suggested: 'WILL' })
    expect(doubts).toEqual(['Its name says “power of attorney”, which is: Power of attorney.'])
  })
})
