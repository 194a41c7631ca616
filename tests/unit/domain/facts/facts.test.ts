import { describe, expect, test } from 'vitest'
import { type FactDocument, factsOf } from '../../../../shared/domain/facts/facts.ts'
import type { FactHousehold } from '../../../../shared/domain/facts/instrument-roles.ts'

const person = (key: string, first: string, suffix = '') => ({ key, first, middle: '', last: 'Okafor', suffix })
const household: FactHousehold = {
  people: [person('ada', 'Ada'), person('ben', 'Benjamin'), person('cara', 'Cara'), person('eli', 'Elias')],
  entities: [{ key: 'trust', name: 'Okafor Family Trust', kind: 'trust' }],
}

const first = `OKAFOR FAMILY TRUST AGREEMENT

THIS TRUST AGREEMENT is made this 5th day of March, 2014, by and between ADA
OKAFOR, of the City of Albany, as Grantor (the "Grantor"), and BENJAMIN OKAFOR, as
Trustee (the "Trustee").

ARTICLE I
NAME OF TRUST

This trust shall be known as the "Okafor Family Trust". The trust estate, principal and income
are held for the beneficiaries. The Grantor transfers property to the Trus-
tee. If Benjamin Okafor fails to serve for any reason, then
Page 1 of 2`
const second = `Cara Okafor shall serve as successor Trustee.

ARTICLE II
ANNUITY

The Trustee shall pay to the Grantor an annuity amount of $120,000 each year for a fixed
term of ten (10) years.
ARTICLE XII
This agreement shall be governed by and construed in accordance with the laws of the State
of New York.
Page 2 of 2`

const read = (pages: readonly string[], more: Partial<FactDocument> = {}, of = household) =>
  factsOf(
    { name: 'file.pdf', entity: null, person: null, ...more, pages: pages.map((text, at) => ({ page: at + 1, text })) },
    of,
  )
const found = (pages: readonly string[], more: Partial<FactDocument> = {}, of = household) =>
  read(pages, more, of).facts.map(({ kind, who, value }) => [kind, who.join(' or ') || value])

/** A trust agreement with one more sentence. */
const withSentence = (sentence: string) => [first.replace('Page 1 of 2', `\n${sentence}`), second]

describe('a trust agreement', () => {
  test('gives its roles, name, date, term, annuity and law, each once', () => {
    expect(found([first, second])).toEqual([
      ['grantor', 'ada'],
      ['trustee', 'ben'],
      ['successor-trustee', 'cara'],
      ['date', '2014-03-05'],
      ['name', 'Okafor Family Trust'],
      ['governing-law', 'New York'],
      ['term', '10'],
      ['annuity', '120000'],
    ])
  })

  test('says each fact with its sentence over lines and pages, its page, place and article', () => {
    const { facts } = read([first, second])
    const law = facts.find(({ kind }) => kind === 'governing-law')
    expect(law).toMatchObject({ page: 2, article: 'ARTICLE XII', in: 'trust' })
    expect(second.slice(law?.start, law?.end).trim()).toMatch(/^This agreement shall[\s\S]*New York\.$/)
    const successor = facts.find(({ kind }) => kind === 'successor-trustee')
    expect(successor).toMatchObject({ page: 1, value: 'Cara Okafor' })
    expect(successor?.sentence).toBe(
      'If Benjamin Okafor fails to serve for any reason, then Cara Okafor shall serve as successor Trustee.',
    )
  })

  test('gives both of two people of one name', () => {
    const twins = {
      ...household,
      people: [person('sr', 'Benjamin', 'Sr.'), person('jr', 'Benjamin', 'Jr.'), person('ada', 'Ada')],
    }
    expect(found([first, second], {}, twins)).toContainEqual(['trustee', 'sr or jr'])
  })

  test('that is filed under another trust than it names gives no role of either without its name', () => {
    const both = {
      ...household,
      entities: [...household.entities, { key: 'other', name: 'Elm Street Trust', kind: 'trust' as const }],
    }
    expect(
      read([first, second], { entity: 'other' }, both)
        .facts.filter(({ who }) => who.length > 0)
        .map(({ in: into }) => into),
    ).not.toContain('other')
  })
})

describe('a sentence that allows two readings', () => {
  test.each([
    ['with two amounts gives no annuity', 'The Trustee shall pay an annuity of $5,000 or $6,000 each year.', 'annuity'],
    [
      'with a condition gives no law',
      'If the Trustee moves, this agreement shall be governed by the laws of Ohio.',
      'governing-law',
    ],
  ])('%s', (_, sentence, kind) => {
    const values = found(withSentence(sentence)).filter(([is]) => is === kind)
    expect(values).toEqual(kind === 'annuity' ? [['annuity', '120000']] : [['governing-law', 'New York']])
  })

  test('gives no law where two sentences name different states', () => {
    const pages = withSentence('The validity of this trust shall be governed by the laws of Delaware.')
    expect(found(pages).filter(([kind]) => kind === 'governing-law')).toEqual([])
  })
})

describe('a will', () => {
  const will = [
    `LAST WILL AND TESTAMENT OF ADA OKAFOR

I, ADA OKAFOR, declare this to be my Last Will and Testament and revoke all prior wills. I give
the residue of my estate to my husband. I appoint my husband, BENJAMIN OKAFOR, as Executor of
this my Will. If he fails to qualify, I appoint CARA OKAFOR as Executor in his place. I appoint
Cara Okafor as guardian of the person of my minor child, Elias Okafor. Signed on June 1, 2010
in the presence of two witnesses.`,
  ]
  test('gives its executor and guardian, and nobody who serves on a condition', () => {
    expect(found(will)).toEqual([
      ['executor', 'ben'],
      ['guardian', 'cara'],
      ['date', '2010-06-01'],
    ])
  })

  test('that is a draft of a day, for discussion only, says so', () => {
    const line = 'DRAFT 2012-04-05 - FOR DISCUSSION ONLY - NOT EXECUTED'
    const { states } = factsOf(
      { name: 'Trust agreement', pages: [{ page: 1, text: `${line}\nTRUST AGREEMENT` }], entity: null, person: null },
      { people: [], entities: [] },
    )
    expect(states).toEqual([{ is: 'draft', words: line, page: 1 }])
  })

  test('that is a draft says so beside its facts', () => {
    const { states, facts } = read([`DRAFT OF MAY 3\n\n${will[0]}`], { name: 'Will (unsigned).pdf' })
    expect(states).toEqual([
      { is: 'unsigned', words: 'Will (unsigned).pdf', page: null },
      { is: 'draft', words: 'DRAFT OF MAY 3', page: 1 },
    ])
    expect(facts.map(({ kind }) => kind)).toContain('executor')
  })
})

test('A trustee before “establishes” is no grantor', () => {
  const text = `TRUST AGREEMENT

THIS TRUST AGREEMENT, made on August 7, 2012, by and between Ada Okafor, of Albany (the "Grantor"), and Cara Okafor (the "Trustee"), establishes this trust.
The trust estate, its principal and income are held for the beneficiaries.`
  expect(found([text], { entity: 'trust' }).filter(([, who]) => ['ada', 'cara'].includes(who ?? ''))).toEqual([
    ['grantor', 'ada'],
    ['trustee', 'cara'],
  ])
})

test.each([
  [
    'a grantor beside a trustee outside the records is no trustee',
    'Ada Okafor, of Albany (the "Grantor"), and Elm Fiduciary Services, LLC (the "Trustee"), establish this trust.',
  ],
  ['the successor to a trustee is no trustee', 'The successor to the initial Trustee is Ada Okafor.'],
])('%s', (_, sentence) => {
  const text = `TRUST AGREEMENT\n\n${sentence}\n\nThe trust estate, its principal and income are held for the beneficiaries.`
  expect(found([text], { entity: 'trust' }).map(([kind]) => kind)).not.toContain('trustee')
})

test('The children of a grantor are no grantors of the trust', () => {
  expect(found(withSentence('The children of the Grantor are Cara Okafor and Elias Okafor.'))).toEqual(
    found([first, second]),
  )
})

test('The grantor of a deed is none of a trust', () => {
  const text =
    'WARRANTY DEED\n\nTHIS DEED, made between Ada Okafor, Grantor, and Cara Okafor, as Trustee of the Okafor Family Trust, Grantee.\n\nAda Okafor, Grantor'
  expect(found([text], { entity: 'trust' }).map(([kind]) => kind)).toEqual(['trustee'])
})

test('A codicil is not dated by the will that it changes', () => {
  const text =
    'CODICIL TO LAST WILL\n\nI, Ada Okafor, make this codicil to my Last Will and Testament dated June 1, 2010.'
  expect(found([text], { person: 'ada' })).toEqual([])
})

describe('a role that another sentence, or the rest of its own, takes back', () => {
  const roles = (text: string) => found([text]).filter(([kind]) => kind !== 'date' && kind !== 'amends')

  test('is none in a codicil that says where it was given before', () => {
    const text =
      'CODICIL TO LAST WILL OF ADA OKAFOR\n\nI, Ada Okafor, change my will: where I appointed Elias Okafor as Executor, I now substitute Cara Okafor.'
    expect(roles(text)).toEqual([])
  })

  test('is none in the words that an amendment replaces', () => {
    const text =
      'AMENDMENT TO THE OKAFOR FAMILY TRUST\n\nSection 4.1, which reads "Cara Okafor shall be successor Trustee," is amended to read "Elias Okafor shall be successor Trustee." Ada Okafor, Settlor. Benjamin Okafor, Trustee.'
    const successors = roles(text).filter(([kind]) => kind === 'successor-trustee')
    expect(successors).toEqual([['successor-trustee', 'eli']])
  })

  test('is found in the words that take the place of an article', () => {
    const text =
      'AMENDMENT TO THE OKAFOR FAMILY TRUST\n\nArticle V is deleted and replaced by this: "Cara Okafor shall be successor Trustee, and then a bank." Ada Okafor, Settlor. Benjamin Okafor, Trustee.'
    expect(roles(text)).toContainEqual(['successor-trustee', 'cara'])
  })

  test('is none of a trustee who resigned, also where the sentence names the next', () => {
    const text =
      'RESTATEMENT OF THE OKAFOR FAMILY TRUST\n\nWHEREAS Ada Okafor, as Settlor, and Elias Okafor, as Trustee, made the trust; WHEREAS Elias Okafor resigned as Trustee and Benjamin Okafor was appointed as Trustee; NOW the Settlor restates it.'
    expect(roles(text)).not.toContainEqual(['trustee', 'eli'])
    expect(roles(text)).toContainEqual(['trustee', 'ben'])
  })

  test('is none of an agent of an earlier proxy; who acts for money alone is no health care agent', () => {
    const text =
      'HEALTH CARE PROXY\n\nI, Ada Okafor, appoint Cara Okafor as my health care agent. Elias Okafor, who was my health care agent under an earlier proxy, shall no longer act. Benjamin Okafor is my agent for finances only.'
    expect(roles(text)).toEqual([
      ['health-care-agent', 'cara'],
      ['agent', 'ben'],
    ])
  })
})

test.each([
  'cc: Cara Okafor, Trustee\n    Elias Okafor, successor Trustee',
  'c.c. Cara Okafor, Trustee; Elias Okafor, beneficiary',
  'Copies to:\nCara Okafor, Trustee\nElias Okafor, successor Trustee',
])('The people of a copy list have no role by it: “%s”', (list) => {
  expect(found([first, `${second}\n${list}\n\nThe Grantor signs.`])).toEqual(found([first, second]))
})

test.each([
  'NOTES OF MEETING\nMarch 3, 2019',
  'Client meeting notes - 4/2/2020',
  'Memorandum to File',
  'Meeting with Ada Okafor',
  'OKAFOR FAMILY TRUST\nMinutes of the special meeting of March 3, 2019',
])('Notes of a meeting that quote a trust give no facts: “%s”', (title) => {
  const notes = `${title}\n\nThe trust says: “The Trustee shall be Benjamin Okafor. Cara Okafor is appointed successor Trustee. This trust shall be known as the Okafor Family Trust.”`
  expect(read([notes], { entity: 'trust' })).toEqual({ facts: [], states: [], type: null })
})

test.each([
  'This trust is not governed by the laws of Texas.',
  'In no event shall the laws of Texas govern this trust.',
  'Any arbitration shall be governed by the laws of Texas.',
  'The promissory note owed to the trust has a fixed term of nine (9) years.',
  'The Trustee shall pay a fixed annuity of $50,000 each year under a charitable gift annuity.',
  'The Trustee shall pay the annual premium of $2,300 on the homeowner policy.',
])('“%s” says nothing of the trust itself', (sentence) => {
  const kinds = read([trustWith(sentence)]).facts.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind !== 'date')).toEqual([])
})

test('The beneficiary of a policy is none of the trust', () => {
  expect(found(withSentence('The beneficiary of the policy is Elias Okafor.'))).toEqual(found([first, second]))
})

test('A certification of trust gives the trust no name', () => {
  const text =
    'CERTIFICATION OF TRUST\n\nThe Okafor Family Trust was created by Ada Okafor as Settlor. The Trustee of this trust is Benjamin Okafor, Trustee. The Settlor and the Trustee signed.'
  expect(found([text]).filter(([kind]) => kind === 'name')).toEqual([])
})

test.each([
  ['REVOCATION OF TRUST', 'REVOCATION OF TRUST'],
  ['REVOCATION\nOF\nTHE OKAFOR FAMILY TRUST\nDATED MARCH 5, 2014', 'REVOCATION OF THE OKAFOR FAMILY TRUST'],
  ['Revocation of Power of Attorney dated June 1, 2010', 'Revocation of Power of Attorney dated June 1, 2010'],
])('A paper titled “%s” says that it revokes another; an article about revocation says nothing', (title, words) => {
  const text = `${title}\n\nI, Ada Okafor, Settlor, revoke the trust of which Benjamin Okafor is Trustee.`
  expect(read([text]).states).toEqual([{ is: 'revokes', words, page: 1 }])
  expect(read([`${first}\n\nARTICLE III\nREVOCATION OF TRUST\nThe Grantor may revoke.`, second]).states).toEqual([])
})

test('A letter about an instrument gives no facts', () => {
  const letter =
    'Dear Ms. Okafor,\n\nEnclosed please find the trust agreement. Benjamin Okafor is the trustee of the Okafor Family Trust.\n\nSincerely,\nJ. Roe'
  expect(found([letter])).toEqual([])
})

const trustWith = (sentence: string) =>
  `TRUST AGREEMENT\n\nTHIS TRUST AGREEMENT is made.\n\n${sentence}\n\nThe trust estate, its principal and income are held for the beneficiaries.`
const willWith = (sentence: string) =>
  `LAST WILL AND TESTAMENT OF ADA OKAFOR\n\nI, ADA OKAFOR, declare this to be my Last Will and Testament. I give the residue of my estate to my husband.\n\n${sentence}\n\nSigned in the presence of two witnesses.`
const rolesIn = (text: string) =>
  read([text])
    .facts.filter(({ who }) => who.length > 0)
    .map(({ kind, who, in: into }) => `${kind} ${who.join(' or ')} of ${into ?? 'no record'}`)

describe('a clause of a will', () => {
  test.each([
    'I nominate and appoint Cara Okafor to be the guardian of the persons and estates of my minor children.',
    'If my husband does not survive me, I appoint my sister, Cara Okafor, as Guardian of my minor children.',
    'I name Cara Okafor guardian of each child of mine who is under eighteen.',
  ])('“%s” gives a guardian of nobody who is named', (sentence) => {
    expect(rolesIn(willWith(sentence))).toEqual(['guardian cara of no record'])
  })

  test.each([
    'If Cara Okafor is unable to serve as guardian, I appoint Elias Okafor as guardian of my minor children in her place.',
    'I appoint Cara Okafor or Elias Okafor as guardian of my minor children.',
    'Alternatively, I name Cara Okafor as guardian of my minor children.',
    'Failing him, I appoint Cara Okafor as Executor.',
    'In my will of 1999 I appointed Elias Okafor as executor.',
    'I appoint no guardian of my minor children, and Cara Okafor shall not serve as guardian of my children.',
  ])('“%s” gives no guardian and no executor', (sentence) => {
    expect(rolesIn(willWith(sentence))).toEqual([])
  })

  test('names the executor after the office', () => {
    expect(rolesIn(willWith('I appoint as Executor hereof my husband, Benjamin Okafor.'))).toEqual([
      'executor ben of ada',
    ])
  })
})

test.each([
  [
    'a restatement',
    'Second Restatement\nof\nElm Street Trust\n\nAda Okafor, the Trustor, amends and restates it as follows.',
  ],
  [
    'a declaration',
    'Elm Street Trust\nThe Elm Street Trust is created on 10 September 2017 by Ada Okafor ("Trustor").',
  ],
])('%s that its title does not call an agreement is an instrument of a trust', (_, opening) => {
  const text = `${opening}\n\nThe Trustee pays income to the Trustor. The Trustee keeps books.\n\nSuccessor Trustee: Cara Okafor.\n`
  expect(rolesIn(text)).toContain('successor-trustee cara of no record')
})

test('A letter about the restatement of a trust is no instrument', () => {
  const text =
    'Re: Restatement of the Elm Street Trust\n\nThe Trustor, Ada Okafor, restates the trust. The Trustee pays the Trustor. The Trustee keeps books.\n\nSuccessor Trustee: Cara Okafor.\n'
  expect(rolesIn(text).join()).not.toContain('successor-trustee')
})

describe('a clause of a trust that no record is known to be', () => {
  test.each([
    ['If Benjamin Okafor ceases to act for any reason, Cara Okafor shall become the Trustee.', ['cara']],
    ['Upon the death, resignation or incapacity of Benjamin Okafor, Cara Okafor shall be the Trustee.', ['cara']],
    [
      'If Benjamin Okafor fails to serve, I appoint my daughter, Cara Okafor, of Troy, as Trustee in his place.',
      ['cara'],
    ],
    ['Cara Okafor shall serve as Trustee if Benjamin Okafor ceases to serve.', ['cara']],
    ['I name, in the order stated, as successor Trustees: first, Cara Okafor; second, Elias Okafor.', ['cara', 'eli']],
    ['Cara Okafor is hereby appointed as successor Trustee, and in default of her a bank.', ['cara']],
    ['I name my daughter, Cara Okafor, as the first successor Trustee of this trust.', ['cara']],
    ['The successor to the original Trustee shall be Cara Okafor.', ['cara']],
    ['When none of the Trustees named above is able to act, Cara Okafor becomes the successor Trustee.', ['cara']],
    ['Upon the death of the Trustee the office shall pass to Cara Okafor.', ['cara']],
    [
      'These shall succeed to the office of Trustee, in this order: (a) Cara Okafor; (b) Elias Okafor.',
      ['cara', 'eli'],
    ],
  ])('“%s” gives those who follow the trustee', (sentence, who) => {
    expect(rolesIn(trustWith(sentence))).toEqual(who.map((key) => `successor-trustee ${key} of no record`))
  })

  test.each([
    'If Benjamin Okafor ceases to act, Cara Okafor shall not be the Trustee.',
    'If Benjamin Okafor ceases to act, Cara Okafor or Elias Okafor shall be the Trustee.',
    'If Benjamin Okafor ceases to act, a majority of the beneficiaries may appoint a Trustee.',
    'Cara Okafor is not a successor Trustee, whatever an earlier writing says.',
    'If Cara Okafor is successor Trustee, she shall give no bond.',
    'Cara Okafor, while she is successor Trustee, is entitled to fees.',
    'Cara Okafor is successor Trustee under the will of Elias Okafor.',
    'Cara Okafor is successor Trustee of the Elm Street Trust.',
    'Cara Okafor may be appointed successor Trustee by a court.',
    'The former successor Trustee was Cara Okafor.',
    'Cara Okafor is removed as successor Trustee.',
    'Cara Okafor or Elias Okafor is appointed successor Trustee.',
    'The successor to the Trustee is chosen by Cara Okafor.',
    'The Trustee shall not be succeeded by Cara Okafor.',
    'The Trustee, if removed, may be succeeded by Cara Okafor.',
    'Cara Okafor will succeed him in the business, of which the Trustee holds shares.',
    'If the Protector resigns, the office shall pass to Cara Okafor.',
    'If the Trustee dies, the office of Trust Protector shall pass to Cara Okafor.',
    'If the Trustee dies, the office shall in no event pass to Cara Okafor.',
    'If the Trustee dies, the vacancy shall be filled by Cara Okafor or a bank that she names.',
    'The persons who succeed to the office of Trust Protector are: Cara Okafor.',
    'Notice to the successor Trustee shall be sent to Cara Okafor.',
    'When a successor Trustee acts, the Trust Protector shall be Cara Okafor.',
    'The attorney for the successor Trustee is Cara Okafor.',
    "Cara Okafor is the successor Trustee's attorney.",
    'The person who chooses the successor Trustee is Cara Okafor.',
    'Any person except the following may be a successor Trustee: Cara Okafor.',
    'So long as Cara Okafor is successor Trustee, no bond is needed.',
    'The Grantor hopes that, in time, Cara Okafor will be successor Trustee.',
    'The Grantor had appointed Cara Okafor as successor Trustee in the older agreement.',
    'The prior instrument provided: “Cara Okafor is appointed successor Trustee.”',
    'The words “Cara Okafor shall be successor Trustee” are struck out.',
    'Article IV, which names Cara Okafor as successor Trustee, is deleted.',
    'Cara Okafor is successor Trustee of the trust created by her mother.',
    'I appoint Cara Okafor as successor Trustee. The foregoing appointment is hereby revoked.',
    'I appoint Cara Okafor as successor Trustee. Cara Okafor has resigned as successor Trustee.',
    'I appoint Cara Okafor as successor Trustee. A bank replaces Cara Okafor as successor Trustee.',
    'The office shall not pass to Cara Okafor on the death of the Trustee.',
    'The Investment Advisor to the Trustee is Elias Okafor. Upon his death, the office shall be filled by Cara Okafor.',
    'The Distribution Adviser is Elias Okafor, and if he fails to serve, then Cara Okafor shall succeed to the office.',
    'The Investment Adviser is a bank. These shall succeed to the office of the one named, in this order: Cara Okafor.',
    'If Ada Okafor divorces Benjamin Okafor and he ceases to serve, Cara Okafor shall be successor Trustee.',
    'Cara Okafor shall be successor Trustee provided she has attained the age of 25.',
    'Cara Okafor shall be successor Trustee only if she resides in New York.',
    'Successor Trustee: Cara Okafor, if she is then over thirty.',
    'In that event, Cara Okafor shall be successor Trustee.',
    'Section 4, which presently names Cara Okafor as successor Trustee, is deleted, and the following is substituted.',
    'The beneficiaries shall be such of Cara Okafor and Elias Okafor as the Trustee selects.',
    'Distributions may be made to Cara Okafor as my Trustee, in its sole discretion, shall deem advisable.',
    'The Trustee shall pay Cara Okafor and Elias Okafor as Trustee may from time to time determine.',
    'We request that the court appoint Cara Okafor as Trustee.',
    'Successor Trustee: Cara Okafor (deceased)',
    'Trustee: Cara Okafor (until December 31, 2015)',
    'A bank shall serve as Trustee in the place of Cara Okafor, who is the present Trustee.',
    'A bank shall serve as Trustee for five years, and thereafter Cara Okafor shall serve as Trustee.',
    'Cara Okafor and/or Elias Okafor shall serve as Trustee.',
  ])('“%s” gives none', (sentence) => {
    expect(rolesIn(trustWith(sentence))).toEqual([])
  })

  test('gives its beneficiaries after whose children they are', () => {
    const sentence = 'The beneficiaries of this trust are the Grantor’s children, Cara Okafor and Elias Okafor.'
    expect(rolesIn(trustWith(sentence))).toEqual(['beneficiary cara of no record', 'beneficiary eli of no record'])
  })

  test('gives no trustee where the one who makes it signs above a trustee without a name', () => {
    const signed = 'Ada Okafor, Settlor ____________ The Trustee named above, Trustee'
    expect(rolesIn(trustWith(signed))).toEqual(['grantor ada of no record'])
  })
})

test('A principal is no agent of his own beside an agent outside the records', () => {
  const text =
    'DURABLE POWER OF ATTORNEY\n\nI, Ada Okafor, of Santa Fe, New Mexico, appoint Xiomara de la Fuente as my agent to act for me in any lawful way.'
  expect(rolesIn(text)).toEqual([])
})

test.each([
  ['this fifth day of March, two thousand and four', '2004-03-05'],
  ['this 5th day of March, A.D. 1996', '1996-03-05'],
  ['this twenty first day of June, nineteen hundred ninety-six', '1996-06-21'],
  ['on March 5, in the year of our Lord 2004', '2004-03-05'],
  ['this 5th\nday of March,\n2004', '2004-03-05'],
])('A trust that is made %s is of %s', (day, value) => {
  const text = `TRUST AGREEMENT\n\nTHIS TRUST AGREEMENT is made by and between Ada Okafor\nand Benjamin Okafor ${day}, and the trust estate, its principal and income are\nheld by the Trustee for the beneficiaries.`
  expect(read([text]).facts.flatMap((fact) => (fact.kind === 'date' ? [fact.value] : []))).toEqual([value])
})

test('A notary’s day is not the day of a trust', () => {
  const text = trustWith('On this 5th day of March, 2004, before me personally appeared Ada Okafor.')
  expect(read([text]).facts.map(({ kind }) => kind)).not.toContain('date')
})

test.each([
  ['among the words of each', ['The trust DRAFT is held by the Trustee.', 'Article two. DRAFT']],
  ['one letter below the other', ['Article one.\nD\nR\nA\nF\nT\nArticle two.']],
])('A paper with DRAFT across its pages, %s, is a draft', (_, pages) => {
  expect(read(pages.map((page) => `TRUST AGREEMENT\n${page}`)).states).toEqual([
    { is: 'draft', words: 'DRAFT', page: 1 },
  ])
})

test.each([
  ['among the words of its one page', 'TRUST AGREEMENT\nThe trust DRAFT is held by the Trustee.'],
  ['as letters of a turned word', 'TRUST AGREEMENT\nIt is governed by the law of Maine.\nDRA F T'],
  ['as letters of a turned word before the first line', 'DRA F TTRUST AGREEMENT\nIt is governed by the law of Maine.'],
])('A paper with DRAFT %s is a draft', (_, page) => {
  expect(read([page]).states).toEqual([{ is: 'draft', words: 'DRAFT', page: 1 }])
})

test.each([
  'It was paid with the DRAFT that came.',
  'It is called “the DRAFT” here.',
  'DR AFTON and D R AFTON signed.',
  'Paid by SIGHT DRAFT today.',
])('A paper of one page that speaks of a draft, or of a name like it, is none: %s', (line) => {
  expect(read([`TRUST AGREEMENT\n${line}`]).states).toEqual([])
})

test('A paper that speaks of a DRAFT on one of its pages is none', () => {
  expect(read(['TRUST AGREEMENT\nThe DRAFT fee is paid.', 'Article two.']).states).toEqual([])
})

test('A clause with hundreds of names, each with a relation and a place, is read', () => {
  const names = Array.from({ length: 300 }, () => 'my daughter, Cara Okafor, of Troy, New York').join(', ')
  expect(rolesIn(trustWith(`If Benjamin Okafor dies, ${names} walk.`))).toEqual([])
})
