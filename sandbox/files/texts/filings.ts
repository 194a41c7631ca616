import { address, type Cast, dollars } from '../cast.ts'
import { type Block, type Draft, paragraph, table } from '../layout.ts'

/** Numbers that no one has: employer numbers of this prefix were never issued. */
const taxNumber = ({ random }: Cast) => `00-${random.int(1_000_000, 9_999_999)}`

const declaration = ({ principal, lawyer, date, say }: Cast): Block[] => [
  paragraph(
    'Under penalties of perjury, I declare that I have examined this return and accompanying schedules and statements, and to the best of my knowledge and belief they are true, correct and complete.',
  ),
  table('Sign here', ['Signature', principal], ['Date', date]),
  table(
    'Paid preparer use only',
    ['Preparer', `${lawyer}, CPA`],
    [say('PTIN', 'PTIN', 'Number', 'PTIN', 'Preparer ID'), 'P00000000'],
  ),
]

/** Lines of a return with amounts; a line of a total is the sum of those above it. */
const lines = (cast: Cast, names: readonly string[], most: number) => {
  let sum = 0
  return names.map((name, at) => {
    const amount = name.startsWith('Total') ? sum : cast.random.int(Math.round(most / 40), most)
    sum += amount
    return [String(at + 1).padStart(2), name, dollars(amount)]
  })
}

const incomeTax = (cast: Cast): Draft => {
  const { principal, spouse, entity, year, say } = cast
  return {
    title: say(
      'Form 1040',
      `U.S. Individual Income Tax Return ${year}`,
      'INDIVIDUAL INCOME TAX RETURN',
      `Form 1040  U.S. Individual Income Tax Return  ${year}`,
      'INCOME TAX RETURN',
    ),
    blocks: [
      { kind: 'centered', text: `U.S. Individual Income Tax Return for the year January 1 to December 31, ${year}` },
      table(
        'Filing status',
        ['Status', spouse ? 'Married filing jointly' : 'Single'],
        ['Name', entity ?? principal],
        ...(spouse ? [['Spouse', spouse]] : []),
        ['Address', address(cast)],
        ['Social security number', 'XXX-XX-XXXX'],
      ),
      table(
        'Income',
        ...lines(
          cast,
          [
            'Wages, salaries, tips',
            'Taxable interest',
            'Qualified dividends',
            'Ordinary dividends',
            'IRA distributions',
            'Pensions and annuities',
            'Capital gain or (loss), Schedule D',
            'Total income',
          ],
          480_000,
        ),
      ),
      table(
        'Deductions and tax',
        ...lines(
          cast,
          [
            'Itemized deductions, Schedule A',
            'Taxable income',
            'Tax',
            'Alternative minimum tax',
            'Credits',
            'Total tax',
          ],
          160_000,
        ),
      ),
      table(
        'Payments',
        ...lines(cast, ['Federal income tax withheld', 'Estimated tax payments', 'Amount overpaid'], 90_000),
      ),
      ...declaration(cast),
      { kind: 'page' },
      { kind: 'heading', text: 'SCHEDULE B  Interest and Ordinary Dividends' },
      table(
        'Part I  Interest',
        ...lines(cast, ['Municipal money fund', 'Bank deposit program', 'Treasury notes'], 40_000),
      ),
      { kind: 'heading', text: 'SCHEDULE D  Capital Gains and Losses' },
      table(
        'Part II  Long-term',
        ...lines(cast, ['Totals from Form 8949, box D', 'Totals from Form 8949, box E', 'Net long-term gain'], 210_000),
      ),
    ],
  }
}

const giftTax = (cast: Cast): Draft => {
  const { principal, spouse, entity = 'a trust', year, say } = cast
  return {
    title: say(
      'Form 709',
      `United States Gift (and Generation-Skipping Transfer) Tax Return ${year}`,
      'GIFT TAX RETURN',
      `Form 709  Gift Tax Return  ${year}`,
      'FEDERAL GIFT TAX RETURN',
    ),
    blocks: [
      {
        kind: 'centered',
        text: `United States Gift (and Generation-Skipping Transfer) Tax Return. For gifts made during calendar year ${year}`,
      },
      table(
        'Part 1  General information',
        ['1  Donor', principal],
        ['2  Residence', address(cast)],
        ['12  Gifts made by spouses to third parties (consent)', spouse ? `Yes, ${spouse}` : 'No'],
        ['Donor identification', 'XXX-XX-XXXX'],
      ),
      table(
        'Part 2  Tax computation',
        ...lines(
          cast,
          [
            'Amount from Schedule A, Part 4',
            'Total taxable gifts for prior periods',
            'Tax on the amount above',
            'Applicable credit',
            'Balance due',
          ],
          3_000_000,
        ),
      ),
      ...declaration(cast),
      { kind: 'page' },
      { kind: 'heading', text: 'SCHEDULE A  Computation of Taxable Gifts' },
      table(
        'Part 3  Indirect skips and other transfers in trust',
        ['Donee', entity],
        ['Date of gift', `${year}`],
        ['Value at date of gift', dollars(cast.random.int(90_000, 4_000_000))],
      ),
      paragraph(
        'The transferor allocates exemption of the generation-skipping transfer tax by formula so that the inclusion ratio is zero. Attached: appraisal, and copy of the trust instrument.',
      ),
    ],
  }
}

const filing = (cast: Cast): Draft => {
  const { principal, entity = 'the entity', year, entityKind, state, date } = cast
  const foundation = entityKind === 'PRIVATE_FOUNDATION'
  const form = foundation
    ? 'Form 990-PF'
    : entityKind === 'SCORP_BUSINESS_ENTITY'
      ? 'Schedule K-1 (Form 1120-S)'
      : 'Schedule K-1 (Form 1065)'
  return {
    title: `${form} ${year}`,
    blocks: [
      {
        kind: 'centered',
        text: foundation ? 'Return of Private Foundation' : 'Share of Income, Deductions, Credits, etc.',
      },
      paragraph(`For the year January 1 to December 31, ${year}.`),
      table(
        foundation ? 'Foundation' : 'Part I  Information about the entity',
        ['A  Employer identification number', taxNumber(cast)],
        ['B  Name', entity],
        ['C  Filed in', state],
        ['Date issued', date],
      ),
      ...(foundation
        ? [
            table(
              'Part I  Analysis of revenue and expenses',
              ...lines(
                cast,
                [
                  'Contributions received',
                  'Interest',
                  'Dividends',
                  'Net gain',
                  'Compensation of officers',
                  'Grants paid',
                ],
                200_000,
              ),
            ),
            table(
              'Part X  Minimum investment return',
              ...lines(cast, ['Fair market value of assets', 'Distributable amount'], 4_000_000),
            ),
          ]
        : [
            table(
              'Part II  Information about the partner or shareholder',
              ['F  Name', principal],
              ['G  Address', address(cast)],
            ),
            table(
              'Part III  Share of current year',
              ...lines(
                cast,
                [
                  'Ordinary business income',
                  'Net rental real estate income',
                  'Interest income',
                  'Net long-term capital gain',
                  'Distributions',
                ],
                120_000,
              ),
            ),
          ]),
      ...(foundation
        ? declaration(cast)
        : [
            paragraph(
              'See the instructions. This schedule is furnished to the recipient and to the Internal Revenue Service.',
            ),
          ]),
      { kind: 'page' },
      { kind: 'heading', text: 'STATEMENTS ATTACHED' },
      table(
        'Other information',
        ...lines(cast, ['Section 199A information', 'Investment income', 'Foreign taxes paid'], 9_000),
      ),
    ],
  }
}

const stateFiling = (cast: Cast): Draft => {
  const { entity = 'the company', state, principal, year, date, say, random } = cast
  return {
    title: say(
      'ANNUAL REPORT',
      `Annual Report ${year}`,
      'CERTIFICATE OF GOOD STANDING',
      'STATEMENT OF INFORMATION',
      'STATE BUSINESS FILING',
    ),
    blocks: [
      { kind: 'centered', text: `Secretary of State, State of ${state}, Business Services Division` },
      table(
        'Filing',
        ['Business name', entity],
        ['Business ID', String(random.int(1_000_000, 9_999_999))],
        ['Date filed', date],
        ['Principal or manager', principal],
        ['Principal office', address(cast)],
        ['Registered agent', principal],
        ['Fee', '$80.00'],
      ),
      paragraph(
        `The business named above is registered in ${state} and has filed what the law requires to be in good standing.`,
      ),
      { kind: 'page' },
      { kind: 'heading', text: 'RECEIPT' },
      paragraph('Accepted for filing. Keep this record. No further notice is mailed.'),
    ],
  }
}

const beneficialOwnership = (cast: Cast): Draft => {
  const { entity = 'the company', principal, spouse, date } = cast
  return {
    title: cast.say(
      'BENEFICIAL OWNERSHIP INFORMATION REPORT',
      'Beneficial Ownership Information Report (BOIR)',
      'BENEFICIAL OWNERSHIP REPORT',
      'BOI REPORT',
      'BENEFICIAL OWNERSHIP INFORMATION',
    ),
    blocks: [
      { kind: 'centered', text: 'Financial Crimes Enforcement Network, Corporate Transparency Act' },
      table(
        'Part I  Reporting company',
        ['Legal name', entity],
        ['Tax identification', taxNumber(cast)],
        ['Jurisdiction of formation', cast.state],
        ['Date prepared', date],
      ),
      table(
        'Part III  Beneficial owner',
        ['Full legal name', principal],
        ['Residential address', address(cast)],
        ['Substantial control', 'Yes'],
      ),
      ...(spouse
        ? [table('Part III  Beneficial owner', ['Full legal name', spouse], ['Residential address', address(cast)])]
        : []),
      paragraph('The filer certifies that the information is true, correct and complete.'),
      { kind: 'page' },
      { kind: 'heading', text: 'Submission receipt' },
      paragraph(`Status: accepted. Tracking number BOIR${cast.random.int(100_000, 999_999)}.`),
    ],
  }
}

const fincen = (cast: Cast): Draft => {
  const { entity = 'the filer', principal, year, date } = cast
  return {
    title: cast.say(
      'FINCEN REPORT 114',
      'FinCEN Form 114',
      'REPORT OF FOREIGN BANK AND FINANCIAL ACCOUNTS',
      'FBAR (FinCEN 114)',
      'FINCEN FILING',
    ),
    blocks: [
      { kind: 'centered', text: `Report of Foreign Bank and Financial Accounts for calendar year ${year}` },
      table(
        'Part I  Filer',
        ['Name', entity],
        ['Tax identification', taxNumber(cast)],
        ['Signed by', principal],
        ['Date', date],
      ),
      table(
        'Part II  Account owned separately',
        ['Financial institution', 'Banque du Lac, Geneva'],
        ['Maximum value', dollars(cast.random.int(11_000, 400_000))],
      ),
      { kind: 'page' },
      { kind: 'heading', text: 'Confirmation of the BSA E-Filing System' },
      paragraph(`The submission of ${entity} was received and accepted.`),
    ],
  }
}

const taxId = (cast: Cast): Draft => {
  const { entity = 'the trust', trustee, date, say } = cast
  return {
    title: say(
      'CP 575 NOTICE',
      'Employer Identification Number Confirmation',
      'NOTICE OF NEW EMPLOYER IDENTIFICATION NUMBER',
      'EIN ASSIGNMENT',
      'TAX ID CONFIRMATION',
    ),
    blocks: [
      { kind: 'centered', text: 'Department of the Treasury, Internal Revenue Service' },
      table(
        'Notice',
        ['Date of this notice', date],
        ['Employer Identification Number', taxNumber(cast)],
        ['Form', 'SS-4'],
      ),
      paragraph(`${entity}, ${trustee} TTEE, ${address(cast)}`),
      paragraph(
        'WE ASSIGNED YOU AN EMPLOYER IDENTIFICATION NUMBER. Thank you for applying. This number will identify you, your accounts, tax returns and documents, even if you have no employees. Please keep this notice in your permanent records.',
      ),
      paragraph('Based on the information received, you must file Form 1041 by April 15 of each year.'),
    ],
  }
}

const receipt = (cast: Cast): Draft => {
  const { entity = 'the fund', principal, year, date, say } = cast
  return {
    title: say(
      'ACKNOWLEDGMENT OF CHARITABLE GIFT',
      'Gift Receipt',
      'RECEIPT FOR TAX PURPOSES',
      'TAX RECEIPT',
      'CHARITABLE CONTRIBUTION TAX RECEIPT',
    ),
    blocks: [
      paragraph(date),
      paragraph(
        `Dear ${principal}: thank you for your contribution in ${year} to ${entity}. This letter is your receipt for income tax purposes.`,
      ),
      table(
        'Contribution',
        ['Donor', principal],
        ['Account', entity],
        ['Amount', dollars(cast.random.int(5, 90) * 1000)],
      ),
      paragraph(
        'No goods or services were provided in exchange for this contribution. The sponsor is a public charity under section 501(c)(3) and has exclusive legal control over the assets contributed.',
      ),
    ],
  }
}

export const filings = {
  INCOME_TAX_RETURN: incomeTax,
  GIFT_TAX_RETURN: giftTax,
  TAX_FILING: filing,
  TAX_RECEIPT: receipt,
  TAX_ID_CONFIRMATION: taxId,
  STATE_BUSINESS_FILING: stateFiling,
  BENEFICIAL_OWNERSHIP_INFORMATION_REPORT: beneficialOwnership,
  FINCEN_FILING: fincen,
}
