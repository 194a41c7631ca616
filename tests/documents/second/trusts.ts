import { lengthOf, signatures, withFiller } from './filler.ts'
import { type Made, marked } from './marks.ts'
import { actingAs, dated, dollars, ofEntity, outside, plainTitle, role, type Scene, titled, written } from './scene.ts'

type Maker = (scene: Scene) => Made

const law = ({ say, state }: Scene): string => {
  const it = marked('governing-law', state)
  return say([
    `The validity and construction of this agreement shall be governed by the laws of the State of ${it}.`,
    `This trust has its situs in ${it} and is governed by ${state} law.`,
    `All questions that concern the meaning of this instrument shall be determined under the law of ${it}.`,
    `GOVERNING LAW. The internal laws of ${it} apply, without regard to its rules on conflicts of law.`,
    `This agreement is made under, and shall be interpreted in accordance with, the laws of ${it}.`,
    `THE LAWS OF THE STATE OF ${marked('governing-law', state.toUpperCase(), [state])} CONTROL THIS INSTRUMENT.`,
    `I direct that the law of the State of ${it} govern this trust.`,
    `The trust created here is a ${state} trust, and the statutes and decisions of ${it} govern its administration.`,
  ])
}

/** The grantor by the word of the house. */
const maker = ({ say }: Scene) =>
  say(['Grantor', 'Settlor', 'Donor', 'Trustor', 'Settlor', 'GRANTOR', 'Settlor', 'Trustmaker'])

/** The sentence that makes a trust: its name, day, grantor and first trustees. */
function opening(scene: Scene, name: string, trustees: string): string {
  const { say, self, household, county, day } = scene
  const who = role(scene, 'grantor', self)
  const term = maker(scene)
  return say([
    `THIS TRUST AGREEMENT, made and entered into on ${dated(day)}, by and between ${who}, of ${household.town}, ${household.state} (the "${term}"), and ${trustees} (the "Trustee"), establishes a trust to be known as ${name}.`,
    `AGREEMENT OF TRUST made as of ${dated(day)} between ${who} as ${term} and ${trustees} as Trustee. The trust may be called ${name}.`,
    `Indenture of trust dated ${dated(day)}. ${who}, hereafter called the ${term}, conveys the property in the schedule to ${trustees}, hereafter called the Trustee, for the purposes below, under the name ${name}.`,
    `${name} is created on ${dated(day)} by ${who} ("${term}"). The initial Trustee is ${trustees}.`,
    `Date: ${dated(day)}\n${term}: ${who}\nTrustee: ${trustees}\nName of trust: ${name}`,
    `KNOW ALL BY THESE PRESENTS THAT ${who}, A RESIDENT OF ${county.toUpperCase()} COUNTY, AS ${term}, AND ${trustees}, AS TRUSTEE, HAVE ENTERED INTO THIS AGREEMENT ON ${dated(day)}. THE TRUST IS ${name}.`,
    `I, ${who}, make this trust on ${dated(day)} and transfer the listed property to ${trustees} as trustee. I am called the ${term} in this agreement. The trust is named ${name}.`,
    `The agreement of ${name} is signed ${dated(day)}. The ${term} is ${who}. The Trustee is ${trustees}.`,
  ])
}

const joint = (scene: Scene, kinds: string): string => {
  const [one, two] = [role(scene, kinds, scene.spouse), role(scene, kinds, scene.children[0])]
  return scene.random.pick([
    `${one} and ${two}`,
    `${one} and ${two}, or the survivor of them`,
    `${one} together with ${two}`,
  ])
}

function trusteesOf(scene: Scene, isOwn: boolean): string {
  const { random, self, spouse, bank } = scene
  if (isOwn && random.chance(0.5)) return role(scene, 'trustee', self)
  return random.pick([
    () => role(scene, 'trustee', spouse),
    () => joint(scene, 'trustee'),
    () => outside('trustee', bank),
    () => `${role(scene, 'trustee', spouse)} and ${outside('trustee', bank)}`,
  ])()
}

function successors(scene: Scene): readonly [string, ...string[]] {
  const { say, children, bank, household } = scene
  const next = role(scene, 'successor-trustee', children[1])
  const last = outside('successor-trustee', bank)
  const spare = household.children[2]
  const text = say([
    `If the Trustee dies, resigns or becomes incapacitated, ${next} shall become successor Trustee. If ${written(scene, children[1])} fails to qualify, ${last} shall serve.`,
    `I name ${next} as successor trustee, and ${last} as the next successor.`,
    `Upon the death of the Trustee the office shall pass to ${next}, and upon a further vacancy to ${last}.`,
    `Successor Trustee: ${next}. Second successor: ${last}.`,
    `The following shall succeed to the office, in the order listed: (a) ${next}; (b) ${last}.`,
    `${next} IS APPOINTED SUCCESSOR TRUSTEE, AND IN DEFAULT ${last}.`,
    `When no trustee named above is able to act, ${next} becomes the successor trustee.`,
    `The successor to the initial Trustee is ${next}. A successor has every power of the original.`,
  ])
  const more = spare ? ` No bond is asked of ${written(scene, spare)}, whose claim against the trust was settled.` : ''
  return ['Successor Trustees', `${text}${more}`]
}

function benefit(scene: Scene): readonly [string, ...string[]] {
  const { say, children, random } = scene
  const one = role(scene, 'beneficiary', children[0])
  const two = role(scene, 'beneficiary', children[1])
  const gift = random.pick([
    `Should no descendant survive, the remainder passes to the ${scene.stranger()} Scholarship at the state university.`,
    'Shares of minors are held until age twenty-five.',
  ])
  const text = say([
    `The beneficiaries of the trust are ${one} and ${two}.`,
    `The Trustee shall hold the trust estate for the benefit of ${one} and ${two}, in equal shares.`,
    `Income shall be paid at least quarterly to ${one} and ${two}, the beneficiaries of this trust.`,
    `Beneficiaries: ${one}; ${two}.`,
    `On the death of the Settlor the remaining property is distributed outright to the beneficiaries, ${one} and ${two}, or the survivor.`,
    `THE PRIMARY BENEFICIARIES ARE ${one} AND ${two}.`,
    `This trust is for my children, ${one} and ${two}, who are its beneficiaries.`,
    `The class of beneficiaries consists of ${one}, ${two} and their descendants.`,
  ])
  return ['Distribution', text, gift]
}

const trust: Maker = (scene) => {
  const { random, self } = scene
  const kind = random.pick(['revocable', 'irrevocable'] as const)
  const one = scene.entity(kind)
  const name = titled(one)
  const revocation =
    kind === 'revocable'
      ? 'The right to revoke or amend this agreement, in whole or part, is reserved by a writing delivered to the Trustee.'
      : 'This trust is irrevocable. No power to alter, amend or revoke is retained.'
  return {
    about: 'trust agreement',
    truth: ofEntity(['SIGNED_TRUST_DOCUMENT'], scene, one),
    paragraphs: [
      `# ${scene.say([`${one.name.toUpperCase()}\nTRUST AGREEMENT`, 'AGREEMENT OF TRUST', 'INDENTURE OF TRUST', `${one.name}`, 'TRUST AGREEMENT', 'TRUST INSTRUMENT', 'Trust Agreement', `Trust Agreement for\n${one.name}`])}`,
      opening(scene, name, trusteesOf(scene, kind === 'revocable')),
      ...(random.chance(0.4)
        ? [
            'RECITALS',
            `A. The property was formerly held by ${scene.stranger()} as trustee of an earlier trust that ended by its terms.`,
            'B. The parties wish to provide for the family and to avoid probate.',
          ]
        : []),
      ...withFiller(
        scene,
        [['Right to Revoke', revocation], benefit(scene), successors(scene), ['Applicable Law', law(scene)]],
        lengthOf(scene),
      ),
      ...signatures(scene, [
        [written(scene, self), maker(scene)],
        ['The Trustee named above', 'Trustee'],
      ]),
      ...(random.chance(0.4)
        ? ['\f', '# SCHEDULE A', 'Ten dollars ($10.00) and all shares listed in the attached ledger.']
        : []),
    ],
  }
}

const restatement: Maker = (scene) => {
  const one = scene.entity('revocable')
  const { self, before, day, say, stranger } = scene
  const gone = stranger()
  const who = role(scene, 'grantor', self)
  const trustee = role(scene, 'trustee', scene.spouse)
  const name = titled(one, 'name+?amends')
  return {
    about: 'restatement of a trust',
    truth: ofEntity(['SIGNED_TRUST_DOCUMENT', 'TRUST_AMENDMENT'], scene, one),
    paragraphs: [
      `# ${say(['AMENDMENT AND RESTATEMENT', 'COMPLETE RESTATEMENT OF TRUST AGREEMENT', 'RESTATED TRUST AGREEMENT', 'Second Restatement'])}\nof\n${one.name}`,
      say([
        `WHEREAS, ${who}, as Grantor, created ${name} by an agreement dated ${before.words} with ${gone} as its trustee; and WHEREAS ${gone} has resigned; NOW THEREFORE the Grantor restates that agreement in its entirety on ${dated(day)}, and appoints ${trustee} as Trustee.`,
        `On ${before.words}, ${who} (the Settlor) established ${name}. By this restatement, dated ${dated(day)}, every provision of the earlier agreement is replaced. The Trustee is now ${trustee}; ${gone} no longer serves.`,
        `Restated ${dated(day)}. The trust, ${name}, was first signed ${before.words} by ${who} as Donor. Its former trustee was ${gone}. ${trustee} is the sole Trustee.`,
        `${who}, the Trustor of ${name} under agreement dated ${before.words}, amends and restates it as of ${dated(day)} as follows. ${trustee} is Trustee in the place of ${gone}, deceased.`,
      ]),
      ...withFiller(scene, [benefit(scene), successors(scene), ['Applicable Law', law(scene)]], lengthOf(scene)),
      ...signatures(scene, [[written(scene, self), maker(scene)]]),
    ],
  }
}

const amendment: Maker = (scene) => {
  const { random, self, spouse, children, before, day, say, bank } = scene
  const one = scene.entity('revocable')
  const amended = titled(one, '?name+amends')
  const who = role(scene, 'grantor', self)
  const gone = random.chance(0.5) ? scene.stranger() : written(scene, spouse)
  const change = random.pick([
    () => [
      'Trustee',
      `${gone} is removed as Trustee. ${role(scene, 'trustee', children[0])} is appointed Trustee in that place.`,
    ],
    () => [
      'Article',
      'Article VII is revoked and is of no further effect. The articles that follow keep their numbers.',
    ],
    () => [
      'Successor Trustee',
      `Article V is deleted and replaced by this: "${role(scene, 'successor-trustee', children[1])} shall be successor Trustee, and then ${outside('successor-trustee', bank)}."`,
    ],
    () => [
      'Distributions',
      'The words "age thirty" are replaced by "age thirty-five" wherever they occur in Section 4.2.',
    ],
  ])()
  return {
    about: 'amendment of a trust',
    truth: ofEntity(['TRUST_AMENDMENT'], scene, one),
    paragraphs: [
      `# ${random.pick(['FIRST', 'SECOND', 'THIRD'])} AMENDMENT TO\n${one.name.toUpperCase()}`,
      say([
        `THIS AMENDMENT is made on ${dated(day)} by ${who} ("Grantor"), who created ${amended} by agreement dated ${before.words}.`,
        `Under the power reserved in ${amended}, dated ${before.words}, ${who} as Settlor amends it on ${dated(day)}.`,
        `${who}, Donor of ${amended} under an indenture of ${before.words}, amends the same, effective ${dated(day)}:`,
        `Amendment dated ${dated(day)} to ${amended}. Trustor: ${who}. Original agreement: ${before.words}.`,
        `Amendment of: ${amended}\nOriginal date: ${before.words}\nAmendment date: ${dated(day)}\nSettlor: ${who}`,
        `BY THIS INSTRUMENT OF ${dated(day)} ${who}, GRANTOR, AMENDS ${amended} OF ${before.words}.`,
        `I, ${who}, amend ${amended} that I made on ${before.words} as settlor. This amendment is signed ${dated(day)}.`,
        `The Trustmaker, ${who}, hereby changes ${amended} (signed ${before.words}). Date of this amendment: ${dated(day)}.`,
      ]),
      ...withFiller(scene, [[change[0] ?? '', change[1] ?? '']], random.pick([0, 0, 1, 2])),
      say([
        'In all other respects the agreement is ratified and confirmed.',
        'Except as changed here, the trust continues in force.',
      ]),
      ...signatures(scene, [[written(scene, self), maker(scene)]]),
    ],
  }
}

const grat: Maker = (drawn) => {
  const scene = actingAs(drawn, drawn.household.wife)
  const { random, self, spouse, day, say, children } = scene
  const one = scene.entity('grat')
  const years = random.pick([2, 3, 5, 7, 10])
  const inWords = { 2: 'two', 3: 'three', 5: 'five', 7: 'seven', 10: 'ten' }[years] ?? ''
  const percent = `${(20 + random.below(300) / 10).toFixed(3)}%`
  const amount = (random.below(800) + 120) * 1000
  const isShare = random.chance(0.5)
  const annuity = isShare
    ? `${marked('annuity', percent, [percent, percent.replace(/\.?0+%/, '%')])} of the initial fair market value of the trust property`
    : marked('annuity', dollars(amount), [String(amount)])
  const term = (shown: string) => marked('term', shown, [String(years)])
  return {
    about: 'GRAT agreement',
    truth: ofEntity(['SIGNED_TRUST_DOCUMENT'], scene, one),
    paragraphs: [
      `# ${one.name.toUpperCase()}\n${say(['GRANTOR RETAINED ANNUITY TRUST AGREEMENT', 'Trust Agreement'])}`,
      opening(scene, titled(one), random.chance(0.5) ? role(scene, 'trustee', self) : role(scene, 'trustee', spouse)),
      ...withFiller(
        scene,
        [
          [
            'Annuity',
            say([
              `The Trustee shall pay to the Grantor in each taxable year of the trust during the annuity period an annuity amount equal to ${annuity}. The annuity period is a term of ${term(`${inWords} (${years}) years`)} from the date of funding.`,
              `For a fixed term of ${term(`${years} years`)}, the Settlor retains an annual annuity of ${annuity}.`,
              `During the Retained Term, which ends on the ${inWords === 'two' ? 'second' : inWords === 'three' ? 'third' : inWords === 'five' ? 'fifth' : inWords === 'seven' ? 'seventh' : 'tenth'} anniversary of this indenture, the annuity is ${annuity} a year.`,
              `Term: ${term(`${years} years`)}\nAnnuity amount: ${annuity}`,
            ]),
            'An amount that was incorrectly determined shall be corrected within a reasonable time. Additional contributions are prohibited.',
          ],
          [
            'Remainder',
            `At the end of the term the remaining property shall be paid to ${role(scene, 'beneficiary', children[0])} and ${role(scene, 'beneficiary', children[1])}, the remainder beneficiaries.`,
          ],
          ['Applicable Law', law(scene)],
        ],
        lengthOf(scene),
      ),
      ...signatures(scene, [[written(scene, self), maker(scene)]]),
      `Funding: ${dollars(amount * 4)} in shares on ${day.words}.`,
    ],
  }
}

const ilit: Maker = (drawn) => {
  const scene = actingAs(drawn, drawn.household.husband)
  const { random, self, spouse, say, household } = scene
  const one = scene.entity('insurance')
  const premium = (random.below(300) + 40) * 100
  const paid = marked('premium', dollars(premium), [String(premium)])
  return {
    about: 'insurance trust',
    truth: ofEntity(['SIGNED_TRUST_DOCUMENT'], scene, one),
    paragraphs: [
      `# ${one.name}\n${say(['An Irrevocable Trust Agreement', 'Agreement of Trust'])}`,
      opening(scene, titled(one), random.chance(0.6) ? role(scene, 'trustee', spouse) : outside('trustee', scene.bank)),
      ...withFiller(
        scene,
        [
          [
            'Policies',
            `The Trustee may hold Policy No. ${random.below(900_000) + 100_000} on the life of ${written(scene, household.husband)}, with a face amount of ${dollars(5_000_000)}.`,
            say([
              `The annual premium of the policy is ${paid}, for which the Trustee may apply any gift.`,
              `Premium: ${paid} per year.`,
              `Premiums of ${paid} are due each year on the policy date.`,
            ]),
          ],
          [
            'Demand Rights',
            'Each beneficiary may withdraw up to $15,000.00 of a contribution within thirty (30) days after notice.',
          ],
          benefit(scene),
          successors(scene),
          ['Applicable Law', law(scene)],
        ],
        lengthOf(scene),
      ),
      ...signatures(scene, [[written(scene, self), maker(scene)]]),
    ],
  }
}

const qprt: Maker = (drawn) => {
  const scene = actingAs(drawn, drawn.household.husband)
  const { random, self, spouse, say, household, children } = scene
  const one = scene.entity('qprt')
  const years = random.pick([8, 10, 12, 15])
  const inWords = { 8: 'eight', 10: 'ten', 12: 'twelve', 15: 'fifteen' }[years] ?? ''
  const term = marked('term', `${inWords} (${years}) years`, [String(years)])
  return {
    about: 'residence trust',
    truth: ofEntity(['SIGNED_TRUST_DOCUMENT'], scene, one),
    paragraphs: [
      `# ${one.name.toUpperCase()}`,
      opening(scene, titled(one), role(scene, 'trustee', random.pick([self, spouse]))),
      ...withFiller(
        scene,
        [
          [
            'Use of the Residence',
            say([
              `The Grantor may occupy the residence at ${household.street}, rent free, for a term of ${term}.`,
              `The retained term is ${term} from the date of this agreement.`,
              `During a fixed term of ${term} the Donor keeps the exclusive use of ${household.street}.`,
            ]),
          ],
          [
            'Conversion',
            'If the residence ceases to be held for personal use, the trust shall within thirty days be converted to an annuity trust under Treasury Regulations section 25.2702-5(c)(8).',
          ],
          [
            'Remainder',
            `The residence then passes to ${role(scene, 'beneficiary', children[0])} as the remainder beneficiary.`,
          ],
          ['Applicable Law', law(scene)],
        ],
        lengthOf(scene),
      ),
      ...signatures(scene, [[written(scene, self), maker(scene)]]),
    ],
  }
}

/** A trust that was never signed, that was revoked or that another one replaced: what it says is the same, and it says so. */
const notInForce: Maker = (scene) => {
  const made = scene.random.pick([trust, amendment, restatement])(scene)
  const standing = scene.random.pick(['draft', 'unsigned', 'revoked', 'superseded'] as const)
  const { paragraphs, truth } = made
  const [title = '', ...rest] = paragraphs
  const isSigned = standing === 'revoked' || standing === 'superseded'
  const note = {
    draft: `DRAFT ${scene.day.iso} - FOR DISCUSSION ONLY - NOT EXECUTED`,
    unsigned: 'UNSIGNED COPY - the original has not been returned',
    revoked: `REVOKED by the grantor on ${scene.after.words}. Kept for reference.`,
    superseded: `SUPERSEDED by the restatement of ${scene.after.words}`,
  }[standing]
  return {
    about: `${made.about}, ${standing}`,
    truth: { ...truth, type: isSigned ? [...truth.type, 'OTHER'] : ['OTHER'] },
    standing,
    paragraphs: [note, title, ...(isSigned ? rest : rest.map((each) => each.replaceAll(/\/s\/ [^\n]+/g, '')))],
  }
}

const exercised: Maker = (scene) => {
  const { self, day, before, say } = scene
  const one = scene.entity('revocable')
  return {
    about: 'revocation of a trust',
    truth: ofEntity(['OTHER'], scene, one),
    paragraphs: [
      '# REVOCATION OF TRUST',
      say([
        `On ${dated(day, '?date')} I, ${role(scene, '?grantor', self)}, revoke ${plainTitle(one)} dated ${before.words} in full. ${scene.stranger()}, its trustee, shall return the property to me.`,
        `The undersigned revokes the agreement of ${before.words} that created ${plainTitle(one)}. The trustee, ${scene.stranger()}, is discharged. Dated ${dated(day, '?date')}.`,
      ]),
      ...signatures(scene, [[written(scene, self), 'Settlor']]),
    ],
  }
}

/** Trusts and what changes them. */
export const trusts: readonly Maker[] = [
  ...[trust, trust, trust, restatement, restatement, amendment, amendment, amendment],
  ...[grat, grat, ilit, ilit, qprt, notInForce, notInForce, notInForce, exercised],
]
