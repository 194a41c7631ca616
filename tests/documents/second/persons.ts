import { lengthOf, signatures, withFiller } from './filler.ts'
import { type Made, marked } from './marks.ts'
import { dated, ofNoType, ofPerson, outside, plainTitle, role, type Scene, written } from './scene.ts'

type Maker = (scene: Scene) => Made

const lawOf = ({ state }: Scene, paper: string) =>
  `This ${paper} is governed by the law of the State of ${marked('governing-law', state)}.`

const will: Maker = (scene) => {
  const { self, spouse, children, household, say, day, bank, random } = scene
  const me = written(scene, self)
  const title = say([
    `LAST WILL AND TESTAMENT\nOF\n${me.toUpperCase()}`,
    `Will of ${me}`,
    'LAST WILL AND TESTAMENT',
    `The Last Will and Testament of ${me}`,
  ])
  const executor = role(scene, 'executor', spouse)
  const guardian = role(scene, 'guardian', children[0])
  const one = scene.entity('revocable')
  return {
    about: 'will',
    truth: ofPerson(['WILL'], scene),
    paragraphs: [
      `# ${title}`,
      say([
        `I, ${me}, a resident of ${household.town}, ${household.state}, declare this instrument, dated ${dated(day)}, to be my Last Will and Testament and revoke all prior wills and codicils.`,
        `I, ${me}, of ${scene.county} County, make this my will on ${dated(day)}. All earlier wills are revoked.`,
        `BE IT KNOWN that I, ${me}, being of sound mind, do on ${dated(day)} publish this my last will and testament.`,
        `This is my will. My name is ${me}. I sign it on ${dated(day)} and revoke every will made before.`,
      ]),
      ...withFiller(
        scene,
        [
          [
            'Family',
            `I am married to ${written(scene, spouse)}. My children are ${household.children.map((each) => written(scene, each)).join(', ')}.`,
          ],
          [
            'Executor',
            say([
              `I appoint ${executor} as Executor of this will. If ${written(scene, spouse)} does not qualify, I appoint ${bank}.`,
              `I nominate ${executor} to be my Personal Representative. Should my nominee predecease me, ${scene.stranger()} is nominated.`,
              `My executor is ${executor}, to serve without bond.`,
              `I name ${executor} executor, or failing her or him ${written(scene, children[1])}.`,
              `Executor: ${executor}.`,
              `I CONSTITUTE AND APPOINT ${executor} SOLE EXECUTOR.`,
              `I ask that ${executor} serve as my executor and settle my estate.`,
              `${executor} shall be the Personal Representative of my estate.`,
            ]),
          ],
          ...(random.chance(0.6)
            ? ([
                [
                  'Guardian',
                  say([
                    `If a guardian is needed for a minor child, I appoint ${guardian} as guardian of the person and property of that child.`,
                    `I nominate ${guardian} as guardian of my minor children.`,
                    `Guardian of minor children: ${guardian}.`,
                    `Should my spouse not survive me, ${guardian} shall be guardian of my minor descendants.`,
                  ]),
                ],
              ] as [string, string][])
            : []),
          [
            'Gifts',
            `I give my piano to ${scene.stranger()}, and my watches to ${role(scene, '?beneficiary', children[1])}.`,
          ],
          [
            'Residue',
            `I give the residue to the trustee then acting of ${plainTitle(one)}, a trust that I signed before this will, of which ${scene.stranger()} has been trustee.`,
          ],
        ],
        lengthOf(scene),
      ),
      ...signatures(scene, [[me, 'Testator']]),
    ],
  }
}

const codicil: Maker = (scene) => {
  const { self, children, say, day, before } = scene
  const me = written(scene, self)
  const next = role(scene, 'executor', children[0])
  const gone = scene.stranger()
  const named = marked('?amends', 'Last Will and Testament', [
    'Last Will and Testament',
    `Last Will and Testament of ${me}`,
    'will',
  ])
  return {
    about: 'codicil',
    truth: ofPerson(['WILL_CODICIL'], scene),
    paragraphs: [
      `# ${say(['FIRST CODICIL', 'Codicil to the Will', 'SECOND CODICIL', 'CODICIL'])}\n${me}`,
      say([
        `I, ${me}, make this codicil on ${dated(day)} to my ${named} of ${before.words}.`,
        `This is a codicil, dated ${dated(day)}, to the ${named} that I, ${me}, signed on ${before.words}.`,
        `I, ${me}, having made my ${named} on ${before.words}, now by this codicil of ${dated(day)} change it.`,
      ]),
      say([
        `1. I revoke the appointment of ${gone} as executor and appoint ${next} as Executor instead.`,
        `FIRST: In place of ${gone} I appoint ${next} executor of my will.`,
        `Paragraph Four is replaced by: "I nominate ${next} as Personal Representative." ${gone} shall not serve.`,
      ]),
      'In every other respect I confirm my will.',
      ...signatures(scene, [[me, 'Testator']]),
    ],
  }
}

const financial: Maker = (scene) => {
  const { self, spouse, children, household, say, day } = scene
  const me = written(scene, self)
  const agent = role(scene, 'agent', spouse)
  return {
    about: 'power of attorney',
    truth: ofPerson(['POWER_OF_ATTORNEY'], scene),
    paragraphs: [
      `# ${say(['DURABLE POWER OF ATTORNEY', 'General Durable Power of Attorney', 'POWER OF ATTORNEY FOR PROPERTY', 'Durable Power of Attorney for Financial Matters'])}`,
      say([
        `I, ${me}, of ${household.town}, ${household.state}, appoint ${agent} as my agent (attorney-in-fact) to act for me in any lawful way. Dated ${dated(day)}.`,
        `On ${dated(day)} I, ${me}, name ${agent} as my Agent. If my Agent is unable to act, I name ${written(scene, children[0])} as successor agent.`,
        `KNOW THAT I, ${me}, designate ${agent} my true and lawful attorney in fact. Executed ${dated(day)}.`,
        `Principal: ${me}\nAgent: ${agent}\nSuccessor agent: ${written(scene, children[0])}\nDate: ${dated(day)}`,
      ]),
      ...withFiller(
        scene,
        [
          [
            'Powers',
            'The agent may buy, sell and encumber real and personal property, operate any business, make gifts within the annual exclusion and fund any trust that the principal has created.',
          ],
          ['Durability', 'This power is not terminated by incapacity.'],
          ['Nomination', `If a conservator is needed, the court is asked to consider ${scene.stranger()} last.`],
          ['Law', lawOf(scene, 'power')],
        ],
        Math.min(lengthOf(scene), 8),
      ),
      ...signatures(scene, [[me, 'Principal']]),
    ],
  }
}

const health: Maker = (scene) => {
  const { self, spouse, children, say, day } = scene
  const me = written(scene, self)
  const agent = role(scene, 'health-care-agent', children[0])
  return {
    about: 'health care power',
    truth: ofPerson(['HEALTHCARE_PROXY'], scene),
    paragraphs: [
      `# ${say(['HEALTH CARE PROXY', 'DURABLE POWER OF ATTORNEY FOR HEALTH CARE', 'Appointment of Health Care Agent', 'Medical Power of Attorney'])}`,
      say([
        `I, ${me}, hereby appoint ${agent} as my health care agent to make any and all health care decisions for me. Dated ${dated(day)}.`,
        `On ${dated(day)}, I, ${me}, designate ${agent} as my agent for health care decisions. If my agent is not available I designate ${written(scene, spouse)}.`,
        `My name is ${me}. I choose ${agent} to be my health care agent. I sign this on ${dated(day)}.`,
        `Principal: ${me}\nHealth care agent: ${agent}\nAlternate: ${written(scene, spouse)}\nDate: ${dated(day)}`,
      ]),
      `My physician at this time is Dr. ${scene.stranger()}, who may not be my agent.`,
      'The agent may consent to or refuse any treatment, obtain my medical records and admit me to a facility. Financial decisions are not included.',
      lawOf(scene, 'document'),
      ...signatures(scene, [[me, 'Principal']]),
    ],
  }
}

const livingWill: Maker = (scene) => {
  const { self, say, day } = scene
  const me = written(scene, self)
  return {
    about: 'living will',
    truth: ofPerson(['LIVING_WILL'], scene),
    paragraphs: [
      `# ${say(['LIVING WILL', 'DECLARATION UNDER THE NATURAL DEATH ACT (LIVING WILL)', 'Living Will and Declaration', 'LIVING WILL DECLARATION'])}`,
      say([
        `I, ${me}, being of sound mind, declare on ${dated(day)} that if I am terminally ill my dying shall not be prolonged artificially.`,
        `Declaration of ${me}, made ${dated(day)}. If I am permanently unconscious I direct that treatment that only prolongs dying be withdrawn.`,
      ]),
      'Food and water by tube may be withheld. Medicine for comfort shall be given even if it shortens my life.',
      `Copies have been given to Dr. ${scene.stranger()} and to my family.`,
      ...signatures(scene, [[me, 'Declarant']]),
    ],
  }
}

/** In a deed the grantor is who conveys, not who made a trust. */
const deed: Maker = (scene) => {
  const { self, spouse, household, say, day, county, state, before, random } = scene
  const one = scene.entity('revocable')
  const to = `${role(scene, '?trustee', spouse)}, as Trustee of ${plainTitle(one)} dated ${before.words}`
  const from = written(scene, self)
  return {
    about: 'deed',
    truth: {
      ...ofPerson(['DEED'], scene, { entity: [one.id], person: [self.id, spouse.id] }),
    },
    paragraphs: [
      `Recording requested by: ${scene.stranger()}, Esq.\nRecorded in ${county} County, ${state}, Instrument No. ${random.below(90_000) + 10_000}`,
      `# ${say(['WARRANTY DEED', 'QUITCLAIM DEED', 'GRANT DEED', 'Special Warranty Deed', 'BARGAIN AND SALE DEED', 'TRUSTEE DEED'])}`,
      say([
        `THIS DEED, made ${dated(day)}, between ${from}, Grantor, and ${to}, Grantee, witnesses that the Grantor conveys the parcel described below.`,
        `For ten dollars, ${from} ("Grantor") grants and conveys to ${to} ("Grantee"). Dated ${dated(day)}.`,
        `Grantor: ${from}\nGrantee: ${to}\nDate: ${dated(day)}`,
        `${from} hereby remises, releases and quitclaims to ${to} all right and title. Executed ${dated(day)}.`,
      ]),
      `Lot ${random.below(40) + 1}, Block ${random.below(9) + 1}, according to the plat thereof, known as ${household.street}, ${household.town}. Being the premises conveyed by ${scene.stranger()}, trustee, in 1987.`,
      ...signatures(scene, [[from, 'Grantor']]),
    ],
  }
}

const wishes: Maker = (scene) => {
  const { self, spouse, children, day, say } = scene
  const one = scene.entity('irrevocable')
  return {
    about: 'letter of wishes',
    truth: ofNoType(scene),
    paragraphs: [
      `# ${say(['LETTER OF WISHES', 'Memorandum of Wishes', 'A letter to my trustees'])}`,
      `${day.words}`,
      `To the trustees of ${plainTitle(one)}`,
      `I, ${written(scene, self)}, write this so that you know my mind; it does not bind you. I hope that ${written(scene, children[0])} will one day be asked to be trustee, and that ${written(scene, spouse)} is looked after first.`,
      `Ask ${scene.stranger()} before the farm is sold. ${written(scene, children[1])} should be guardian of the dogs.`,
      written(scene, self),
    ],
  }
}

const draftWill: Maker = (scene) => {
  const { paragraphs, truth } = will(scene)
  return {
    about: 'will, unsigned copy',
    truth: { ...truth, type: ['WILL', 'OTHER'] },
    standing: 'unsigned',
    paragraphs: ['UNSIGNED COPY', ...paragraphs.map((each) => each.replaceAll(/\/s\/ [^\n]+/g, ''))],
  }
}

const revokedPower: Maker = (scene) => {
  const { paragraphs, truth } = financial(scene)
  return {
    about: 'power of attorney, revoked',
    truth: { ...truth, type: ['POWER_OF_ATTORNEY', 'OTHER'] },
    standing: 'revoked',
    paragraphs: [`REVOKED ${scene.after.words}`, ...paragraphs],
  }
}

const guardianship: Maker = (scene) => {
  const { self, children, day } = scene
  return {
    about: 'nomination of a guardian',
    truth: ofNoType(scene),
    paragraphs: [
      '# NOMINATION OF GUARDIAN',
      `I, ${written(scene, self)}, on ${dated(day, '?date')} nominate ${role(scene, '?guardian', children[0])} to be guardian of my minor children and ${outside('?guardian', scene.stranger())} of their property.`,
      ...signatures(scene, [[written(scene, self), 'Parent']]),
    ],
  }
}

/** Papers of people. */
export const persons: readonly Maker[] = [
  ...[will, will, will, codicil, codicil, financial, financial, health, health, livingWill, livingWill],
  ...[deed, deed, wishes, draftWill, revokedPower, guardianship],
]
