import { lengthOf, signatures, withFiller } from './filler.ts'
import { type Made, marked } from './marks.ts'
import { dated, dollars, ofEntity, ofPerson, plainTitle, role, type Scene, titled, written } from './scene.ts'

type Maker = (scene: Scene) => Made

const lawOf = ({ say, state }: Scene) => {
  const it = marked('governing-law', state)
  return say([
    `This agreement is governed by the laws of the State of ${it}.`,
    `The law of ${it} governs this agreement and the affairs of the company.`,
    `GOVERNING LAW: ${it}.`,
  ])
}

/** An agreement among owners; a trustee who signs for a trust is the trustee of that trust, not of the company. */
const agreement =
  (kind: 'llc' | 'partnership', type: string, about: string, titles: readonly string[]): Maker =>
  (scene) => {
    const { self, spouse, say, day, random, household } = scene
    const one = scene.entity(kind)
    const name = titled(one, '?name')
    const [owners, word] = kind === 'llc' ? ['Members', 'company'] : ['Partners', 'partnership']
    return {
      about,
      truth: ofEntity([type], scene, one, { person: [self.id, spouse.id] }),
      paragraphs: [
        `# ${random.pick(titles)}\n${say(['OF', 'for', 'of'])}\n${one.name.toUpperCase()}`,
        say([
          `THIS AGREEMENT is entered into as of ${dated(day)} by ${written(scene, self)} and ${written(scene, spouse)} (the "${owners}") for ${name}.`,
          `Effective ${dated(day)}, the undersigned ${owners} of ${name} agree as follows.`,
          `${name}, a ${household.state} ${word}, and its ${owners}, ${written(scene, self)} and ${written(scene, spouse)}, make this agreement on ${dated(day)}.`,
        ]),
        ...withFiller(
          scene,
          [
            [
              'Formation',
              `The ${word} was formed under the law of the State by filing with the Secretary of State. Its purpose is any lawful business.`,
            ],
            [
              owners,
              `${written(scene, self)}, 40%; ${written(scene, spouse)}, 9%; ${role(scene, '?trustee', scene.children[0])} as trustee of ${plainTitle(scene.entity('irrevocable'))}, 51%.`,
            ],
            [
              'Management',
              kind === 'llc'
                ? `The manager is ${written(scene, self)}. A manager may be removed by a majority in interest.`
                : `The general partner is ${scene.entity('llc').name}. Limited partners take no part in control.`,
            ],
            ['Transfers', 'No interest may be transferred except to a descendant of a founder or to a trust for one.'],
            ['Law', lawOf(scene)],
          ],
          lengthOf(scene),
        ),
        ...signatures(scene, [
          [written(scene, self), owners.slice(0, -1)],
          [written(scene, spouse), owners.slice(0, -1)],
        ]),
      ],
    }
  }

const change =
  (kind: 'llc' | 'partnership', type: string, title: string): Maker =>
  (scene) => {
    const { self, say, day, before, random, spouse } = scene
    const one = scene.entity(kind)
    return {
      about: 'amendment of an agreement',
      truth: ofEntity([type], scene, one, { person: [self.id, spouse.id] }),
      paragraphs: [
        `# ${random.pick(['FIRST', 'SECOND'])} AMENDMENT TO ${marked('?amends', title)}\nOF ${one.name.toUpperCase()}`,
        say([
          `This amendment, dated ${dated(day)}, changes the ${marked('?amends', title.toLowerCase(), [title.toLowerCase(), one.name])} of ${titled(one, '?name+?amends')} of ${before.words}.`,
          `Amendment made ${dated(day)} to the agreement of ${titled(one, '?name+?amends')} dated ${before.words}.`,
        ]),
        '1. Schedule A is replaced by the schedule attached. 2. Section 5.3 (Distributions) is deleted.',
        'The agreement is otherwise unchanged.',
        ...signatures(scene, [[written(scene, self), kind === 'llc' ? 'Manager' : 'General Partner']]),
      ],
    }
  }

const incorporation: Maker = (scene) => {
  const { self, spouse, say, day, state, stranger } = scene
  const one = scene.entity('corporation')
  return {
    about: 'articles of incorporation',
    truth: ofEntity(['ARTICLES_OF_INCORPORATION'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `# ${say(['ARTICLES OF INCORPORATION', 'Certificate of Incorporation', 'ARTICLES OF INCORPORATION'])}\n${one.name}`,
      `FIRST: The name of the corporation is ${titled(one, '?name')}.\nSECOND: Its registered office is in the State of ${state}.`,
      `THIRD: The corporation may issue ten thousand (10,000) shares of common stock without par value.\nFOURTH: The incorporator is ${stranger()}. The first directors are ${written(scene, self)} and ${stranger()}.`,
      `Dated ${dated(day, '?date')}.`,
      ...signatures(scene, [[stranger(), 'Incorporator']]),
    ],
  }
}

const bylaws: Maker = (scene) => {
  const one = scene.entity('corporation')
  const { day, self, spouse } = scene
  return {
    about: 'bylaws',
    truth: ofEntity(['CORPORATE_BYLAWS'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `# BYLAWS\nOF\n${one.name.toUpperCase()}`,
      `Adopted by the board of directors on ${dated(day, '?date')}.`,
      ...withFiller(
        scene,
        [
          ['Offices', `The principal office of ${titled(one, '?name')} is where the board decides.`],
          [
            'Meetings of Shareholders',
            'The annual meeting is held on the second Tuesday of April. A majority of shares is a quorum.',
          ],
          [
            'Directors',
            'The board has three to seven directors, elected each year. Vacancies are filled by the board.',
          ],
          ['Officers', 'The officers are a president, a secretary and a treasurer.'],
        ],
        2,
      ),
    ],
  }
}

const assignment: Maker = (scene) => {
  const { self, spouse, day, say, random } = scene
  const [trust, company] = [scene.entity('revocable'), scene.entity('llc')]
  const from = written(scene, self)
  return {
    about: 'assignment of an interest',
    truth: ofEntity(['ASSIGNMENT_OF_INTEREST'], scene, company, { entity: [company.id, trust.id] }),
    paragraphs: [
      `# ${say(['ASSIGNMENT OF MEMBERSHIP INTEREST', 'Assignment of Interest', 'ASSIGNMENT OF LLC INTEREST'])}`,
      `For value received, ${from} ("Assignor") assigns to ${role(scene, '?trustee', spouse)}, trustee of ${plainTitle(trust)} ("Assignee"), ${random.below(60) + 10}% of the membership interests in ${company.name}, effective ${dated(day, '?date')}.`,
      'The Assignee agrees to be bound by the operating agreement. The Assignor warrants that the interest is free of liens.',
      ...signatures(scene, [[from, 'Assignor']]),
    ],
  }
}

const tangibles: Maker = (scene) => {
  const { self, spouse, day } = scene
  const one = scene.entity('revocable')
  return {
    about: 'assignment of tangibles',
    truth: ofEntity(['ASSIGNMENT_OF_TANGIBLE_PROPERTY'], scene, one),
    paragraphs: [
      '# ASSIGNMENT OF TANGIBLE PERSONAL PROPERTY',
      `I, ${written(scene, self)}, on ${dated(day, '?date')} assign all my furniture, jewelry, books and works of art to ${role(scene, '?trustee', spouse)}, as trustee of ${plainTitle(one)}.`,
      ...signatures(scene, [[written(scene, self), 'Assignor']]),
    ],
  }
}

const note: Maker = (scene) => {
  const { self, spouse, day, random, state, say } = scene
  const one = scene.entity('irrevocable')
  return {
    about: 'promissory note',
    truth: ofEntity(['LOAN_NOTE_AGREEMENT'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `# ${say(['PROMISSORY NOTE', 'SECURED PROMISSORY NOTE', 'LOAN AGREEMENT', 'Term Note'])}`,
      `${dollars((random.below(90) + 10) * 10_000)}          ${dated(day, '?date')}`,
      `${role(scene, '?trustee', spouse)}, as trustee of ${plainTitle(one)} (Borrower), promises to pay to ${written(scene, self)} (Lender) the principal with interest at 3.${random.below(90) + 10}% per annum, over a term of ${marked('?term', 'nine (9) years', ['9'])} in annual installments.`,
      `This note is governed by the law of ${marked('?governing-law', state)}.`,
      ...signatures(scene, [[written(scene, spouse), 'Trustee, Borrower']]),
    ],
  }
}

const shareholders: Maker = (scene) => {
  const one = scene.entity('corporation')
  const { day, self, spouse } = scene
  return {
    about: 'agreement of shareholders',
    truth: ofEntity(['SHAREHOLDERS_AGREEMENT'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `# SHAREHOLDERS' AGREEMENT\n${one.name}`,
      `Made ${dated(day)} among ${titled(one, '?name')} and its shareholders, ${written(scene, self)} and ${written(scene, spouse)}.`,
      ...withFiller(
        scene,
        [
          [
            'Right of First Refusal',
            'A shareholder who wishes to sell must first offer the shares to the corporation and then to the others.',
          ],
          [
            'Death',
            `On a death the estate sells and the corporation buys. ${scene.stranger()} was executor in the only case so far.`,
          ],
          ['Law', lawOf(scene)],
        ],
        2,
      ),
      ...signatures(scene, [
        [written(scene, self), 'Shareholder'],
        [written(scene, spouse), 'Shareholder'],
      ]),
    ],
  }
}

const ein: Maker = (scene) => {
  const { day, random, self, spouse } = scene
  const one = scene.entity(random.pick(['irrevocable', 'llc'] as const))
  return {
    about: 'tax number of an entity',
    truth: ofEntity(['TAX_ID_CONFIRMATION'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `Department of the Treasury\nInternal Revenue Service\nDate of this notice: ${marked('?date', day.words, [day.iso])}\nNotice: CP 575 A`,
      `${one.name}\n${role(scene, '?trustee', spouse)} ${one.kind === 'llc' ? 'SOLE MBR' : 'TTEE'}`,
      `We assigned you an Employer Identification Number (EIN): 9${random.below(9)}-${random.below(9_000_000) + 1_000_000}. Please keep this notice in your permanent records.`,
    ],
  }
}

const stateFiling: Maker = (scene) => {
  const one = scene.entity('llc')
  const { day, state, self, spouse } = scene
  return {
    about: 'filing with a state',
    truth: ofEntity(['STATE_BUSINESS_FILING'], scene, one, { person: [self.id, spouse.id] }),
    paragraphs: [
      `${state.toUpperCase()} SECRETARY OF STATE\nBusiness Filings Division`,
      '# ANNUAL REPORT',
      `Entity name: ${one.name}\nFiling date: ${marked('?date', day.words, [day.iso])}\nManager: ${written(scene, self)}\nRegistered agent: ${scene.stranger()}`,
    ],
  }
}

/** An income tax return of a person; of its dates its end of year is right as well. */
const incomeTax: Maker = (scene) => {
  const { self, spouse, day, random, household, stranger } = scene
  const year = Number(day.iso.slice(0, 4)) - 1
  return {
    about: 'income tax return',
    truth: ofPerson(['INCOME_TAX_RETURN'], scene, { date: [day.iso, `${year}-12-31`], person: [self.id, spouse.id] }),
    paragraphs: [
      `# Form 1040   U.S. Individual Income Tax Return   ${year}`,
      `Department of the Treasury - Internal Revenue Service\nFiling status: Married filing jointly\nName: ${written(scene, self)}\nSpouse: ${written(scene, spouse)}\nAddress: ${household.street}, ${household.town}`,
      `1a Wages ${dollars(random.below(300_000))}\n2b Taxable interest ${dollars(random.below(9000))}\n11 Adjusted gross income ${dollars(random.below(400_000))}\n24 Total tax ${dollars(random.below(90_000))}`,
      `Third party designee: ${stranger()}\nYour signature ${written(scene, self)}  Date ${marked('?date', day.words, [day.iso])}\nPaid preparer: ${stranger()}`,
    ],
  }
}

const giftTax: Maker = (scene) => {
  const { self, spouse, day, random } = scene
  const year = Number(day.iso.slice(0, 4)) - 1
  const one = scene.entity('irrevocable')
  return {
    about: 'gift tax return',
    truth: ofEntity(['GIFT_TAX_RETURN'], scene, one, { date: [day.iso, `${year}-12-31`] }),
    paragraphs: [
      `# Form 709   United States Gift (and Generation-Skipping Transfer) Tax Return   ${year}`,
      `Donor: ${written(scene, self)}\nConsenting spouse: ${written(scene, spouse)}`,
      `Schedule A, Part 3. Donee: ${one.name}, ${scene.stranger()}, trustee. Value at date of gift: ${dollars((random.below(80) + 10) * 10_000)}`,
      `Signature of donor: ${written(scene, self)}   Date: ${marked('?date', day.words, [day.iso])}`,
    ],
  }
}

/** Papers of companies, transfers and taxes. */
export const companies: readonly Maker[] = [
  agreement('llc', 'OPERATING_AGREEMENT', 'operating agreement', [
    'OPERATING AGREEMENT',
    'Second Amended and Restated Operating Agreement',
  ]),
  agreement('llc', 'LLC_AGREEMENT', 'llc agreement', ['LIMITED LIABILITY COMPANY AGREEMENT']),
  agreement('partnership', 'PARTNERSHIP_AGREEMENT', 'partnership agreement', [
    'LIMITED PARTNERSHIP AGREEMENT',
    'AGREEMENT OF LIMITED PARTNERSHIP',
  ]),
  change('llc', 'OPERATING_AGREEMENT_AMENDMENT', 'OPERATING AGREEMENT'),
  change('llc', 'LLC_AGREEMENT_AMENDMENT', 'LIMITED LIABILITY COMPANY AGREEMENT'),
  change('partnership', 'PARTNERSHIP_AGREEMENT_AMENDMENT', 'LIMITED PARTNERSHIP AGREEMENT'),
  ...[incorporation, bylaws, assignment, tangibles, note, shareholders, ein, stateFiling],
  ...[incomeTax, incomeTax, giftTax],
]
