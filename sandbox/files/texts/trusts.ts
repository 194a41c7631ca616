import { and, type Cast } from '../cast.ts'
import { article, type Block, type Draft } from '../layout.ts'

const opening = ({ principal, trustee, place, dayOf, date, entity = 'the Trust', say }: Cast) =>
  say(
    `THIS TRUST AGREEMENT is made ${dayOf}, between ${principal}, of ${place} (the "Grantor"), and ${trustee} (the "Trustee"). The trust created by this agreement is known as ${entity}.`,
    `${principal} (the "Grantor") and ${trustee} (the "Trustee") enter into this agreement on ${date}. The trust shall be called ${entity}.`,
    `I, ${principal}, of ${place}, do hereby declare and establish a trust to be known as ${entity}, and I convey to ${trustee}, as Trustee, the property in Schedule A.`,
    `This Declaration and Agreement of Trust of ${entity} is made on ${date}. Grantor: ${principal}. Trustee: ${trustee}.`,
    `Agreement of trust made as of ${date} by and between ${principal} as Settlor, herein called the Grantor, and ${trustee} as Trustee. It may be referred to as ${entity}.`,
  )

/** The articles that tell one kind of trust from another. */
function purpose(cast: Cast): Block[] {
  const { entityKind, spouse, heirs, principal } = cast
  switch (entityKind) {
    case 'REVOCABLE_TRUST':
      return [
        article(
          'Right to Revoke and Amend',
          'The Grantor may at any time revoke this agreement or amend it in whole or in part by a signed writing delivered to the Trustee during the life of the Grantor.',
          'The right to revoke is personal to the Grantor and may not be exercised by a guardian; an agent under a durable power may exercise it only if the power says so.',
        ),
        article(
          'Administration During Life',
          'The Trustee shall pay to the Grantor all of the net income, at least quarterly, and as much of the principal as the Grantor requests.',
          'If the Grantor is unable to manage financial affairs, in the written opinion of two physicians, the Trustee may pay income and principal for the care of the Grantor and of those who depend on the Grantor.',
        ),
        article(
          'Division at Death',
          `On the death of the Grantor the Trustee shall pay the debts and taxes that the executor certifies, and divide the remaining property ${spouse ? `into a marital share for ${spouse} and a family share for ${heirs}` : `into equal shares for ${heirs}`}.`,
          'The share of a child who is not then living passes to the issue of that child, by right of representation.',
        ),
      ]
    case 'SLAT_TRUST':
      return [
        irrevocable(),
        article(
          'Distributions to the Spouse',
          `While ${spouse ?? 'the spouse of the Grantor'} is living, the Trustee may pay income and principal to that spouse for health, education, maintenance and support.`,
          'No distribution may discharge a legal obligation of the Grantor to support any individual.',
        ),
        article(
          'Remainder',
          `After the death of the spouse the property shall be held in separate trusts for ${heirs}.`,
        ),
      ]
    case 'ILIT_TRUST':
      return [
        irrevocable(),
        article(
          'Policies of Insurance',
          `The Trustee may apply for, own and hold policies on the life of ${principal}, and shall hold every incident of ownership in them.`,
          'The Trustee has no duty to pay a premium beyond the funds that are contributed for it.',
        ),
        article(
          'Right of Withdrawal',
          `On each contribution the Trustee shall give ${heirs} written notice of a right to withdraw, which lapses thirty days after the notice.`,
          'The amount that one beneficiary may withdraw in a calendar year is limited to the annual exclusion.',
        ),
      ]
    case 'GRAT_TRUST':
      return [
        irrevocable(),
        article(
          'Payment of the Annuity',
          `During the fixed term of two years the Trustee shall pay to ${principal} an annuity on each anniversary of the funding, from income and, to the extent that it is not sufficient, from principal.`,
          'The annuity is a fraction of the initial fair market value of the property as finally determined for federal tax purposes. No additional contribution may be made.',
        ),
        article('Remainder', `At the end of the term the property that remains passes to a trust for ${heirs}.`),
      ]
    case 'QPRT_TRUST':
      return [
        irrevocable(),
        article(
          'Use of the Residence',
          `During the retained term ${principal} may occupy the residence free of rent, and pays taxes, insurance and ordinary repairs.`,
          'If the residence ceases to be used as a personal residence, the trust ceases to be qualified as to all of its property.',
        ),
        article('End of the Term', `At the end of the term the residence passes to ${heirs}.`),
      ]
    case 'CRT_TRUST':
    case 'CLT_TRUST':
      return [
        irrevocable(),
        article(
          'Payment of the Stated Amount',
          entityKind === 'CRT_TRUST'
            ? `In each taxable year the Trustee shall pay to ${principal} a unitrust amount of six percent of the net fair market value of the property, valued on the first business day.`
            : 'In each taxable year of the term the Trustee shall pay a guaranteed annuity to the charitable organizations in Schedule B.',
          'The Trustee shall make no act of self-dealing, taxable expenditure or excess business holding.',
        ),
        article(
          'Distribution at the End of the Term',
          entityKind === 'CRT_TRUST'
            ? 'The property then passes to one or more organizations described in sections 170(c) and 2055(a) of the Code.'
            : `The property then passes to ${heirs}.`,
        ),
      ]
    default:
      return [
        irrevocable(),
        article(
          'Distributions',
          `The Trustee may pay as much of the income and principal to ${heirs} as the Trustee considers advisable for health, education, maintenance and support.`,
          'Income that is not paid shall be added to principal each year.',
        ),
        article(
          'Separate Shares',
          'When the youngest child reaches the age of thirty, the Trustee shall divide the property into separate equal shares.',
        ),
      ]
  }
}

const irrevocable = () =>
  article(
    'Trust Irrevocable',
    'This agreement is irrevocable. The Grantor has no right to alter, amend, revoke or terminate it in whole or in part.',
    'The Grantor intends that each gift made to the trust is complete, and that no part of the property is included in the estate of the Grantor.',
  )

const trust = (cast: Cast): Draft => {
  const { principal, spouse, trustee, bank, state, children, year, entity = 'the Trust', home, say } = cast
  return {
    title: say(
      'TRUST AGREEMENT',
      `Trust Agreement of ${entity}`,
      'DECLARATION OF TRUST',
      'TRUST INSTRUMENT',
      `AGREEMENT OF TRUST`,
    ),
    isLong: true,
    blocks: [
      { kind: 'paragraph', text: opening(cast) },
      ...(cast.layout % 2 === 0
        ? [
            { kind: 'heading', text: 'RECITALS' } as const,
            {
              kind: 'paragraph',
              text: `WHEREAS, the Grantor desires to transfer the property described in Schedule A to the Trustee, to be held in trust for the purposes stated below; and`,
            } as const,
            {
              kind: 'paragraph',
              text: 'WHEREAS, the Trustee is willing to hold and administer that property on the terms of this agreement; NOW, THEREFORE, the parties agree as follows.',
            } as const,
          ]
        : []),
      article(
        'Family and Definitions',
        `${spouse ? `The Grantor is married to ${spouse}. ` : ''}${children.length > 0 ? `The children of the Grantor are ${and(children)}.` : 'The Grantor has no living children.'}`,
        '"Issue" means lawful descendants of every degree, including those who are adopted before the age of eighteen. "Code" means the Internal Revenue Code of 1986, as amended.',
      ),
      ...purpose(cast),
      article(
        'The Trustees',
        `If ${trustee} ceases to serve for any reason, ${bank} shall serve as successor Trustee.`,
        'A Trustee may resign by thirty days written notice to the adult beneficiaries who may then receive income. No Trustee shall be required to give bond or to account to any court.',
        'A corporate Trustee is entitled to compensation under its published schedule of fees; an individual Trustee to what is reasonable.',
      ),
      article(
        'Powers of the Trustee',
        'In addition to powers conferred by law, the Trustee may retain, sell, exchange, lease, pledge or mortgage any property, real or personal, for any term, without leave of court.',
        'The Trustee may invest in property of every kind, open accounts with banks and brokers, hold securities in the name of a nominee, and vote in person or by proxy.',
        'The Trustee may employ attorneys, accountants and investment advisers, and may delegate investment authority with reasonable care.',
        'The Trustee may divide or combine trusts, make distributions in cash or in kind, and determine in good faith what is income and what is principal.',
      ),
      article(
        'Protection of Beneficiaries',
        'No interest of a beneficiary may be assigned, pledged or anticipated, and no interest is subject to the claims of creditors or to attachment or other legal process, to the extent permitted by law.',
        'A share of a beneficiary under the age of twenty-five, or under a disability, may be held for that beneficiary or paid to a custodian, parent or guardian.',
      ),
      article(
        'Limit of Duration',
        'Every trust under this agreement ends at the latest on the day before it would violate any rule against perpetuities that applies.',
      ),
      article(
        'Taxes and Expenses',
        'Taxes that are charged against the property by reason of a death shall be paid as the governing instrument and the law provide, and without apportionment within a class.',
        'Expenses of administration are paid from income or principal as the Trustee considers fair.',
      ),
      article(
        'General Provisions',
        `This agreement is governed by the law of ${state}. If a provision is not valid, the others remain in force.`,
        'It may be signed in counterparts. Headings are for convenience. A copy certified by the Trustee may be relied on as if it were the original.',
      ),
      {
        kind: 'signatures',
        of:
          principal === trustee
            ? [[principal, 'Grantor and Trustee']]
            : [
                [principal, 'Grantor'],
                [trustee, 'Trustee'],
              ],
        witnessed: cast.layout !== 3,
        notarized: true,
      },
      { kind: 'page' },
      { kind: 'heading', text: 'SCHEDULE A' },
      { kind: 'centered', text: `Property transferred to ${entity}` },
      {
        kind: 'table',
        heading: 'Initial property',
        rows: [
          ['1.', 'Cash', '$10.00'],
          [
            '2.',
            home ? `Tangible property at ${home}, so far as assigned` : 'Tangible property, so far as assigned',
            'as assigned',
          ],
          ['3.', `Securities and other assets listed in the ${year} memorandum of the Grantor`, 'as transferred'],
        ],
      },
    ],
  }
}

const amendment = (cast: Cast): Draft => {
  const { principal, trustee, bank, entity = 'the Trust', year, state, date, heirs, say } = cast
  return {
    title: say(
      'FIRST AMENDMENT TO TRUST AGREEMENT',
      `Amendment No. 1 to ${entity}`,
      'AMENDMENT OF TRUST',
      'TRUST AMENDMENT',
      'FIRST AMENDMENT AND CHANGE OF TRUSTEE',
    ),
    blocks: [
      {
        kind: 'paragraph',
        text: say(
          `THIS AMENDMENT is made on ${date} by ${principal}, Grantor of ${entity}, a trust made in ${year} under the law of ${state} (the "Agreement").`,
          `${principal} (the "Grantor") amends the trust agreement of ${entity} on ${date}, as set out below.`,
          `KNOW ALL MEN BY THESE PRESENTS, that I, ${principal}, Grantor of ${entity}, by the right that the instrument reserves to me, do amend the same.`,
          `Trust: ${entity}. Grantor: ${principal}. Date of this amendment: ${date}. The trust named above is amended as follows.`,
          `By this First Amendment, dated ${date}, ${principal} as Settlor and Grantor changes the trustees of ${entity}.`,
        ),
      },
      {
        kind: 'paragraph',
        text: `WHEREAS, the Agreement names ${bank} as a Trustee, to serve as it provides; and WHEREAS, the Grantor wishes to change the Trustees of the trust; NOW, THEREFORE:`,
      },
      article(
        'Change of Trustee',
        `${bank} is removed as Trustee and as successor Trustee, and each reference to it in the Agreement is deleted.`,
        `${trustee} is appointed successor Trustee in its place, with every right, power and discretion that the Agreement gives to a Trustee, and without bond.`,
        `${bank} shall deliver the property and the records of the trust within sixty days, and is released on the approval of its final account.`,
      ),
      article('Shares of Beneficiaries', `The shares of ${heirs} under the Agreement stay as they were.`),
      article(
        'Ratification',
        'In all other respects the Agreement is ratified and confirmed, and remains in full force.',
      ),
      { kind: 'signatures', of: [[principal, 'Grantor']], witnessed: cast.layout % 2 === 0, notarized: true },
      { kind: 'page' },
      { kind: 'heading', text: 'ACCEPTANCE BY TRUSTEE' },
      {
        kind: 'paragraph',
        text: `The undersigned accepts the appointment under the foregoing amendment of ${entity} and agrees to act on the terms of the Agreement.`,
      },
      { kind: 'signatures', of: [[trustee, 'Trustee']] },
    ],
  }
}

export const trusts = {
  SIGNED_TRUST_DOCUMENT: trust,
  EXISTING_REMAINDER_TRUST_DOCUMENT: (cast: Cast): Draft => {
    const { entity = 'the Trust', say } = cast
    const draft = trust(cast)
    return {
      ...draft,
      title: say(
        'REMAINDER TRUST AGREEMENT',
        'Remainder Trust Agreement',
        'DECLARATION OF REMAINDER TRUST',
        'REMAINDER TRUST INSTRUMENT',
        'AGREEMENT OF REMAINDER TRUST',
      ),
      blocks: [
        {
          kind: 'paragraph',
          text: `This existing trust is the remainder beneficiary of ${entity}: it receives what remains there at the end of the term of the annuity.`,
        },
        ...draft.blocks,
      ],
    }
  },
  TRUST_AMENDMENT: amendment,
}
