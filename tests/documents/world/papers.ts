import { fullName } from './firm.ts'
import { type Made, ofEntity, type Scene } from './scene.ts'

type Maker = (scene: Scene) => Made

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}.00`

const crummey: Maker = (scene) => {
  const { spouse, child, other, me, random, on, entity, named } = scene
  const one = entity('insurance')
  return {
    about: 'withdrawal notice',
    truth: { ...ofEntity('CRUMMEY_LETTER', scene, one), person: [] },
    paragraphs: [
      `${on}`,
      `${fullName(child)}\n${fullName(other)}`,
      `Dear ${child.first} and ${other.first}:`,
      random.pick([
        '# Notice of demand right',
        '# Crummey withdrawal notice',
        '# Your right to withdraw a gift in trust',
      ]),
      `As trustee of ${named(one)} I notify you that ${me} added ${dollars((random.below(30) + 5) * 1000)} to the trust. Each of you has a power to demand your share of the addition.`,
      'The power expires if you do not use it by written demand within 45 days. You need not do anything if you do not wish to withdraw.',
      `Sincerely,\n${fullName(spouse)}, Trustee`,
      'I waive my right to further notice / acknowledge receipt: ____________',
    ],
  }
}

const policy: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('insurance')
  return {
    about: 'policy of a trust',
    truth: ofEntity('INSURANCE_POLICY', scene, one),
    paragraphs: [
      random.pick([
        '# SURVIVORSHIP LIFE INSURANCE POLICY',
        '# VARIABLE UNIVERSAL LIFE INSURANCE POLICY',
        '# Policy of Insurance on Life',
      ]),
      'Meridian Mutual of the Plains',
      `Insured: ${me}\nOwner: ${named(one)}\nIssue Date: ${on}\nPolicy Number: MM${random.below(900_000) + 100_000}\nSpecified Amount: ${dollars(2_000_000)}`,
      'We promise to pay the proceeds on due proof of death, subject to the provisions on this and the following pages.',
      'PREMIUMS. The first premium is due on the issue date. REINSTATEMENT. A lapsed policy may be reinstated within five years. LOANS. The policy is the sole security.',
      'TABLE OF SURRENDER CHARGES per thousand: 1: 24.10  2: 22.80  3: 21.40  4: 19.90',
    ],
  }
}

const premium: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('insurance')
  return {
    about: 'premium receipt',
    truth: ofEntity('INSURANCE_PREMIUM_PAYMENT', scene, one),
    paragraphs: [
      random.pick(['# Premium payment received', '# PREMIUM RECEIPT', '# Confirmation of premium payment']),
      `We have received and applied your premium payment. Thank you.`,
      `Date received: ${on}\nPolicy owner: ${named(one)}\nInsured: ${me}\nAmount paid: ${dollars(random.below(40_000) + 4000)}\nPaid to: one year from the date received`,
    ],
  }
}

const statement: Maker = (scene) => {
  const { household, random, entity, spouse, self, day } = scene
  const one = entity('account')
  const year = day.slice(0, 4)
  return {
    about: 'brokerage statement',
    truth: {
      ...ofEntity('ACCOUNT_DOCUMENTATION_STATEMENT', scene, one),
      date: [`${year}-09-30`],
      person: [self.id, spouse.id],
    },
    paragraphs: [
      random.pick(['# Brokerage account statement', '# ACCOUNT STATEMENT', '# Client Statement']),
      `Statement period: July 1, ${year} - September 30, ${year}\nAccount: ${one.name}\nAccount number: ending ${random.below(9000) + 1000}\nMail to: ${household.street}, ${household.town}`,
      `Beginning value ${dollars(random.below(900_000) + 90_000)}\nNet deposits 0.00\nDividends and interest ${dollars(random.below(9000))}\nEnding value ${dollars(random.below(900_000) + 90_000)}`,
      '# HOLDINGS',
      ...['Treasury bill', 'Index fund shares', 'Utility common stock', 'Municipal bond 4% 2031'].map(
        (each) => `${each}   ${random.below(900)} units   ${dollars(random.below(90_000))}`,
      ),
      '# ACTIVITY',
      ...['07/15 Dividend', '08/03 Sold', '08/04 Bought', '09/12 Interest'].map(
        (each) => `${each}   ${dollars(random.below(9000))}`,
      ),
    ],
  }
}

const balance: Maker = (scene) => {
  const { random, on, me, day, self, spouse } = scene
  return {
    about: 'balance sheet',
    truth: { type: ['BALANCE_SHEET'], entity: [], person: [self.id, spouse.id], date: [day] },
    paragraphs: [
      random.pick(['# PERSONAL BALANCE SHEET', '# BALANCE SHEET', '# Statement of Net Worth (Balance Sheet)']),
      `${me} and ${fullName(spouse)}\nAs of: ${on}`,
      `ASSETS\nCash ${dollars(random.below(90_000))}\nMarketable securities ${dollars(random.below(900_000))}\nResidence ${dollars(random.below(2_000_000))}\nTotal assets ${dollars(3_000_000)}`,
      `LIABILITIES\nMortgage ${dollars(random.below(400_000))}\nTotal liabilities ${dollars(400_000)}\nNET WORTH ${dollars(2_600_000)}`,
    ],
  }
}

const giftTax: Maker = (scene) => {
  const { me, spouse, random, on, day, entity, named, household, self } = scene
  const one = entity('irrevocable')
  const year = Number(day.slice(0, 4)) - 1
  return {
    about: 'gift tax return',
    truth: { ...ofEntity('GIFT_TAX_RETURN', scene, one), date: [day, `${year}-12-31`], person: [self.id] },
    paragraphs: [
      `# Form 709  United States Gift (and Generation-Skipping Transfer) Tax Return  ${year}`,
      `1 Donor: ${me}\n4 Legal residence: ${household.state}\n12 Gifts by husband or wife to third parties: Yes\n13 Name of consenting spouse: ${fullName(spouse)}`,
      `Schedule A. Part 1 Gifts subject only to gift tax. Donee: ${named(one)}. Value at date of gift: ${dollars((random.below(80) + 10) * 10_000)}`,
      `Under penalties of perjury... Signature of donor ${me}   Date ${on}`,
      '\f',
      'Attachment: description of the trust. The trust agreement was provided with a prior return.',
    ],
  }
}

const filing: Maker = (scene) => {
  const { me, random, day, entity, named } = scene
  const one = entity(random.pick(['llc', 'partnership', 'corporation', 'foundation']))
  const year = Number(day.slice(0, 4)) - 1
  const form =
    one.kind === 'foundation'
      ? `Form 990-PF ${year}  Return of Private Foundation`
      : one.kind === 'corporation'
        ? `${year} Schedule K-1 (Form 1120-S)  Shareholder's Share of Income`
        : `${year} Schedule K-1 (Form 1065)  Partner's Share of Income`
  return {
    about: 'tax filing of an entity',
    truth: { ...ofEntity('TAX_FILING', scene, one), date: [`${year}-12-31`, day] },
    paragraphs: [
      `# ${form}`,
      `For calendar year ${year}\nName: ${named(one)}\nEmployer identification number: 00-${random.below(9_000_000) + 1_000_000}`,
      one.kind === 'foundation' ? `Officer: ${me}` : `Part II. Name of the holder: ${me}`,
      `1 Ordinary income ${random.below(90_000)}\n5 Interest ${random.below(9000)}\n19 Distributions ${random.below(50_000)}`,
    ],
  }
}

const taxReceipt: Maker = (scene) => {
  const { me, random, on, day, self, spouse, entity } = scene
  return {
    about: 'gift receipt of a charity',
    truth: { type: ['TAX_RECEIPT'], entity: [entity('foundation').id], person: [self.id, spouse.id], date: [day] },
    paragraphs: [
      on,
      `Dear ${me}:`,
      random.pick(['# Official receipt for income tax purposes', '# Tax receipt', '# Charitable contribution receipt']),
      `Thank you for your tax-deductible contribution of ${dollars(random.below(20_000) + 500)} to the Prairie Symphony. No goods or services were provided in return. Please keep this receipt for your tax records.`,
      'The Prairie Symphony is exempt under section 501(c)(3).',
    ],
  }
}

const ein: Maker = (scene) => {
  const { random, on, entity, named, spouse, self } = scene
  const one = entity(random.pick(['irrevocable', 'llc', 'insurance']))
  return {
    about: 'number of an entity',
    truth: { ...ofEntity('TAX_ID_CONFIRMATION', scene, one), person: [self.id, spouse.id] },
    paragraphs: [
      'DEPARTMENT OF THE TREASURY\nINTERNAL REVENUE SERVICE\nCINCINNATI OH 45999-0023',
      `Date of this notice: ${on}\nEmployer Identification Number: 00-${random.below(9_000_000) + 1_000_000}\nForm: SS-4\nNumber of this notice: CP 575 B`,
      named(one),
      'WE ASSIGNED YOU AN EMPLOYER IDENTIFICATION NUMBER',
      'Thank you for applying for an EIN. When filing tax documents, payments and related correspondence, it is very important that you use your EIN and complete name and address exactly as shown above.',
    ],
  }
}

const stateFiling: Maker = (scene) => {
  const { me, random, on, household, entity, named } = scene
  const one = entity(random.pick(['llc', 'corporation', 'partnership']))
  return {
    about: 'filing with a state',
    truth: ofEntity('STATE_BUSINESS_FILING', scene, one),
    paragraphs: [
      `${household.state.toUpperCase()} SECRETARY OF STATE\nBusiness Services`,
      random.pick([
        '# ANNUAL REPORT',
        '# Statement of Information',
        '# BIENNIAL REPORT OF A BUSINESS ENTITY',
        '# CERTIFICATE OF GOOD STANDING',
      ]),
      `Entity name: ${named(one)}\nFile number: ${random.below(900_000) + 100_000}\nDate filed: ${on}\nRegistered agent: ${me}\nPrincipal office: ${household.street}, ${household.town}`,
      'Filing fee received. This document has been filed in the office of the Secretary of State.',
    ],
  }
}

const appraisal: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity(random.pick(['llc', 'partnership', 'corporation']))
  return {
    about: 'appraisal',
    truth: ofEntity('ASSET_VALUATION', scene, one),
    paragraphs: [
      random.pick([
        '# BUSINESS VALUATION REPORT',
        '# Appraisal of a minority interest',
        '# FAIR MARKET VALUE APPRAISAL',
      ]),
      `Subject: ${named(one)}\nValuation date: ${on}\nClient: ${me}`,
      'Purpose: gift tax reporting. We estimate fair market value on a nonmarketable, minority basis. The partnership agreement or operating agreement, tax returns and balance sheets were reviewed.',
      `We conclude that a 1% interest had a fair market value of ${dollars(random.below(90_000) + 4000)}, after a combined discount of ${random.below(20) + 15}%.`,
      'APPRAISER’S CERTIFICATION: the undersigned holds himself out as an appraiser and has no interest in the property.',
    ],
  }
}

const transfer: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('grat')
  return {
    about: 'transfer confirmation',
    truth: ofEntity('TRANSFER_CONFIRMATION', scene, one),
    paragraphs: [
      random.pick(['# Transfer confirmation', '# CONFIRMATION OF TRANSFER', '# Journal transfer confirmation']),
      `This confirms that the following transfer was completed.\nTransfer date: ${on}\nFrom: ${me}\nTo: ${named(one)}\nSecurity: 4,${random.below(900) + 100} shares of common stock\nReference: J-${random.below(90_000)}`,
      'Please retain this confirmation.',
    ],
  }
}

const beneficialOwners: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('llc')
  return {
    about: 'report of beneficial owners',
    truth: ofEntity(['BENEFICIAL_OWNERSHIP_INFORMATION_REPORT', 'FINCEN_FILING'], scene, one),
    paragraphs: [
      '# Beneficial Ownership Information Report',
      `Type of filing: Initial report\nReporting company legal name: ${named(one)}\nDate prepared: ${on}\nJurisdiction: ${scene.household.state}`,
      `Beneficial owner 1: ${me}. Identifying document: state-issued license, image attached.`,
      `Submission status: accepted. BOIR ID ${random.below(900_000)}. Financial Crimes Enforcement Network.`,
    ],
  }
}

const fbar: Maker = (scene) => {
  const { me, random, on, day, self } = scene
  const year = Number(day.slice(0, 4)) - 1
  return {
    about: 'report of foreign accounts',
    truth: { type: ['FINCEN_FILING'], entity: [], person: [self.id], date: [day, `${year}-12-31`] },
    paragraphs: [
      '# FinCEN Form 114  Report of Foreign Bank and Financial Accounts',
      `Calendar year of report: ${year}\nFiler: ${me}\nDate of signature: ${on}`,
      `Part II account owned separately. Financial institution: Volksbank Konstanz. Maximum value: ${random.below(90_000)}`,
    ],
  }
}

const grat: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('grat')
  return {
    about: 'design of a GRAT',
    truth: ofEntity('GRAT_DESIGN_SUMMARY', scene, one),
    paragraphs: [
      random.pick(['# GRAT design summary', '# Design summary: grantor retained annuity trust']),
      `Grantor: ${me}\nTrust: ${named(one)}\nPrepared: ${on}\nTerm: ${random.below(3) + 2} years\nHurdle rate: 4.${random.below(9)}%`,
      'Proposed annuity, increasing by 20% a year. Projected remainder at three growth rates. The trust agreement is not yet drafted.',
    ],
  }
}

/** Forms, statements and letters that have a type of the service. */
export const papers: readonly Maker[] = [
  ...[crummey, crummey, policy, premium, statement, statement, balance, giftTax, filing, filing, taxReceipt, ein],
  ...[stateFiling, appraisal, transfer, beneficialOwners, fbar, grat],
]
