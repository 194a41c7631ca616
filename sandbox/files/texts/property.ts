import { address, type Cast, dollars } from '../cast.ts'
import { article, type Draft, paragraph, table } from '../layout.ts'

const deed = (cast: Cast): Draft => {
  const { principal, entity, entityKind, spouse, trustee, county, state, date, lawFirm, say, random } = cast
  const grantee = entityKind?.endsWith('_TRUST') ? `${trustee}, Trustee of ${entity}` : (entity ?? spouse ?? principal)
  return {
    title: say('WARRANTY DEED', 'Quitclaim Deed', 'INDENTURE AND DEED', 'QUITCLAIM DEED', 'BARGAIN AND SALE DEED'),
    blocks: [
      paragraph(
        `Prepared by and return to: ${lawFirm}. Tax map ${random.int(10, 99)}, lot ${random.int(1, 400)}. ${county}.`,
      ),
      paragraph(
        say(
          `${principal}, Grantor, for consideration of ten dollars, conveys to ${grantee}, Grantee, with warranty covenants, the land with the buildings on it at ${address(cast)}.`,
          `${principal} (Grantor), for no consideration, remises, releases and quitclaims to ${grantee} (Grantee) all right, title and interest in the premises at ${address(cast)}.`,
          `THIS INDENTURE, made the ${date}, between ${principal}, party of the first part, and ${grantee}, party of the second part, WITNESSETH that the party of the first part, for ten dollars, does grant and release the premises at ${address(cast)}.`,
          `Grantor: ${principal}. Grantee: ${grantee}. Property: ${address(cast)}. The Grantor quitclaims the property to the Grantee.`,
          `${principal}, the grantor, grants and conveys to ${grantee}, the grantee, the parcel of land at ${address(cast)}.`,
        ),
      ),
      article(
        'Description',
        `Beginning at an iron pin on the line of the public way; thence north ${random.int(10, 80)} degrees east ${random.int(90, 300)} feet to a stone bound; thence by land now or formerly of others to the point of beginning, containing ${random.int(1, 9)}.${random.int(10, 99)} acres, more or less.`,
      ),
      article(
        'Title',
        'Being the same premises that were conveyed to the Grantor by a deed recorded in the land records. The premises are free of all encumbrances made by the Grantor.',
      ),
      article(
        'To Have and to Hold',
        'TO HAVE AND TO HOLD the premises, with their appurtenances, to the Grantee and the successors and assigns of the Grantee forever.',
      ),
      { kind: 'signatures', of: [[principal, 'Grantor']], witnessed: cast.layout % 2 === 0, notarized: true },
      { kind: 'page' },
      { kind: 'heading', text: 'FOR RECORDER' },
      table(
        'Recorded',
        ['Book', String(random.int(1000, 9000))],
        ['Page', String(random.int(1, 700))],
        ['State', state],
      ),
    ],
  }
}

const assignmentOfInterest = (cast: Cast): Draft => {
  const { principal, entity = 'the assignee', entityKind, trustee, date, say } = cast
  const trust = entityKind?.endsWith('_TRUST')
  return {
    title: say(
      'ASSIGNMENT OF INTEREST',
      'Assignment of Membership Interest',
      'ASSIGNMENT OF PARTNERSHIP INTEREST',
      'ASSIGNMENT OF INTEREST',
      'GIFT ASSIGNMENT OF INTEREST',
    ),
    blocks: [
      paragraph(
        `For value received, and as of ${date}, ${principal} (the "Assignor") assigns and transfers to ${trust ? `${trustee}, as Trustee of ${entity}` : `the trusts named in the schedule`} (the "Assignee") the interest described below${trust ? '' : ` in ${entity}`}.`,
      ),
      article(
        'Interest',
        `A non-voting interest of ${cast.random.int(5, 49)} percent, with the capital account that belongs to it.`,
      ),
      article(
        'Value',
        'The interest has the value that a qualified appraisal finds; if it is finally determined to be different, the percentage is adjusted accordingly.',
      ),
      article(
        'Acceptance',
        'The Assignee accepts the assignment and agrees to be bound by the agreement that governs the interest.',
      ),
      {
        kind: 'signatures',
        of: [[principal, 'Assignor'], ...(trust ? [[trustee, 'Trustee, Assignee'] as const] : [])],
        notarized: cast.layout % 2 === 0,
      },
      { kind: 'page' },
      { kind: 'heading', text: 'CONSENT' },
      paragraph('The manager consents to the assignment and waives the right of first refusal.'),
    ],
  }
}

const assignmentOfTangible = (cast: Cast): Draft => {
  const { principal, entity = 'the trust', trustee, date, say } = cast
  return {
    title: say(
      'ASSIGNMENT OF TANGIBLE PERSONAL PROPERTY',
      'Assignment of Tangible Property',
      'BILL OF SALE AND ASSIGNMENT OF TANGIBLES',
      'ASSIGNMENT OF PERSONAL PROPERTY',
      'GENERAL ASSIGNMENT OF TANGIBLE PERSONAL PROPERTY',
    ),
    blocks: [
      paragraph(
        `On ${date} I, ${principal}, assign to ${trustee}, as Trustee of ${entity}, all of my tangible personal property, wherever it is kept.`,
      ),
      article(
        'Property',
        'Household furniture and furnishings, works of art, books, jewelry, clothing, silver, and all other articles of household or personal use, now owned or acquired later; but not vehicles that need a certificate of title.',
      ),
      article(
        'Purpose',
        'This assignment is made so that the property is held under the terms of the trust and does not pass through probate.',
      ),
      { kind: 'signatures', of: [[principal, 'Assignor']], notarized: true },
      { kind: 'page' },
      table('INVENTORY', ['Paintings', 'as insured'], ['Furniture', 'as insured'], ['Jewelry', 'as insured']),
    ],
  }
}

const note = (cast: Cast): Draft => {
  const { principal, entity = 'the borrower', trustee, date, state, say } = cast
  const amount = dollars(cast.random.int(10, 300) * 10_000)
  return {
    title: say(
      'LOAN AND PROMISSORY NOTE AGREEMENT',
      'Promissory Note',
      'PROMISSORY NOTE',
      'LOAN AGREEMENT AND NOTE',
      'TERM LOAN AGREEMENT',
    ),
    blocks: [
      paragraph(
        `${amount}, ${date}. For value received, ${trustee}, as Trustee of ${entity} (the "Borrower"), promises to pay to the order of ${principal} (the "Lender") the principal sum of ${amount}, with interest.`,
      ),
      article(
        'Interest',
        'Interest accrues at the applicable federal rate for the month of this note, compounded semiannually, and is paid once a year.',
      ),
      article(
        'Maturity',
        'The principal is due on the ninth anniversary. It may be prepaid in whole or in part without penalty.',
      ),
      article(
        'Default',
        'If a payment is not made within thirty days of its due date, the Lender may declare the whole sum to be due.',
      ),
      article('Security', 'The loan is secured by a pledge of the securities that are listed in Exhibit A.'),
      article('Governing Law', `The law of ${state} governs this note.`),
      {
        kind: 'signatures',
        of: [
          [trustee, 'Trustee, Borrower'],
          [principal, 'Lender'],
        ],
      },
      { kind: 'page' },
      table('EXHIBIT A', ['Pledged securities', 'as delivered'], ['Custodian', cast.bank]),
    ],
  }
}

const policy = (cast: Cast): Draft => {
  const { principal, entity, entityKind, year, date, random, say } = cast
  const owner = entity && entityKind !== 'INSURANCE_PERSONAL_ACCOUNT' ? entity : principal
  return {
    title: say(
      'WHOLE LIFE INSURANCE POLICY',
      'Life Insurance Policy',
      'POLICY OF LIFE INSURANCE',
      'FLEXIBLE PREMIUM ADJUSTABLE LIFE INSURANCE POLICY',
      'PARTICIPATING WHOLE LIFE POLICY',
    ),
    blocks: [
      {
        kind: 'centered',
        text: say(
          'Northern Mutual Life Assurance Company',
          'Harbor Light Life',
          'The Provident Society of the East',
          'Keystone Life and Annuity',
          'Granite Life Insurance Company',
        ),
      },
      { kind: 'heading', text: 'POLICY SPECIFICATIONS' },
      table(
        'Schedule',
        ['Insured', principal],
        ['Owner and beneficiary', owner],
        ['Policy number', `0${random.int(1_000_000, 9_999_999)}`],
        ['Date of issue', date],
        ['Face amount', dollars(random.int(5, 50) * 100_000)],
        ['Annual premium', dollars(random.int(6, 70) * 1000)],
      ),
      paragraph(
        `Plan issued in ${year}. We will pay the death benefit to the beneficiary when we receive proof that the insured died while this policy was in force.`,
      ),
      article(
        'Right to Examine',
        'This policy may be returned within ten days of its delivery for a full refund of the premium.',
      ),
      article(
        'Premiums',
        'Premiums are due each year. There is a grace period of thirty-one days, in which the policy stays in force.',
      ),
      article(
        'Owner and Beneficiary',
        'The owner may exercise every right under this policy. A change of beneficiary takes effect when it is recorded at our home office.',
      ),
      article(
        'Cash Value and Loans',
        'After the first year the policy has the cash value in the table. The owner may borrow up to the loan value at an adjustable rate.',
      ),
      article(
        'Dividends',
        'This is a participating policy. Dividends may be taken in cash, applied to premiums or used for paid-up additions.',
      ),
      article(
        'Incontestability',
        'We will not contest this policy after it has been in force for two years, but for nonpayment of premiums.',
      ),
      article(
        'Suicide',
        'If the insured dies by suicide within two years of the date of issue, we pay only the premiums that were paid.',
      ),
      { kind: 'page' },
      table(
        'TABLE OF GUARANTEED VALUES (per $1,000)',
        ...Array.from({ length: 20 }, (_, at) => [`End of year ${at + 1}`, dollars(at * 21 + 4)]),
      ),
    ],
  }
}

export const property = {
  DEED: deed,
  ASSIGNMENT_OF_INTEREST: assignmentOfInterest,
  ASSIGNMENT_OF_TANGIBLE_PROPERTY: assignmentOfTangible,
  LOAN_NOTE_AGREEMENT: note,
  INSURANCE_POLICY: policy,
}
