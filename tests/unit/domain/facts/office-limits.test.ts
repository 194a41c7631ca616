import { expect, test } from 'vitest'
import { roleOf } from '../../../../shared/domain/facts/fact-kinds.ts'
import { factsOf } from '../../../../shared/domain/facts/facts.ts'

const person = (key: string, first: string) => ({ key, first, middle: '', last: 'Okafor', suffix: '' })
const household = {
  people: [person('ada', 'Ada'), person('ben', 'Benjamin'), person('cara', 'Cara')],
  entities: [
    { key: 'trust', name: 'Okafor Family Trust', kind: 'trust' as const },
    { key: 'own', name: 'Cara Okafor Trust', kind: 'trust' as const },
  ],
}

const read = (text: string, filed: { entity: string | null; person: string | null }) =>
  factsOf({ name: 'scan.pdf', ...filed, pages: [{ page: 1, text }] }, household)
    .facts.filter(({ kind, who }) => kind !== 'grantor' && who.length > 0)
    .map(({ kind, who, limit }) => `${kind} ${who.join(' or ')}: ${limit ?? 'no limit'}`)

const ofTrust = (sentence: string) =>
  read(
    `OKAFOR FAMILY TRUST AGREEMENT\nThis trust agreement is made on March 5, 2014 by Ada Okafor, as Grantor.\n${sentence}\n`,
    { entity: 'trust', person: null },
  )
const ofAda = (title: string) => (sentence: string) =>
  read(`${title}\nI, Ada Okafor, sign this on March 5, 2014.\n${sentence}\n`, { entity: null, person: 'ada' })
const ofWill = ofAda('LAST WILL AND TESTAMENT OF ADA OKAFOR')
const ofPower = ofAda('DURABLE POWER OF ATTORNEY')

test.each([
  [
    'Cara Okafor shall serve as Trustee, only with respect to the insurance policies.',
    'only with respect to the insurance policies',
  ],
  ['Cara Okafor is Trustee in Florida only.', 'in Florida only'],
  ['Cara Okafor is Trustee of the Okafor Family Trust only as to the land.', 'only as to the land'],
  ['Cara Okafor is Trustee of the Okafor Family Trust for land in Ohio only.', 'for land in Ohio only'],
  ['Cara Okafor shall serve as Trustee beginning in 2030.', 'beginning in 2030'],
  ['The Grantor appoints Cara Okafor as Trustee, effective January 1, 2030.', 'effective January 1, 2030'],
  ['Cara Okafor is Trustee so long as she lives in Ohio.', 'so long as she lives in Ohio'],
  ['During the absence of the bank, Cara Okafor shall serve as Trustee.', 'during the absence of the bank'],
  ['Cara Okafor shall be Trustee from May 1, 2018 through June 1, 2018.', 'from May 1, 2018 through June 1, 2018'],
  ['Cara Okafor shall serve as Trustee with sole authority over the shares.', 'with sole authority over the shares'],
  ['Cara Okafor shall serve as Trustee while the bank is suspended.', 'while the bank is suspended'],
  ['Cara Okafor shall serve as Trustee for a period of two years.', 'for a period of two years'],
  ['Trustee: Cara Okafor (real estate only)', 'real estate only'],
  ['The Trustees are Cara Okafor (as to the farm only).', 'as to the farm only'],
  ['The ancillary Trustee is Cara Okafor.', 'ancillary trustee'],
  ['Cara Okafor is Trustee concerning the farm.', 'concerning the farm'],
  ['Cara Okafor is appointed Trustee of the insurance policies.', 'of the insurance policies'],
  [
    'With respect to any real property located outside New York, Cara Okafor shall serve as Trustee.',
    'with respect to any real property located outside New York',
  ],
  ['The Trustee of the Cara Okafor Trust is Cara Okafor in Florida only.', 'in Florida only'],
])('A trustee of a part, a place or a time has that limit: %s', (sentence, limit) => {
  expect(ofTrust(sentence)).toEqual([`trustee cara: ${limit}`])
})

test.each([
  [
    'I appoint Cara Okafor as Executor of this will, but solely as to my land.',
    'executor cara: but solely as to my land',
  ],
  ['I appoint Cara Okafor as my Executor for the purchase of a farm.', 'executor cara: for the purchase of a farm'],
  ['I appoint Cara Okafor as Executor for my property in Spain.', 'executor cara: for my property in Spain'],
])('An executor has the limit in the sentence: %s', (sentence, fact) => {
  expect(ofWill(sentence)).toEqual([fact])
})

test.each([
  [
    'I appoint Cara Okafor as my agent for the sole purpose of selling my house.',
    'for the sole purpose of selling my house',
  ],
  [
    'I appoint Cara Okafor as my agent from May 1, 2018 through May 9, 2018 for banking matters.',
    'from May 1, 2018 through May 9, 2018 for banking matters',
  ],
])('An agent has the limit in the sentence: %s', (sentence, limit) => {
  expect(ofPower(sentence)).toEqual([`agent cara: ${limit}`])
})

test('An agent of a limited power of attorney has the limit in its title', () => {
  expect(ofAda('LIMITED POWER OF ATTORNEY')('I appoint Cara Okafor as my agent.')).toEqual([
    'agent cara: limited power of attorney',
  ])
})

test.each([
  'Cara Okafor shall serve as Trustee in the event that the bank resigns.',
  'Cara Okafor shall serve as Trustee for as long as Benjamin Okafor is a child.',
])('A trustee who serves on a condition is not found: %s', (sentence) => {
  expect(ofTrust(sentence)).toEqual([])
})

test.each([
  'Cara Okafor shall serve as Trustee and shall be liable only for gross negligence.',
  'Cara Okafor, my only child, shall serve as Trustee.',
  'Cara Okafor is Trustee as of March 5, 2014.',
  'The Grantor appoints Cara Okafor as Trustee, effective June 1, 2011.',
  'During the lifetime of the Grantor, Cara Okafor shall serve as Trustee.',
  'With respect to any property of the trust, Cara Okafor shall serve as Trustee.',
  'Trustee: Cara Okafor (of Albany, New York)',
])('A trustee of the whole trust has no limit: %s', (sentence) => {
  expect(ofTrust(sentence)).toEqual(['trustee cara: no limit'])
})

test('An agent who acts with respect to all matters has no limit', () => {
  expect(ofPower('I appoint Cara Okafor as my agent to act for me with respect to all of my property.')).toEqual([
    'agent cara: no limit',
  ])
})

test('The limit of one office is none of another one in the sentence', () => {
  const sentence =
    'I appoint Benjamin Okafor as Executor of this will, and Cara Okafor as guardian of my minor child in Ohio only.'
  expect(ofWill(sentence)).toContain('executor ben: no limit')
})

test('A limited role is stored with the words of its limit, cut after a word to 60 characters', () => {
  expect(roleOf({ kind: 'trustee', limit: null })).toBe('Trustee')
  expect(roleOf({ kind: 'trustee', limit: 'in Florida only' })).toBe('Trustee, in Florida only')
  const long = roleOf({ kind: 'agent', limit: 'for the sole purpose of closing the sale of the house in Troy' })
  expect(long).toBe('Agent, for the sole purpose of closing the sale of the…')
})
