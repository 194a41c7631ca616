import { fullName } from './firm.ts'
import { type Made, ofPerson, type Scene } from './scene.ts'

type Maker = (scene: Scene) => Made

const oath = ({ random, me, on, notary, household }: Scene): string[] => [
  '\f',
  random.pick([
    `STATE OF ${household.state.toUpperCase()}\nPARISH OR COUNTY OF ______\nSworn and subscribed by ${me} before the undersigned authority, ${on}.`,
    `A notary public or other officer completing this certificate verifies only the identity of the individual who signed. On ${on} before me, ${notary}, personally appeared ${me}, who proved to me on the basis of satisfactory evidence to be the one whose name is subscribed.`,
    `The foregoing was acknowledged before me by means of physical presence ${on} by ${me}, who produced identification.`,
  ]),
  `${notary}, Notary Public, State of ${household.state}\nCommission No. 4471-${household.town.length}, expires August 31, 2031`,
]

const hand = ({ me, on, household, random, lawyer }: Scene, capacity: string): string[] => [
  random.pick([
    `Executed ${on}, in ${household.town}, ${household.state}.`,
    `DATED: ${on}`,
    `I sign my name ${on}.`,
    `Done and signed at ${household.town}, ${on}.`,
  ]),
  `________________________\n${me}${capacity ? `, ${capacity}` : ''}`,
  `Attest: ______________   ${lawyer}      Attest: ______________   Brenda Ruiz`,
]

const will: Maker = (scene) => {
  const { me, spouse, child, other, bank, household, random, before } = scene
  return {
    about: 'will',
    truth: ofPerson('WILL', scene),
    paragraphs: [
      random.pick([
        '# LAST WILL',
        `# Last Will and Testament\nof\n${me}`,
        '# TESTAMENT',
        `# THE WILL OF ${me.toUpperCase()}`,
      ]),
      random.pick([
        `I, ${me}, a resident of ${household.town}, ${household.state}, publish this as my will. Any will or codicil I signed earlier is revoked.`,
        `BE IT KNOWN that ${me}, of the City of ${household.town}, being over eighteen years of age and of disposing mind and memory, does hereby make and publish this Last Will and Testament.`,
        `This is the will of ${me}. It cancels all wills and codicils signed before it.`,
      ]),
      `1. My spouse is ${fullName(spouse)}. We have two children, ${fullName(child)} and ${fullName(other)}.`,
      `2. I nominate ${fullName(spouse)} as my independent personal representative. If ${spouse.first} cannot serve, I nominate ${bank}.`,
      '3. My automobiles, furniture, pictures and keepsakes go to my spouse, or failing that to my children as they agree.',
      `4. Everything else that I own goes to the trustee then serving under the trust agreement that I signed ${before}, as it may have been amended.`,
      '5. My representative may act without court supervision, may sell real estate by deed without approval, and need not furnish a bond.',
      '6. I have signed a power of attorney and an advance directive. They end at my death and are not part of this will.',
      ...hand(scene, 'Testator'),
      'On the above date the testator declared this to be the testator’s will in our sight; we then signed as witnesses.',
      ...(random.chance(0.7) ? oath(scene) : []),
    ],
  }
}

const codicil: Maker = (scene) => {
  const { me, child, other, before, random, household } = scene
  return {
    about: 'codicil',
    truth: ofPerson('WILL_CODICIL', scene),
    paragraphs: [
      random.pick(['# CODICIL', '# SECOND CODICIL TO LAST WILL', `# Codicil of ${me}`]),
      `I, ${me}, of ${household.town}, ${household.state}, signed my Last Will and Testament on ${before}. I now change it as follows and by this codicil.`,
      `A. In Item Second, ${fullName(child)} takes the place of ${fullName(other)} as personal representative.`,
      'B. I give five thousand dollars to the volunteer fire company of my town.',
      'C. Apart from these changes I reaffirm my will.',
      ...hand(scene, ''),
      ...(random.chance(0.5) ? oath(scene) : []),
    ],
  }
}

const attorney: Maker = (scene) => {
  const { me, spouse, child, random, household } = scene
  return {
    about: 'power of attorney',
    truth: ofPerson('POWER_OF_ATTORNEY', scene),
    paragraphs: [
      random.pick([
        '# STATUTORY DURABLE POWER OF ATTORNEY',
        '# Uniform Statutory Form Power of Attorney',
        '# POWER OF ATTORNEY\n(Property and Finances)',
        '# FINANCIAL POWER OF ATTORNEY',
      ]),
      'NOTICE: THE POWERS GRANTED BY THIS DOCUMENT ARE BROAD AND SWEEPING. THEY DO NOT AUTHORIZE ANYONE TO MAKE MEDICAL DECISIONS FOR YOU; FOR THAT YOU MAY SIGN A HEALTH CARE DIRECTIVE.',
      `I, ${me}, of ${household.street}, ${household.town}, designate ${fullName(spouse)} as my agent (attorney in fact). Successor: ${fullName(child)}.`,
      'Initial each subject: (X) tangible property  (X) real estate  (X) stocks and bonds  (X) banks  (X) operation of a business  (X) insurance  (X) beneficiary transactions  (X) retirement plans  (X) taxes',
      'My agent may create, amend or fund a revocable trust for me, may make gifts within the annual exclusion, and may not make or change my will.',
      random.pick([
        'This power is not affected by my subsequent disability.',
        'This power takes effect at once and continues although I become incapacitated.',
      ]),
      ...hand(scene, 'Principal'),
      ...oath(scene),
    ],
  }
}

const healthAgent: Maker = (scene) => {
  const { me, spouse, child, random, household } = scene
  return {
    about: 'health care agent',
    truth: ofPerson('HEALTHCARE_PROXY', scene),
    paragraphs: [
      random.pick([
        '# MEDICAL POWER OF ATTORNEY',
        '# DESIGNATION OF HEALTH CARE SURROGATE',
        '# Health Care Power of Attorney',
        '# APPOINTMENT OF HEALTH CARE AGENT',
        '# Health Care Proxy',
      ]),
      `I, ${me}, appoint ${fullName(spouse)} to make any and all health care decisions for me when my physician certifies that I am unable to make them. Alternate: ${fullName(child)}.`,
      `Address of agent: ${household.street}, ${household.town}, ${household.state}`,
      'The agent may receive my protected health information, may consent to surgery and medication, may refuse treatment, and may decide where I receive care.',
      'This does not give the agent power over my money or property.',
      ...hand(scene, ''),
      'Neither witness is my agent, my physician, or an employee of my physician.',
      ...(random.chance(0.4) ? oath(scene) : []),
    ],
  }
}

const directive: Maker = (scene) => {
  const { me, random } = scene
  return {
    about: 'living will',
    truth: ofPerson('LIVING_WILL', scene),
    paragraphs: [
      random.pick([
        '# DECLARATION OF A DESIRE FOR A NATURAL DEATH (LIVING WILL)',
        '# LIVING WILL',
        '# Living Will Declaration',
      ]),
      `Declaration made by ${me}. I willfully and voluntarily make known my desire that my dying not be artificially prolonged.`,
      'If at any time I have a terminal condition, an end-stage condition or am in a persistent vegetative state, and my physicians find no reasonable probability of recovery, I direct that life-prolonging procedures be withheld.',
      'I want medication and procedures that provide comfort.',
      ...hand(scene, 'Declarant'),
    ],
  }
}

const policyOf: Maker = (scene) => {
  const { me, on, spouse, random } = scene
  return {
    about: 'policy of a person',
    truth: ofPerson('INSURANCE_POLICY', scene),
    paragraphs: [
      random.pick(['# TERM LIFE INSURANCE POLICY', '# UNIVERSAL LIFE POLICY', '# LONG-TERM CARE INSURANCE POLICY']),
      'Prairie Beacon Assurance, a stock company',
      `Insured: ${me}\nPolicy Owner: ${me}\nPolicy Date: ${on}\nPolicy Number: PB-77${random.below(90_000) + 10_000}\nBeneficiary: ${fullName(spouse)}`,
      'READ YOUR POLICY CAREFULLY. This policy is a legal contract between the owner and us. If you are not satisfied, return it within twenty days.',
      '# DEFINITIONS',
      'Age means the age of the insured on the birthday nearest the policy date. Proceeds means the amount that we pay at the death of the insured. Lapse means that coverage ends because a premium was not paid in the grace period.',
      '# GENERAL PROVISIONS',
      'We may contest this policy during its first two years. Assignment: we are not bound by an assignment until we receive it. Misstatement of age: we adjust the proceeds.',
      'Signed for the company at its home office. President. Secretary.',
    ],
  }
}

const incomeTax: Maker = (scene) => {
  const { self, spouse, day, random, household } = scene
  const year = Number(day.slice(0, 4)) - 1
  const [mine, theirs] = [fullName(self), fullName(spouse)]
  return {
    about: 'income tax return',
    truth: { ...ofPerson('INCOME_TAX_RETURN', scene), person: [self.id, spouse.id], date: [day, `${year}-12-31`] },
    paragraphs: [
      `# ${random.pick([`1040 U.S. Individual Income Tax Return ${year}`, `Form 1040 (${year})`, `Form 1040-SR  U.S. Income Tax Return for Seniors  ${year}`])}`,
      `Department of the Treasury - Internal Revenue Service. OMB No. 1545-0074\nFiling Status: Married filing jointly\nYour first name and last name: ${mine}\nSpouse: ${theirs}\nHome address: ${household.street}, ${household.town}`,
      `1a Wages  ${random.below(400_000)}\n2b Taxable interest  ${random.below(9000)}\n3b Ordinary dividends  ${random.below(80_000)}\n9 Total income  ${random.below(900_000)}\n15 Taxable income  ${random.below(700_000)}\n24 Total tax  ${random.below(200_000)}\n37 Amount you owe  0`,
      '\f',
      `Under penalties of perjury I declare that I have examined this return. Your signature ${mine}   Date ${scene.on}   Your occupation Retired`,
      '# SCHEDULE A  Itemized Deductions',
      `5b Real estate taxes  ${random.below(30_000)}\n11 Gifts by cash or check  ${random.below(50_000)}`,
    ],
  }
}

/** Documents of people, as law firms of other states and older ones write them. */
export const persons: readonly Maker[] = [
  will,
  will,
  codicil,
  attorney,
  attorney,
  healthAgent,
  healthAgent,
  directive,
  policyOf,
  incomeTax,
]
