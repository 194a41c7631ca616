import { describe, expect, it } from 'vitest'
import { propose } from './texts.ts'

const trust = (name: string, rest = '') => `${name} AGREEMENT
${rest}
The grantor gives property to the trustee for the beneficiaries. Net income of the trust estate.`

describe('the entity that the pages of a file name', () => {
  it.each([
    ['in the title', trust('ELLERY FAMILY TRUST'), 'family'],
    ['with "the" before it', trust('THE ELLERY FAMILY TRUST'), 'family'],
    ['with a numeral', trust('ELLERY FAMILY TRUST II'), 'family-2'],
    ['in its short form', `ROBERT ELLERY ILIT\nTRUST AGREEMENT\ngrantor trustee beneficiaries trust estate`, 'ilit'],
    [
      'below the title',
      `OPERATING AGREEMENT\nOF\nHARBOR POINT HOLDINGS, L.L.C.\nmembers contributions manager distributions units`,
      'llc',
    ],
    [
      'in the opening',
      `PARTNERSHIP AGREEMENT\nThis agreement of Ellery Investments, LP is made by the partners. General partner. Profits. Interests.`,
      'lp',
    ],
  ])('is found %s', (_where, text, id) => {
    const { entity } = propose(text)
    expect(entity).toMatchObject({ value: id, page: 1 })
  })

  it.each([
    ['is a longer one', trust('ELLERY FAMILY TRUST III')],
    ['has another year', trust('ELLERY FAMILY TRUST 1998')],
    ['begins with another name', trust('WALTER ELLERY FAMILY TRUST')],
    ['is a part of the household’s', trust('ELLERY TRUST')],
  ])('is none where the name %s', (_why, text) => {
    expect(propose(text).entity).toBeNull()
  })

  it('is not one that a will only mentions', () => {
    const will = `LAST WILL OF NINA ELLERY\nI revoke all wills. The residue of my estate goes to the Ellery Family Trust. My executor is Paul. Witness.`
    expect(propose(will)).toMatchObject({ type: { value: 'WILL' }, entity: null })
  })

  it('is asked for where two are named alike', () => {
    const deed = `QUITCLAIM DEED\nThe Ellery Family Trust, grantor, conveys to the Ellery Family Trust II, grantee, the land in Knox County, for consideration.`
    const { entity, doubts } = propose(deed)
    expect(entity).toBeNull()
    expect(doubts).toContain('It names several entities: Ellery Family Trust, Ellery Family Trust II.')
  })

  it('is asked for where a second one follows other words', () => {
    const note = `PROMISSORY NOTE\nFor value received Harbor Point Holdings, LLC as borrower owes the Ellery Family Trust, lender, the principal with interest. Default.`
    const { entity, doubts } = propose(note)
    expect(entity).toBeNull()
    expect(doubts).toContain('It names several entities: Ellery Family Trust, Harbor Point Holdings, LLC.')
  })

  it('is not the trust to which a gift of a return was made', () => {
    const text = `FORM 709 UNITED STATES GIFT TAX RETURN\nDonor Nina Ellery. Donee: Ellery Family Trust. Taxable gifts. Preparer. 2022.`
    expect(propose(text)).toMatchObject({ type: { value: 'GIFT_TAX_RETURN' }, entity: null, person: { value: 'nina' } })
  })

  it('is a stranger where the title has another name', () => {
    expect(propose(trust('THE VANDERMEER FAMILY TRUST')).strangers).toMatchObject([
      { name: 'VANDERMEER FAMILY TRUST', is: 'entity', page: 1 },
    ])
  })
})

describe('the person that the pages of a file name', () => {
  const will = (opening: string) =>
    `LAST WILL AND TESTAMENT\n${opening} declare this my last will, revoke all wills, name an executor and leave the residue. Witness.`

  it.each([
    ['in full', 'I, Robert James Ellery, of Camden,', 'robert'],
    ['with an initial', 'I, ROBERT J. ELLERY, of Camden,', 'robert'],
    ['without the middle name', 'I, Robert Ellery, of Camden,', 'robert'],
    ['without an accent', 'I, SOFIA ELLERY-MARSH,', 'sofia'],
    ['with a generation', 'I, Paul Ellery, Jr., of Camden,', 'paul-jr'],
  ])('is the testator %s', (_how, opening, id) => {
    expect(propose(will(opening)).person).toMatchObject({ value: id, page: 1 })
  })

  it('is asked for between two people of a name', () => {
    const { person, doubts } = propose(will('I, Paul Ellery, of Camden,'))
    expect(person).toBeNull()
    expect(doubts).toEqual(['It may be of any of these people: Paul Ellery, Paul Ellery Jr..'])
  })

  it.each([
    ['another generation', 'I, Robert Ellery III, of Camden,'],
    ['another middle name', 'I, Robert Thomas Ellery, of Camden,'],
    ['no role', 'The undersigned, whose wife is Nina Ellery, does'],
  ])('is none with %s', (_what, opening) => {
    expect(propose(will(opening)).person).toBeNull()
  })

  it('is the grantor of a trust, not its trustee', () => {
    const text = trust('ELLERY FAMILY TRUST', 'Between Nina Ellery, as Grantor, and Robert Ellery, as Trustee.')
    expect(propose(text).person).toMatchObject({
      value: 'nina',
      words: 'Between Nina Ellery, as Grantor, and Robert Ellery, as Trustee.',
    })
  })

  it.each([
    ['has a further given name', 'Between Walter Robert Ellery, as Grantor, and the trustee.'],
    ['is one of two', 'Robert Ellery and Nina Ellery (together, the "Grantor") and the trustee.'],
  ])('is none where the grantor %s', (_why, parties) => {
    expect(propose(trust('ELLERY FAMILY TRUST', parties)).person).toBeNull()
  })

  it('is the principal of a power of attorney, not the agent', () => {
    const text = `POWER OF ATTORNEY OF NINA ELLERY\nI appoint Robert James Ellery as my attorney-in-fact for banking and tax matters. Principal.`
    expect(propose(text).person).toMatchObject({ value: 'nina' })
  })

  it('is a stranger where the household has no such name', () => {
    expect(propose(will('I, Hendrik Vandermeer, of Camden,')).strangers).toMatchObject([
      { name: 'Hendrik Vandermeer', is: 'person', page: 1 },
    ])
  })
})

describe('the date that an instrument gives itself', () => {
  const note = (line: string) =>
    `PROMISSORY NOTE\n${line}\nThe borrower owes the lender the principal with interest. Default.`

  it.each([
    ['Dated as of March 3, 2019', '2019-03-03'],
    ['Date: 03/03/2019', '2019-03-03'],
    ['THIS NOTE is made as of the 3rd day of March, 2019, by the borrower.', '2019-03-03'],
    ['IN WITNESS WHEREOF the maker has executed this note on the third day of March, 2019.', '2019-03-03'],
    ['Executed on 3 March 2019 at Camden.', '2019-03-03'],
    ['Effective Date: 2019-03-03', '2019-03-03'],
    ['This Note, dated March 3, 2019, replaces no other.', '2019-03-03'],
    ['March 3, 2019', '2019-03-03'],
  ])('is read from "%s"', (line, value) => {
    expect(propose(note(line)).date).toMatchObject({ value, page: 1 })
  })

  it.each([
    'Printed on March 3, 2019',
    'My commission expires March 3, 2019',
    'Subscribed and sworn to before me on March 3, 2019',
    'Payment is due on March 3, 2019',
    'as in the Trust Agreement dated March 3, 2019',
    'Born on March 3, 1949',
    'Dated February 30, 2019',
    'Form revised March 3, 2019',
  ])('is none in "%s"', (line) => {
    expect(propose(note(line)).date).toBeNull()
  })

  const codicil = (line: string) =>
    `FIRST CODICIL\nI, Nina Ellery, make this codicil to my Last Will and Testament.\n${line}\nI confirm and republish my will. Witnesses.`

  it.each([
    'I made and executed it at Camden on the 3rd day of March, 2011, and',
    'dated March 3, 2011, which I change as follows.',
    'My will was signed by me on March 3, 2011.',
    'which is dated\nMarch 3, 2011, and in all other respects',
    'Date of will: March 3, 2011',
  ])('is not the date of what it changes: "%s"', (line) => {
    expect(propose(codicil(line))).toMatchObject({ type: { value: 'WILL_CODICIL' }, date: null })
  })

  it.each([
    'IN WITNESS WHEREOF I have signed this codicil on this 9th day of April, 2015.',
    'This Codicil is made on April 9, 2015.',
    'Dated: April 9, 2015',
  ])('of a codicil is its own: "%s"', (line) => {
    const text = codicil(`My will is dated March 3, 2011.\n${line}`)
    expect(propose(text).date).toMatchObject({ value: '2015-04-09' })
  })

  it('is none where two are given, and both are said', () => {
    const { date, doubts } = propose(note('Dated as of March 3, 2019.\nExecuted on April 9, 2019.'))
    expect(date).toBeNull()
    expect(doubts).toEqual(['It gives two dates for itself: 2019-03-03, 2019-04-09.'])
  })

  it('is one where it is given twice', () => {
    expect(propose(note('Dated as of March 3, 2019.\nExecuted on the 3rd day of March, 2019.')).date?.value).toBe(
      '2019-03-03',
    )
  })
})
