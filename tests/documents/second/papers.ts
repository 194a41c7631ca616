import { type Made, marked } from './marks.ts'
import {
  dated,
  dollars,
  houses,
  ofEntity,
  ofNoType,
  ofPerson,
  outside,
  plainTitle,
  role,
  type Scene,
  written,
} from './scene.ts'

type Maker = (scene: Scene) => Made

const policy: Maker = (scene) => {
  const { self, spouse, day, random, say } = scene
  const amount = (random.below(200) + 20) * 100
  const isOwned = random.chance(0.5)
  const one = scene.entity('insurance')
  const me = written(scene, self)
  return {
    about: 'insurance policy',
    truth: isOwned
      ? ofEntity(['INSURANCE_POLICY'], scene, one)
      : ofPerson(['INSURANCE_POLICY'], scene, { person: [self.id, spouse.id] }),
    paragraphs: [
      `# ${say(['FLEXIBLE PREMIUM ADJUSTABLE LIFE INSURANCE POLICY', 'WHOLE LIFE INSURANCE POLICY', 'Level Term Life Insurance Policy', 'Survivorship Universal Life Insurance Policy'])}`,
      'Lighthouse & Pacific Life Assurance Society',
      `Insured: ${me}\nOwner: ${isOwned ? `${scene.bank}, trustee of ${plainTitle(one)}` : me}\nPolicy date: ${dated(day)}\nPolicy number: LP-${random.below(900_000) + 100_000}\nFace amount: ${dollars(3_000_000)}\nAnnual premium: ${marked('premium', dollars(amount), [String(amount)])}`,
      `Beneficiary: ${isOwned ? 'the owner' : role(scene, '?beneficiary', spouse)}`,
      'We will pay the proceeds when we receive due proof that the insured died while this policy was in force. The application is part of this contract.',
      '# GRACE PERIOD\nA grace period of sixty-one days is allowed for each premium after the first.',
      '\f',
      '# TABLE OF GUARANTEED VALUES',
      ...[1, 2, 3, 4, 5].map(
        (year) => `End of year ${year}   ${dollars(year * 1100 + random.below(900))}   ${dollars(year * 900)}`,
      ),
      `Signed for the Society by ${scene.stranger()}, Secretary, and ${scene.stranger()}, President.`,
    ],
  }
}

const receipt: Maker = (scene) => {
  const { self, day, random, say } = scene
  const amount = (random.below(200) + 20) * 100
  const one = scene.entity('insurance')
  return {
    about: 'receipt of a premium',
    truth: ofEntity(['INSURANCE_PREMIUM_PAYMENT'], scene, one),
    paragraphs: [
      `# ${say(['PREMIUM PAYMENT RECEIPT', 'Receipt for Premium Payment', 'Confirmation of Premium Payment'])}`,
      `Payment received: ${marked('?date', day.words, [day.iso])}\nOwner: ${one.name}\nInsured: ${written(scene, self)}\nPremium paid: ${marked('premium', dollars(amount), [String(amount)])}`,
      'Your policy is in force. Thank you for your payment.',
    ],
  }
}

const crummey: Maker = (scene) => {
  const { children, spouse, self, day, random, say } = scene
  const one = scene.entity('insurance')
  return {
    about: 'withdrawal notice',
    truth: ofEntity(['CRUMMEY_LETTER'], scene, one, { person: [self.id, spouse.id, children[0].id] }),
    paragraphs: [
      day.words,
      `${written(scene, children[0])}\n${scene.household.street}`,
      `# ${say(['NOTICE OF RIGHT OF WITHDRAWAL', 'Crummey Notice', 'Notice of Withdrawal Right', 'CRUMMEY LETTER'])}`,
      `A contribution of ${dollars((random.below(20) + 5) * 1000)} was made to ${plainTitle(one)} on ${day.words}. As a beneficiary you may withdraw your share within thirty days of this notice by writing to the trustee.`,
      `If you do not, the right lapses.\n${role(scene, '?trustee', spouse)}, Trustee`,
      `Receipt acknowledged: ______________ ${role(scene, '?beneficiary', children[0])}`,
    ],
  }
}

/** A custodian's statement; its day is the last of its quarter. */
const statement: Maker = (scene) => {
  const { self, spouse, household, random, day, say } = scene
  const isTrust = random.chance(0.5)
  const one = scene.entity(isTrust ? 'revocable' : 'account')
  const year = day.iso.slice(0, 4)
  const [from, to, last] = random.pick([
    ['January 1', 'March 31', '03-31'],
    ['April 1', 'June 30', '06-30'],
    ['October 1', 'December 31', '12-31'],
  ] as const)
  const rows = [
    'Berkshire Cl B',
    'Vanguard Total Intl Idx',
    'US Treasury Note 3.125% 2029',
    'Hingham Svgs Com',
    'Cash sweep',
  ]
  return {
    about: 'custodian statement',
    truth: ofEntity(['ACCOUNT_DOCUMENTATION_STATEMENT'], scene, one, {
      date: [`${year}-${last}`],
      person: [self.id, spouse.id],
    }),
    paragraphs: [
      `${say(['Meridian Custody', 'Rampart Clearing Corp.', 'Hollis & Wade Brokerage', 'TrustBridge Custodial Services'])}`,
      `# ${say(['ACCOUNT STATEMENT', 'Quarterly Account Statement', 'Your Brokerage Account Statement', 'STATEMENT OF ACCOUNT'])}`,
      `${from}, ${year} - ${to}, ${year}\nAccount ${random.below(9000) + 1000}-${random.below(900) + 100}\n${isTrust ? `${role(scene, '?trustee', spouse)} TTEE ${one.name}` : one.name}\n${household.street}\n${household.town}`,
      `Opening balance ${dollars(random.below(900_000) + 80_000)}\nDeposits ${dollars(0)}\nClosing balance ${dollars(random.below(900_000) + 80_000)}`,
      '# Positions',
      ...rows.map((each) => `${each}     ${random.below(900) + 1}     ${dollars(random.below(90_000) + 100)}`),
      `Questions? Call your representative, ${scene.stranger()}.`,
    ],
  }
}

const healthPlan: Maker = (scene) => ({
  about: 'explanation of benefits',
  truth: ofNoType(scene),
  paragraphs: [
    '# EXPLANATION OF BENEFITS - THIS IS NOT A BILL',
    `Member: ${written(scene, scene.self)}\nDate of service: ${scene.day.words}\nPatient's health care agent on file: none\nAmount billed: ${dollars(840)}`,
  ],
})

const letterHead = (scene: Scene): string[] => [
  `${houses[scene.house]}`,
  scene.day.words,
  `${written(scene, scene.self)}\n${scene.household.street}\n${scene.household.town}, ${scene.household.state}`,
]

const cover: Maker = (scene) => {
  const { random, self, spouse, children, before } = scene
  const one = scene.entity(random.pick(['revocable', 'irrevocable', 'grat'] as const))
  const body = random.pick([
    `Enclosed is the signed original of the trust agreement of ${plainTitle(one)}, dated ${before.words}, under which ${written(scene, spouse)} is trustee and ${written(scene, children[0])} will be successor trustee.`,
    `I enclose your will, your codicil and your power of attorney as signed on ${before.words}. You named ${written(scene, spouse)} as executor and as agent; ${written(scene, children[1])} is the guardian.`,
    `Please find the first amendment to ${plainTitle(one)} for your signature. It replaces ${scene.stranger()} as trustee by ${written(scene, children[0])}.`,
    `Your deed to ${plainTitle(one)} was recorded and is enclosed, with the bill of the recorder.`,
  ])
  return {
    about: 'cover letter',
    truth: ofNoType(scene),
    paragraphs: [...letterHead(scene), `Dear ${self.first}:`, body, `Sincerely,\n${scene.stranger()}`],
  }
}

const invoice: Maker = (scene) => ({
  about: 'invoice',
  truth: ofNoType(scene),
  paragraphs: [
    ...letterHead(scene),
    '# STATEMENT FOR SERVICES RENDERED',
    `Conference about trust amendment, successor trustee   1.2   ${dollars(540)}\nDraft last will and testament and health care proxy   3.0   ${dollars(1350)}\nReview operating agreement; call with ${scene.stranger()}, trustee   0.8   ${dollars(360)}`,
    `Total due upon receipt: ${dollars(2250)}`,
  ],
})

const agenda: Maker = (scene) => ({
  about: 'agenda',
  truth: ofNoType(scene),
  paragraphs: [
    `# FAMILY MEETING, ${scene.day.words}`,
    `1. Trustee: does ${written(scene, scene.spouse)} remain trustee of ${plainTitle(scene.entity('irrevocable'))}?\n2. Will of ${written(scene, scene.self)}: executor\n3. GRAT: annuity for the term\n4. Power of attorney: agent and successor\n5. Insurance premium\n6. Deed of the cabin`,
  ],
})

const mail: Maker = (scene) => ({
  about: 'e-mail',
  truth: ofNoType(scene),
  paragraphs: [
    `From: ${scene.stranger()}\nTo: ${written(scene, scene.self)}\nSent: ${scene.day.words}\nSubject: RE: trustee for ${scene.entity('revocable').name}`,
    `${scene.self.first}, I would not make ${written(scene, scene.children[0])} trustee yet. Could ${scene.bank} serve as successor? The agreement lets you appoint a trustee by a signed writing. The annuity of the GRAT is due next week; its term ends in two years.`,
  ],
})

const engagement: Maker = (scene) => ({
  about: 'engagement letter',
  truth: ofNoType(scene),
  paragraphs: [
    ...letterHead(scene),
    '# ENGAGEMENT AGREEMENT',
    `We will prepare a revocable trust agreement, pour-over wills, durable powers of attorney and health care proxies for ${written(scene, scene.self)} and ${written(scene, scene.spouse)}. This engagement is governed by the law of ${scene.state}.`,
    `The fee is ${dollars(7500)}. We do not act as trustee or executor.`,
    `Accepted: ____________ ${written(scene, scene.self)}`,
  ],
})

const certificate: Maker = (scene) => {
  const one = scene.entity('revocable')
  return {
    about: 'certificate of trust',
    truth: ofNoType(scene, { entity: [one.id] }),
    paragraphs: [
      '# CERTIFICATE OF TRUST',
      `1. ${plainTitle(one)} was established on ${scene.before.words} by ${role(scene, '?grantor', scene.self)}, as settlor.\n2. The currently acting trustee is ${role(scene, '?trustee', scene.spouse)}.\n3. ${scene.stranger()} has ceased to be trustee.`,
      `Certified ${dated(scene.day, '?date')}`,
    ],
  }
}

const bill: Maker = (scene) => ({
  about: 'bill for a premium',
  truth: ofNoType(scene),
  paragraphs: [
    '# NOTICE OF PREMIUM DUE',
    `Owner: ${scene.entity('insurance').name}\nInsured: ${written(scene, scene.self)}\nDate of notice: ${scene.day.words}\nAnnual premium due: ${marked('?premium', '$9,850.00', ['9850'])}`,
    'Pay by the due date to avoid a lapse.',
  ],
})

const resignation: Maker = (scene) => {
  const one = scene.entity('irrevocable')
  return {
    about: 'resignation of a trustee',
    truth: ofNoType(scene, { entity: [one.id] }),
    paragraphs: [
      '# RESIGNATION OF TRUSTEE AND ACCEPTANCE',
      `${written(scene, scene.spouse)} resigns as trustee of ${plainTitle(one)}, effective ${dated(scene.day, '?date')}.`,
      `${outside('?successor-trustee+?trustee', scene.bank)} accepts the office.`,
    ],
  }
}

const proposal: Maker = (scene) => ({
  about: 'planning memorandum',
  truth: ofNoType(scene),
  paragraphs: [
    `# MEMORANDUM\nPrivileged`,
    `Date: ${scene.day.words}\nRe: ${written(scene, scene.self)}`,
    `A GRAT could be made with a term of years of three, an annuity near 35% and ${written(scene, scene.children[0])} as trustee. An insurance trust with ${scene.bank} as trustee and a premium of about $20,000.00 is the alternative. Either may be governed by the law of South Dakota.`,
  ],
})

/** Papers of custodians and carriers, and files that name offices and papers without being any. */
export const papers: readonly Maker[] = [policy, policy, receipt, crummey, statement, statement, statement]
export const others: readonly Maker[] = [
  ...[cover, cover, cover, invoice, agenda, mail, mail, engagement, certificate],
  ...[bill, resignation, proposal, healthPlan],
]
