import { and, type Cast } from '../cast.ts'
import { article, type Block, type Draft, paragraph, table } from '../layout.ts'

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const crummey = (cast: Cast): Draft => {
  const { entity = 'the trust', principal, trustee, children, spouse, year, date, place, say } = cast
  const to = and(children) || spouse || 'the beneficiary'
  return {
    title: say(
      'NOTICE OF RIGHT OF WITHDRAWAL',
      `Notice of Contribution ${year}`,
      'CRUMMEY NOTICE',
      'NOTICE OF WITHDRAWAL RIGHT',
      'CRUMMEY LETTER',
    ),
    blocks: [
      paragraph(date),
      paragraph(`To: ${to}`),
      paragraph(`Re: ${entity}, notice of right of withdrawal for ${year}`),
      paragraph(
        `${principal} has made a contribution to the trust. Under its terms you may withdraw your share within thirty days of this letter, by writing to me. If I do not hear from you, your right lapses.`,
      ),
      paragraph(
        'The amount that you may withdraw is your equal share of the contribution, but not more than the annual exclusion from the gift tax for this year. The Trustee may pay you in cash or in kind.',
      ),
      paragraph(
        'If the beneficiary is a minor, this notice is given to the parent or guardian, who may exercise the right.',
      ),
      paragraph('Please sign the copy of this letter to confirm that you received it.'),
      paragraph(`${trustee}, Trustee, ${place}`),
      { kind: 'page' },
      { kind: 'heading', text: 'ACKNOWLEDGMENT OF RECEIPT' },
      paragraph(`I received the notice of ${date} for ${entity}.`),
      ...(children.length > 0 ? children : [to]).map(
        (name): Block => paragraph(`_____________________  ${name}     Date: ____________`),
      ),
    ],
  }
}

const transfer = (cast: Cast): Draft => {
  const { entity = 'the account', principal, date, bank, random, say } = cast
  return {
    title: say(
      'TRANSFER CONFIRMATION',
      'Confirmation of Transfer',
      'CONFIRMATION OF TRANSFER OF SECURITIES',
      'TRANSFER CONFIRMATION',
      'CONFIRMATION: TRANSFER COMPLETED',
    ),
    blocks: [
      paragraph(`${bank} confirms that the transfer below was completed on ${date}.`),
      table(
        'Transfer',
        ['From', principal],
        ['To', entity],
        ['Reference', `TR${random.int(100_000, 999_999)}`],
        ['Shares', String(random.int(500, 20_000))],
        ['Value on the date of transfer', dollars(random.int(90_000, 3_000_000))],
      ),
      paragraph('Please compare this confirmation with your records and tell us of differences within ten days.'),
    ],
  }
}

const premium = (cast: Cast): Draft => {
  const { entity = 'the owner', principal, year, date, random, say } = cast
  return {
    title: say(
      'PREMIUM PAYMENT CONFIRMATION',
      'Premium Receipt',
      'NOTICE OF PREMIUM PAID',
      'RECEIPT OF INSURANCE PREMIUM',
      'INSURANCE PREMIUM PAYMENT',
    ),
    blocks: [
      paragraph(`We received the premium for ${year} on ${date}. Thank you.`),
      table(
        'Payment',
        ['Policy owner', entity],
        ['Insured', principal],
        ['Policy number', `0${random.int(1_000_000, 9_999_999)}`],
        ['Premium paid', dollars(random.int(6_000, 80_000))],
      ),
      paragraph('The policy remains in force until the next premium is due. No further premium is payable this year.'),
    ],
  }
}

const movement =
  (kind: 'contribution' | 'distribution') =>
  (cast: Cast): Draft => {
    const { entity = 'the account', principal, year, date, random } = cast
    const word = kind === 'contribution' ? 'Contribution' : 'Distribution'
    return {
      title: cast.say(
        `${word.toUpperCase()} CONFIRMATION`,
        `Confirmation of ${word}`,
        `RECORD OF ${word.toUpperCase()}`,
        `${word} Record ${year}`,
        `${word} ${year}`,
      ),
      blocks: [
        paragraph(`This confirms a ${kind} ${kind === 'contribution' ? 'to' : 'from'} ${entity} on ${date}.`),
        table(
          word,
          [kind === 'contribution' ? 'Contributor' : 'Recommended by', principal],
          ['Account', entity],
          ['Amount', dollars(random.int(1_000, 60_000))],
        ),
        paragraph('It is recorded in the books of the account. Keep this confirmation for your tax records.'),
      ],
    }
  }

const statement = (cast: Cast): Draft => {
  const { entity = 'the account', principal, year, date, worth, random, place, home, say } = cast
  const total = worth[0]?.[1] ?? 250_000
  const parts = [
    'Cash and money funds',
    'Municipal bonds',
    'Large cap equity',
    'International equity',
    'Exchange-traded funds',
    'Alternative investments',
  ]
  const shares = parts.map(() => random.int(4, 30))
  const sum = shares.reduce((one, other) => one + other, 0)
  return {
    title: say(
      'YEAR-END STATEMENT',
      `Account Statement, December 31, ${year}`,
      'STATEMENT OF ACCOUNT',
      'ACCOUNT STATEMENT',
      'INVESTMENT ACCOUNT SUMMARY',
    ),
    blocks: [
      paragraph(`${principal}${home ? `, ${home}` : ''}, ${place}`),
      table(
        'Account',
        ['Name', entity],
        ['Number', `XXXX-${random.int(1000, 9999)}`],
        ['Period', `January 1 to December 31, ${year}`],
        ['Printed', date],
      ),
      table(
        'Portfolio summary',
        ['Value on January 1', dollars(total * 0.94)],
        ['Deposits and withdrawals', dollars(total * 0.01)],
        ['Income and change in value', dollars(total * 0.05)],
        ['Value on December 31', dollars(total)],
      ),
      table('Asset allocation', ...parts.map((name, at) => [name, dollars((total * (shares[at] ?? 0)) / sum)])),
      { kind: 'page' },
      { kind: 'heading', text: 'TRANSACTIONS' },
      table(
        'Activity of the year',
        ...Array.from({ length: 24 }, (_, at) => [
          `${String(Math.floor(at / 2) + 1).padStart(2, '0')}/${String(random.int(1, 28)).padStart(2, '0')}`,
          random.pick(['Dividend', 'Interest', 'Advisory fee', 'Purchase', 'Sale', 'Deposit']),
          dollars(random.int(20, 9000)),
        ]),
      ),
      paragraph(
        'Securities are offered through a registered broker-dealer, member SIPC. Report errors in writing within thirty days.',
      ),
    ],
  }
}

const balanceSheet = (cast: Cast): Draft => {
  const { party, date, worth } = cast
  const total = worth.reduce((sum, [, amount]) => sum + amount, 0)
  return {
    title: cast.say(
      'BALANCE SHEET',
      'Statement of Financial Position',
      'PERSONAL BALANCE SHEET',
      'BALANCE SHEET',
      'STATEMENT OF ASSETS AND LIABILITIES',
    ),
    blocks: [
      { kind: 'centered', text: `${party}, balance sheet as of ${date}` },
      table('Assets', ...worth.map(([name, amount]) => [name, dollars(amount)]), ['Total assets', dollars(total)]),
      table('Liabilities', ['Mortgages and notes', dollars(0)], ['Net worth', dollars(total)]),
      paragraph('Unaudited. Values are those that were last recorded.'),
    ],
  }
}

const gratDesign = (cast: Cast): Draft => {
  const { entity = 'the GRAT', principal, heirs, date, random, trustee } = cast
  const value = random.int(10, 90) * 100_000
  return {
    title: cast.say(
      'GRAT DESIGN SUMMARY',
      `Design Summary: ${entity}`,
      'GRANTOR RETAINED ANNUITY TRUST, SUMMARY OF DESIGN',
      'GRAT DESIGN SUMMARY',
      'SUMMARY OF GRAT DESIGN',
    ),
    blocks: [
      paragraph(
        `Prepared for ${principal} on ${date}. This summary describes the design of ${entity}, a grantor retained annuity trust; it is not the instrument.`,
      ),
      table(
        'Terms',
        ['Grantor', principal],
        ['Trustee', trustee],
        ['Term', '2 years'],
        ['Initial value', dollars(value)],
        ['Section 7520 rate', `${random.int(36, 54) / 10}%`],
        ['Remainder to', heirs],
      ),
      article(
        'How It Works',
        'The grantor keeps an annuity that returns the initial value with interest at the rate of section 7520. Growth above that rate passes to the remainder beneficiaries without gift tax.',
        'If the grantor dies during the term, part or all of the property returns to the estate.',
      ),
      { kind: 'page' },
      table('Projection', ...[4, 6, 8, 10, 12].map((rate) => [`Growth of ${rate}%`, dollars(value * 0.021 * rate)])),
      article(
        'Next Steps',
        'Counsel drafts the agreement, the custodian opens an account, and the property is transferred on the day that the rate is fixed.',
      ),
    ],
  }
}

const appraisal = (cast: Cast): Draft => {
  const { entity = 'the holding', principal, date, random, year } = cast
  const value = random.int(8, 120) * 100_000
  return {
    title: cast.say(
      'APPRAISAL REPORT',
      `Valuation of Interests in ${entity}`,
      'APPRAISAL OF FAIR MARKET VALUE',
      'QUALIFIED APPRAISAL',
      'VALUATION REPORT',
    ),
    isLong: cast.layout === 0,
    blocks: [
      paragraph(
        `At the request of ${principal} we valued interests of ${entity} as of ${date}, for purposes of transfer.`,
      ),
      article(
        'Standard of Value',
        'Fair market value is the price at which the property would change hands between a willing buyer and a willing seller, neither being under any compulsion, and both having reasonable knowledge of relevant facts. Revenue Ruling 59-60.',
      ),
      article(
        'Sources of Information',
        'We read the governing agreement, five years of tax returns and the records of assets, and spoke with management.',
      ),
      article('Approaches', 'We considered the asset, income and market approaches, and relied on the asset approach.'),
      article(
        'Discounts',
        `We applied discounts of ${random.int(8, 18)} percent for lack of control and ${random.int(15, 30)} percent for lack of marketability.`,
      ),
      article('Conclusion', `The fair market value of a one percent interest is ${dollars(value / 140)}.`),
      { kind: 'page' },
      table(
        'EXHIBIT 1  Net asset value',
        ['Investments', dollars(value * 0.92)],
        ['Cash', dollars(value * 0.08)],
        ['Net asset value', dollars(value)],
      ),
      paragraph(
        `Certification: we have no interest in the property. Our fee of ${year} does not depend on the value found.`,
      ),
    ],
  }
}

const presentation = (cast: Cast): Draft => {
  const { party, principal, spouse, year, date, children } = cast
  return {
    title: cast.say(
      'ANNUAL REVIEW',
      `Annual Review ${year}`,
      'REVIEW OF YOUR WEALTH PLAN',
      'CLIENT PRESENTATION',
      'YOUR PLAN AT A GLANCE',
    ),
    blocks: [
      { kind: 'centered', text: `Prepared for ${spouse ? `${principal} and ${spouse}` : principal}, ${date}` },
      { kind: 'page' },
      article('Agenda', 'Your family and goals. Your balance sheet. Your estate plan. Next steps.'),
      { kind: 'page' },
      article('Your Family', `${party}. ${children.length > 0 ? `Children: ${and(children)}.` : ''}`),
      { kind: 'page' },
      article(
        'Next Steps',
        'Confirm beneficiary designations. Review insurance. Update the list of wishes for tangible property.',
      ),
      paragraph('For discussion only. This is not legal or tax advice.'),
    ],
  }
}

export const letters = {
  CRUMMEY_LETTER: crummey,
  TRANSFER_CONFIRMATION: transfer,
  INSURANCE_PREMIUM_PAYMENT: premium,
  LOGGED_CONTRIBUTION: movement('contribution'),
  LOGGED_DISTRIBUTION: movement('distribution'),
  ACCOUNT_DOCUMENTATION_STATEMENT: statement,
  BALANCE_SHEET: balanceSheet,
  GRAT_DESIGN_SUMMARY: gratDesign,
  ASSET_VALUATION: appraisal,
  GENERATED_PRESENTATION: presentation,
}
