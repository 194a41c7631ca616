import { fullName } from './firm.ts'
import { type Made, ofNoType, type Scene } from './scene.ts'

type Maker = (scene: Scene) => Made

/** A letter: it has a day, and those to whom it is written. */
const letter = (about: string, scene: Scene, paragraphs: readonly string[]): Made => ({
  about,
  truth: ofNoType(scene),
  paragraphs: [
    scene.on,
    `${scene.me}\n${scene.household.street}\n${scene.household.town}, ${scene.household.state}`,
    `Dear ${scene.self.first}:`,
    ...paragraphs,
    `Very truly yours,\n${scene.lawyer}`,
  ],
})

const enclosed: Maker = (scene) => {
  const { random, entity, named, before } = scene
  const name = named(entity(random.pick(['revocable', 'irrevocable', 'llc'])))
  const thing = random.pick([
    'the trust agreement',
    'your Last Will and Testament',
    'the durable power of attorney',
    'the recorded deed',
    'the operating agreement',
    'the first amendment to the trust agreement',
    'the health care proxy',
  ])
  return letter('cover letter', scene, [
    `Re: ${name}`,
    `Enclosed please find ${thing} that you signed on ${before}. Keep the original in a safe place; we hold a copy.`,
    'Please call if you have a question.',
  ])
}

const invoice: Maker = (scene) => {
  const { me, on, lawyer, random } = scene
  return {
    about: 'invoice',
    truth: ofNoType(scene),
    paragraphs: [
      `# INVOICE ${random.below(9000) + 1000}`,
      `${lawyer}, Attorney at Law\nBill to: ${me}\nInvoice date: ${on}`,
      `Drafting Last Will and Testament   2.5 h   $1,125.00\nDrafting durable power of attorney and health care proxy   1.0 h   $450.00\nRevisions of revocable trust agreement   3.2 h   $1,440.00\nRecording fee, deed   $95.00`,
      'Balance due within thirty days. Thank you.',
    ],
  }
}

const agenda: Maker = (scene) => ({
  about: 'agenda',
  truth: ofNoType(scene),
  paragraphs: [
    `# AGENDA\nMeeting with ${scene.me} and ${fullName(scene.spouse)}, ${scene.on}`,
    `1. Last Will and Testament: review of bequests\n2. Trust agreement and first amendment\n3. Power of attorney, health care proxy and living will\n4. Life insurance policy: ownership\n5. Gift tax return, Form 709\n6. Deed of the residence\n7. Balance sheet`,
  ],
})

const policyMail: Maker = (scene) =>
  letter('message about a policy', scene, [
    `Subject: ${scene.named(scene.entity('insurance'))}, life insurance policy`,
    'The carrier asks whether the trustee wants the annual premium drafted. The policy itself is unchanged. Can you confirm the beneficiary and send me the policy number? Then I can order an in-force ledger.',
  ])

const questionnaire: Maker = (scene) => ({
  about: 'questionnaire',
  truth: ofNoType(scene),
  paragraphs: [
    '# ESTATE PLANNING QUESTIONNAIRE',
    `Name: ${scene.me}\nSpouse: ${fullName(scene.spouse)}\nDate completed: ${scene.on}`,
    'Do you have a will?  [ ] Yes  [ ] No     Do you have a trust agreement?  [ ] Yes  [ ] No     Do you have a power of attorney?  [ ] Yes  [ ] No',
    'Whom do you wish to name as executor? ________   As guardian? ________   As health care agent? ________',
    'List life insurance policies, deeds and business interests.',
  ],
})

const certification: Maker = (scene) => {
  const one = scene.entity('revocable')
  return {
    about: 'certification of trust',
    truth: ofNoType(scene, [one]),
    paragraphs: [
      '# CERTIFICATION OF TRUST',
      `The undersigned certifies: ${scene.named(one)} was created by a trust agreement dated ${scene.before}. The currently acting trustee is ${fullName(scene.spouse)}. The trust is revocable by ${scene.me}. It has not been amended so as to make this certification incorrect.`,
      `Signed ${scene.on}`,
      `____________________ ${fullName(scene.spouse)}`,
    ],
  }
}

const revocation: Maker = (scene) => ({
  about: 'revocation of a power',
  truth: ofNoType(scene, []),
  paragraphs: [
    '# REVOCATION OF POWER OF ATTORNEY',
    `I, ${scene.me}, revoke the power of attorney that I gave to ${fullName(scene.child)} on ${scene.before}. All authority under it ends.`,
    `Signed ${scene.on}`,
    `____________________ ${scene.me}`,
  ],
})

const wishes: Maker = (scene) =>
  letter('letter of wishes', scene, [
    `This letter is not a will and is not part of my trust agreement. It tells the trustee of ${scene.named(scene.entity('irrevocable'))} how I hope that discretion will be used: first for education, then for a first home.`,
  ])

const engagement: Maker = (scene) =>
  letter('engagement letter', scene, [
    '# Engagement for estate planning services',
    'You have asked us to prepare wills, a revocable trust agreement, durable powers of attorney and advance directives. Our fee is fixed. We represent both of you jointly.',
    `Agreed: ____________________ ${scene.me}    ____________________ ${fullName(scene.spouse)}`,
  ])

const premiumBill: Maker = (scene) => ({
  about: 'bill for a premium',
  truth: ofNoType(scene),
  paragraphs: [
    '# PREMIUM NOTICE',
    `Policy owner: ${scene.named(scene.entity('insurance'))}\nInsured: ${scene.me}\nNotice date: ${scene.on}\nAmount due: $11,200.00`,
    'Please pay by the due date to keep the policy in force. If you have paid already, disregard this notice.',
  ],
})

const draftTrust: Maker = (scene) => {
  const one = scene.entity('irrevocable')
  return {
    about: 'draft of a trust',
    truth: { ...ofNoType(scene, [one]), date: [] },
    paragraphs: [
      `# TRUST AGREEMENT\n${scene.named(one)}`,
      `THIS TRUST AGREEMENT is made this ____ day of __________, 20__, between ${scene.me}, Settlor, and [TRUSTEE TO BE CONFIRMED].`,
      '[Note to client: please tell us whether the share of a deceased child goes to that child’s children.]',
      'ITEM 1. The trustee shall distribute income [quarterly/annually].',
      '____________________ Settlor     ____________________ Trustee',
    ],
  }
}

const draftWill: Maker = (scene) => ({
  about: 'draft of a will',
  truth: { type: ['WILL', 'OTHER'], entity: [], person: [scene.self.id], date: [] },
  paragraphs: [
    '# LAST WILL AND TESTAMENT',
    `I, ${scene.me}, of ${scene.household.town}, declare this to be my will.`,
    `FIRST: I give my residence to ${fullName(scene.spouse)} [or to the trust? please confirm].`,
    `SECOND: I appoint [${fullName(scene.child)} / ${scene.bank}] as executor.`,
    'Signed this ____ day of __________, 20__.     ____________________     Witnesses: ______ ______',
  ],
})

const accounting: Maker = (scene) => {
  const one = scene.entity('irrevocable')
  return {
    about: 'memorandum',
    truth: ofNoType(scene, [one]),
    paragraphs: [
      '# MEMORANDUM',
      `To: File\nFrom: ${scene.lawyer}\nDate: ${scene.on}\nRe: ${scene.named(one)}: powers under Article IV`,
      'Question: may the trustee lend to a beneficiary? Brief answer: yes. The trust agreement permits loans with adequate security. Compare the will of the grandfather and the assignment of interest of that year, neither of which limits it.',
    ],
  }
}

const pair: Maker = (scene) => {
  const { me, spouse, child, on } = scene
  return {
    about: 'two documents in one file',
    truth: { ...ofNoType(scene, []), person: [scene.self.id], date: [scene.day] },
    paragraphs: [
      `# LAST WILL AND TESTAMENT OF ${me.toUpperCase()}`,
      `I, ${me}, make this my last will and revoke all others. I give all that I own to ${fullName(spouse)}, whom I name executor.`,
      `Signed ${on}. ____________________ ${me}, Testator. Witnesses: ______ ______`,
      '\f',
      '# DURABLE POWER OF ATTORNEY',
      `I, ${me}, appoint ${fullName(child)} my attorney in fact for all financial matters. This power survives my incapacity.`,
      `Signed ${on}. ____________________ ${me}, Principal.`,
    ],
  }
}

const combined: Maker = (scene) => ({
  about: 'two types in one form',
  truth: { ...ofNoType(scene, []), person: [scene.self.id] },
  paragraphs: [
    '# ADVANCE DIRECTIVE FOR HEALTH CARE',
    `Part I. LIVING WILL. I, ${scene.me}, direct that life support be withheld if I am terminally ill.`,
    `Part II. HEALTH CARE PROXY. I appoint ${fullName(scene.spouse)} as my agent for health care decisions.`,
    `Signed ${scene.on}. ____________________ ${scene.me}. Two witnesses: ______ ______`,
  ],
})

const spanish: Maker = (scene) => {
  const [year, month, day] = scene.day.split('-').map(Number)
  return {
    about: 'letter in Spanish',
    truth: ofNoType(scene),
    paragraphs: [
      `Estimado señor ${scene.household.surname}:`,
      `Con fecha ${day}/${month}/${year} le adjuntamos copia del testamento y del poder notarial (power of attorney) que otorgó su madre. Le rogamos que confirme la recepción.`,
      'La escritura de la vivienda sigue pendiente de inscripción en el Registro de la Propiedad.',
      'Reciba un cordial saludo,\nNotaría Ibáñez',
    ],
  }
}

const german: Maker = (scene) => {
  const [year, month, day] = scene.day.split('-').map(Number)
  return {
    about: 'letter in German',
    truth: ofNoType(scene),
    paragraphs: [
      `Konstanz, den ${day}.${month}.${year}`,
      `Sehr geehrte Frau ${scene.household.surname},`,
      'anbei erhalten Sie die Unterlagen zum Testament Ihres Onkels. Eine Vorsorgevollmacht (Power of Attorney) und die Lebensversicherungspolice liegen uns nicht vor. Bitte senden Sie uns auch den Last Will and Testament in Kopie.',
      'Mit freundlichen Grüßen\nDr. Kern, Rechtsanwältin',
    ],
  }
}

const beneficiaries: Maker = (scene) => ({
  about: 'beneficiary designation',
  truth: ofNoType(scene),
  paragraphs: [
    '# DESIGNATION OF BENEFICIARY',
    `Owner: ${scene.me}\nDate: ${scene.on}\nAccount: individual retirement account`,
    `Primary: ${fullName(scene.spouse)}, 100%. Contingent: the trustee of ${scene.named(scene.entity('revocable'))} under the trust agreement.`,
    'This designation replaces earlier ones. It is not changed by a will.',
  ],
})

const prenuptial: Maker = (scene) => ({
  about: 'premarital agreement',
  truth: ofNoType(scene, []),
  paragraphs: [
    '# PREMARITAL AGREEMENT',
    `Made ${scene.on} between ${scene.me} and ${fullName(scene.spouse)}, who plan to marry.`,
    'Each waives the right to elect against the will of the other, and any claim to a trust, partnership interest or insurance policy of the other, except as given by will or trust agreement after this date.',
    `____________________ ${scene.me}     ____________________ ${fullName(scene.spouse)}`,
  ],
})

const minutes: Maker = (scene) => {
  const one = scene.entity('corporation')
  return {
    about: 'minutes',
    truth: ofNoType(scene, [one]),
    paragraphs: [
      `# MINUTES OF THE ANNUAL MEETING\n${scene.named(one)}`,
      `Held ${scene.on}. ${scene.me} presided. RESOLVED, that the bylaws be amended at the next meeting; that the shareholders’ agreement be reviewed; that the annual report be filed with the Secretary of State.`,
      `____________________ Secretary`,
    ],
  }
}

const blank: Maker = (scene) => ({
  about: 'notes of a call',
  truth: ofNoType(scene),
  paragraphs: [
    `Call with ${scene.self.first} ${scene.self.last}, ${scene.on}`,
    `wants to change executor in will - ask ${scene.lawyer} for codicil. POA ok. K-1 not in yet. send copy of deed to ${scene.spouse.first}. trust amendment??`,
  ],
})

/** Files that name a type without being it, and files to which two types fit. */
export const traps: readonly Maker[] = [
  ...[enclosed, enclosed, enclosed, invoice, invoice, agenda, policyMail, policyMail, questionnaire, certification],
  ...[
    revocation,
    wishes,
    engagement,
    premiumBill,
    draftTrust,
    draftTrust,
    draftWill,
    accounting,
    pair,
    pair,
    combined,
    spanish,
    german,
  ],
  ...[beneficiaries, prenuptial, minutes, blank],
]
