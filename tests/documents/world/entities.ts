import { fullName } from './firm.ts'
import { type Made, ofEntity, type Scene } from './scene.ts'

type Maker = (scene: Scene) => Made

const signed = ({ me, on, random, household, notary }: Scene, capacity: string): string[] => [
  random.pick([
    `The parties have executed this instrument ${on}.`,
    `Signed, sealed and delivered ${on}.`,
    `DATED ${on}.`,
    `EXECUTED effective ${on}, at ${household.town}.`,
  ]),
  `By ____________________\n${me}, ${capacity}`,
  ...(random.chance(0.5)
    ? [
        '\f',
        `Acknowledged before me by ${me}. ${notary}, Notary Public for ${household.state}. My appointment ends May 5, 2033.`,
      ]
    : []),
]

const trust: Maker = (scene) => {
  const { me, spouse, child, other, bank, household, random, on, entity, named } = scene
  const one = entity(random.pick(['revocable', 'irrevocable', 'insurance', 'grat']))
  const name = named(one)
  return {
    about: 'trust agreement',
    truth: ofEntity('SIGNED_TRUST_DOCUMENT', scene, one),
    paragraphs: [
      random.pick([
        `# ${name}`,
        `# INDENTURE OF TRUST\n${name}`,
        `# DECLARATION OF TRUST\nestablishing\n${name}`,
        '# AGREEMENT OF TRUST',
        `# TRUST AGREEMENT\nFOR\n${name}`,
      ]),
      random.pick([
        `${me}, of ${household.town}, ${household.state}, as Trustor, transfers ten dollars to ${fullName(spouse)}, as Trustee, who holds it and all additions IN TRUST under the name ${name}, on these terms, ${on}.`,
        `THIS INDENTURE OF TRUST, ${on}, by ${me}, Settlor, and ${fullName(spouse)}, Trustee, witnesseth that there is established ${name}.`,
        `I, ${me}, declare that I hold the property on the attached list as trustee of ${name}. I sign this declaration ${on}.`,
      ]),
      'ITEM 1. During the term the trustee distributes so much of the income as is called for below and adds the balance to corpus.',
      `ITEM 2. The beneficiaries are ${fullName(child)} and ${fullName(other)} and their descendants per stirpes.`,
      `ITEM 3. When ${fullName(spouse)} no longer serves, ${bank} becomes trustee. A majority of adult beneficiaries may remove a corporate trustee and name another.`,
      'ITEM 4. Corpus may be invested as a prudent investor would. The trustee has the powers listed in the trust code of this state, which are incorporated by reference.',
      'ITEM 5. Interests are held subject to a spendthrift trust and cannot be reached by creditors before actual receipt.',
      'ITEM 6. Property may be added by will, by deed, by assignment or by beneficiary designation.',
      'ITEM 7. No trust continues beyond twenty-one years after the death of the last to die of those named.',
      ...signed(scene, 'Settlor'),
      `ACCEPTED: ____________________ ${fullName(spouse)}, Trustee`,
    ],
  }
}

const trustAmendment: Maker = (scene) => {
  const { me, child, bank, random, on, before, entity, named } = scene
  const one = entity('revocable')
  const name = named(one)
  return {
    about: 'trust amendment',
    truth: ofEntity('TRUST_AMENDMENT', scene, one),
    paragraphs: [
      random.pick([
        `# SECOND AMENDMENT\n${name}`,
        `# Amendment to Declaration of Trust`,
        `# INSTRUMENT OF AMENDMENT OF TRUST`,
      ]),
      `On ${before} ${me} signed the trust agreement creating ${name} and reserved the power to amend it. Exercising that power, ${me} amends it ${on}:`,
      `(i) Paragraph 9 is stricken and replaced by: "${fullName(child)} shall act as trustee upon the resignation of ${bank}."`,
      '(ii) Paragraph 12(c) is deleted.',
      'The trust agreement, as amended by this instrument, continues in effect.',
      ...signed(scene, 'Settlor'),
    ],
  }
}

const company =
  (kind: 'llc' | 'partnership', types: readonly string[], titles: readonly string[], about: string): Maker =>
  (scene) => {
    const { me, spouse, random, on, household, entity, named } = scene
    const one = entity(kind)
    const name = named(one)
    const owner = kind === 'llc' ? 'member' : 'partner'
    return {
      about,
      truth: ofEntity(types, scene, one),
      paragraphs: [
        `# ${random.pick(titles)}`,
        name,
        `This agreement is entered into ${on} by the persons signing below as ${owner}s of ${name}, which was organized in ${household.state} by filing a certificate with its Secretary of State.`,
        `A. Percentage interests. ${me}: 60. ${fullName(spouse)}: 40.`,
        `B. ${kind === 'llc' ? 'Managers. The company has one manager' : 'General partner. The partnership has one general partner'}, ${me}, who signs for it alone.`,
        `C. Net cash flow is distributed each quarter pro rata. Losses follow percentage interests.`,
        `D. A ${owner} may not sell, encumber or give away an interest except to descendants, or to a trustee under a trust agreement or will for them.`,
        'E. On a divorce the former spouse sells at book value. On death the estate keeps the economic rights only.',
        'F. The fiscal year is the calendar year; the books are kept on the cash method; an annual report is sent within ninety days.',
        'G. This is the entire agreement. It replaces oral understandings.',
        ...signed(scene, kind === 'llc' ? 'Manager' : 'General Partner'),
        `____________________ ${fullName(spouse)}, ${owner}`,
      ],
    }
  }

const companyAmendment =
  (kind: 'llc' | 'partnership', types: readonly string[], title: string): Maker =>
  (scene) => {
    const { me, child, random, on, before, entity, named } = scene
    const one = entity(kind)
    const name = named(one)
    return {
      about: 'amendment of a company',
      truth: ofEntity(types, scene, one),
      paragraphs: [
        `# ${random.pick(['FIRST AMENDMENT TO', 'AMENDMENT TO THE', 'Second Amendment to'])} ${title}\n${name}`,
        `The agreement of ${name} dated ${before} is amended ${on} by those who hold all interests in it.`,
        `1. ${fullName(child)} is admitted and receives a one percent interest from ${me}.`,
        '2. Section D is amended by adding "or to a charitable organization" after the word descendants.',
        '3. No other change is made.',
        ...signed(scene, 'authorized signatory'),
      ],
    }
  }

const incorporation: Maker = (scene) => {
  const { me, random, on, household, entity, named } = scene
  const one = entity(random.pick(['corporation', 'foundation']))
  const name = named(one)
  return {
    about: 'articles of incorporation',
    truth: ofEntity('ARTICLES_OF_INCORPORATION', scene, one),
    paragraphs: [
      random.pick([
        '# CERTIFICATE OF INCORPORATION',
        '# Articles of Incorporation',
        '# ARTICLES OF INCORPORATION\n(Domestic Corporation)',
      ]),
      `1. The corporation shall be known as ${name}.\n2. Its registered agent in ${household.state} is ${me}, ${household.street}, ${household.town}.`,
      '3. The aggregate number of shares that may be issued is one thousand, or, if none may be issued, it has no members.',
      '4. The period of duration is perpetual. 5. Directors are elected as the bylaws provide.',
      `6. The undersigned incorporator signs these articles ${on}.`,
      ...signed(scene, 'Incorporator'),
    ],
  }
}

const bylaws: Maker = (scene) => {
  const { random, on, me, entity, named } = scene
  const one = entity(random.pick(['corporation', 'foundation']))
  const name = named(one)
  return {
    about: 'bylaws',
    truth: ofEntity('CORPORATE_BYLAWS', scene, one),
    paragraphs: [
      random.pick([`# BYLAWS\nOF\n${name}`, '# AMENDED AND RESTATED BYLAWS', '# CORPORATE BY-LAWS']),
      `Bylaws of ${name}, adopted ${on}.`,
      'Section 1. The annual meeting is on the second Tuesday of May. Section 2. Special meetings may be called by the president or by two directors.',
      'Section 3. There are not less than three directors. Section 4. A director may be removed with or without cause.',
      `Section 5. The president, at present ${me}, presides at meetings. The treasurer keeps the accounts. The secretary keeps the minutes and the seal.`,
      'Section 6. Checks above ten thousand dollars need two signatures. Section 7. These bylaws may be amended by a two-thirds vote, but not so as to conflict with the articles of incorporation.',
      ...signed(scene, 'President'),
    ],
  }
}

const shareholders: Maker = (scene) => {
  const { me, spouse, random, on, entity, named } = scene
  const one = entity('corporation')
  return {
    about: 'shareholders agreement',
    truth: ofEntity('SHAREHOLDERS_AGREEMENT', scene, one),
    paragraphs: [
      random.pick(["# STOCKHOLDERS' AGREEMENT", '# Shareholder Buy-Sell Agreement', "# SHAREHOLDERS' AGREEMENT"]),
      `Agreement of the shareholders of ${named(one)}, ${on}: ${me} (700 shares) and ${fullName(spouse)} (300 shares).`,
      '1. If a shareholder wishes to sell, the shares are first offered to the corporation, then to the other shareholders, at the formula price.',
      '2. On the death of a shareholder the estate sells and the survivors buy, with the proceeds of the policies on Exhibit B.',
      '3. The formula price is five times average earnings. 4. Certificates carry a legend.',
      '5. Disputes go to arbitration.',
      ...signed(scene, 'Shareholder'),
    ],
  }
}

const deed: Maker = (scene) => {
  const { me, spouse, random, household, entity, named, lawyer } = scene
  const one = entity(random.pick(['revocable', 'llc']))
  const grantee = one.kind === 'llc' ? named(one) : `${fullName(spouse)}, Trustee of ${named(one)}`
  return {
    about: 'deed',
    truth: ofEntity('DEED', scene, one),
    paragraphs: [
      `Recording requested by ${lawyer}. When recorded mail to: ${household.street}, ${household.town}. APN 044-${random.below(900) + 100}-07`,
      random.pick([
        '# GRANT DEED',
        '# SPECIAL WARRANTY DEED',
        '# DEED IN TRUST',
        '# GENERAL WARRANTY DEED',
        '# QUIT CLAIM DEED',
      ]),
      random.pick([
        `FOR A VALUABLE CONSIDERATION, receipt of which is acknowledged, ${me} hereby GRANT(S) to ${grantee} the real property in the City of ${household.town}, State of ${household.state}, described as Lot ${random.below(80) + 1}, Block ${random.below(9) + 1}.`,
        `${me}, Grantor, of ${household.town}, has granted, sold and conveyed, and by these presents grants, sells and conveys to ${grantee}, Grantee, Lot ${random.below(80) + 1} of the Alder Addition, to have and to hold forever.`,
      ]),
      'Subject to taxes for the current year and to easements and restrictions of record. The transfer is exempt from transfer tax.',
      ...signed(scene, 'Grantor'),
      `Filed for record. Instrument ${random.below(900_000) + 100_000}. County Recorder.`,
    ],
  }
}

const assignment: Maker = (scene) => {
  const { me, spouse, random, on, entity, named } = scene
  const [from, to] = [entity(random.pick(['llc', 'partnership'])), entity('irrevocable')]
  return {
    about: 'assignment of interest',
    truth: { ...ofEntity('ASSIGNMENT_OF_INTEREST', scene, to), entity: [to.id, from.id] },
    paragraphs: [
      random.pick([
        '# ASSIGNMENT OF MEMBERSHIP OR PARTNERSHIP INTEREST',
        '# Assignment of Interest',
        '# ASSIGNMENT AND ACCEPTANCE OF COMPANY INTEREST',
      ]),
      `${me} assigns ${random.below(30) + 5} percent of ${named(from)} to ${fullName(spouse)}, trustee of ${named(to)}, as a gift, ${on}.`,
      'The assignee takes subject to the agreement that governs the company and joins in it. The assignor warrants title.',
      ...signed(scene, 'Assignor'),
    ],
  }
}

const tangibles: Maker = (scene) => {
  const { me, random, on, entity, named } = scene
  const one = entity('revocable')
  return {
    about: 'assignment of tangibles',
    truth: ofEntity('ASSIGNMENT_OF_TANGIBLE_PROPERTY', scene, one),
    paragraphs: [
      random.pick([
        '# GENERAL ASSIGNMENT OF PERSONAL EFFECTS',
        '# Assignment of Tangible Personal Property to Trust',
        '# ASSIGNMENT OF HOUSEHOLD GOODS AND TANGIBLE PERSONAL PROPERTY',
      ]),
      `I, ${me}, transfer to the trustee of ${named(one)} all tangible personal property that I own or later acquire: furniture, china, art, instruments, collections and the like. ${on}.`,
      'Licensed vehicles are not included.',
      ...signed(scene, 'owner'),
    ],
  }
}

const note: Maker = (scene) => {
  const { me, spouse, random, on, entity, named } = scene
  const one = entity('irrevocable')
  return {
    about: 'promissory note',
    truth: ofEntity('LOAN_NOTE_AGREEMENT', scene, one),
    paragraphs: [
      random.pick(['# PROMISSORY NOTE', '# BALLOON NOTE', '# LOAN AGREEMENT']),
      `$${(random.below(90) + 10) * 10_000}.00. ${on}. FOR VALUE RECEIVED the undersigned, ${fullName(spouse)}, trustee of ${named(one)} ("Maker"), promises to pay ${me} ("Holder") that sum with interest at 3.1% per year, interest only, the principal in one payment after nine years.`,
      'Maker waives presentment, demand and protest. Holder may accelerate on default. The note is nonrecourse beyond the trust estate.',
      `____________________ ${fullName(spouse)}, trustee, Maker`,
    ],
  }
}

/** Documents of entities, as law firms of other states and older ones write them. */
export const entities: readonly Maker[] = [
  ...[trust, trust, trust, trustAmendment, trustAmendment],
  company(
    'llc',
    ['OPERATING_AGREEMENT'],
    ['OPERATING AGREEMENT', 'Amended and Restated Operating Agreement'],
    'operating agreement',
  ),
  company('llc', ['LLC_AGREEMENT'], ['LIMITED LIABILITY COMPANY AGREEMENT', 'LLC Agreement'], 'llc agreement'),
  company(
    'partnership',
    ['PARTNERSHIP_AGREEMENT'],
    ['AGREEMENT OF LIMITED PARTNERSHIP', 'Limited Partnership Agreement', 'FAMILY LIMITED PARTNERSHIP AGREEMENT'],
    'partnership agreement',
  ),
  companyAmendment('llc', ['OPERATING_AGREEMENT_AMENDMENT'], 'OPERATING AGREEMENT'),
  companyAmendment('partnership', ['PARTNERSHIP_AGREEMENT_AMENDMENT'], 'LIMITED PARTNERSHIP AGREEMENT'),
  companyAmendment('llc', ['LLC_AGREEMENT_AMENDMENT'], 'LIMITED LIABILITY COMPANY AGREEMENT'),
  ...[incorporation, bylaws, shareholders, deed, deed, assignment, tangibles, note],
]
