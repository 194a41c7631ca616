import { expect, test } from 'vitest'
import type { FactKind } from '../../../../shared/domain/facts/fact-kinds.ts'
import { factsOf } from '../../../../shared/domain/facts/facts.ts'

const person = (key: string, first: string) => ({ key, first, middle: '', last: 'Okafor', suffix: '' })
const household = {
  people: [person('ada', 'Ada'), person('ben', 'Benjamin')],
  entities: [{ key: 'trust', name: 'Okafor Family Trust', kind: 'trust' as const }],
}

const found = (text: string, kind: FactKind) =>
  factsOf({ name: 'scan.pdf', entity: 'trust', person: null, pages: [{ page: 1, text }] }, household).facts.flatMap(
    (fact) => (fact.kind === kind ? [fact.who.join(' or ') || fact.value] : []),
  )

const agreement = (sentence: string) =>
  `OKAFOR FAMILY TRUST AGREEMENT\n\nAda Okafor, as Grantor, and Elm Bank, as Trustee, agree.\nThe Trustee holds the trust estate, its principal and income. The Trustee serves without bond.\n${sentence}\n`

test('A deed is not dated by the trust of its grantee, also where that day begins a line of its own', () => {
  const deed = `Recorded in Ada County, Idaho\nWARRANTY DEED\nGrantor: Ada Okafor\nGrantee: Benjamin Okafor, as Trustee of the Okafor Family Trust\ndated the ninth day of October, 2008\nDate: the fifth day of May, 2016\nLot 40, Block 2, according to the plat thereof, known as 300\nWarm Springs Loop, Boise. Being the premises conveyed by Elm Bank in 1987.\nThis instrument is signed in the presence of two witnesses.\n`
  expect(found(deed, 'date')).toEqual(['2016-05-05'])
})

test.each([
  ['AGREEMENT made the 30th day of March, 2001 between Ada Okafor and Elm Bank.', '2001-03-30'],
  ['The parties enter into this trust agreement as of the 1st day of\nJuly, 2019.', '2019-07-01'],
  ['Executed at Denver, Colorado, on December 17, 2021.', '2021-12-17'],
])('A trust is dated by “%s”', (sentence, day) => {
  expect(found(agreement(sentence), 'date')).toEqual([day])
})

test('A codicil is dated by “Dated:” after its last sentence, and not by the will that it changes', () => {
  const codicil = `SECOND CODICIL TO THE WILL OF ADA OKAFOR\n\nI, Ada Okafor, make this codicil to my will dated September 9, 1988.\nIn all other respects I republish my will. Dated: 11/19/2004.\n`
  expect(found(codicil, 'date')).toEqual(['2004-11-19'])
})

test('A trust under whose state questions “are decided under the laws” has that law', () => {
  const sentence = 'All questions about this trust are decided under the laws of the State of Oregon.'
  expect(found(agreement(sentence), 'governing-law')).toEqual(['Oregon'])
})

test.each([
  'The Maple Trust shall be governed by the laws of Delaware.',
  'The operating agreement of the company is governed by the laws of Delaware.',
  'A power of attorney given by a beneficiary is governed by the laws of Delaware.',
  'The trust was governed by the laws of Ohio before this amendment.',
  'Questions about the will of my father are governed by the laws of Ohio.',
])('The law of another paper or of an earlier day is none of the trust: %s', (sentence) => {
  expect(found(agreement(sentence), 'governing-law')).toEqual([])
})

test('A trust whose law is said with its name has that law', () => {
  const sentence = 'The Okafor Family Trust shall be governed by the laws of Delaware.'
  expect(found(agreement(sentence), 'governing-law')).toEqual(['Delaware'])
})

test('The law and the trustee of the trust that gets the property are none of the trust that gives it', () => {
  const decanting = `EXERCISE OF THE POWER TO DECANT\n\nElm Bank, as Trustee of the Okafor Family Trust, appoints all of its property to the trustees of the Okafor 2020 Insurance Trust (the "Second Trust"), of which Benjamin Okafor is the sole Trustee. The Second Trust is governed by Delaware law.\n`
  expect(found(decanting, 'trustee')).toEqual([])
  expect(found(decanting, 'governing-law')).toEqual([])
})

test.each([
  ['Whenever Ada Okafor has ceased to act, Benjamin Okafor becomes sole Trustee.', ['ben']],
  ['When Ada Okafor dies, Benjamin Okafor becomes Trustee of the marital trust.', []],
  ['If Ada Okafor dies, Benjamin Okafor becomes Special Trustee.', []],
  ['When Ada Okafor dies, Benjamin Okafor becomes Trustee if the bank consents.', []],
])('A successor “becomes” trustee of this trust alone: %s', (sentence, who) => {
  expect(found(agreement(sentence), 'successor-trustee')).toEqual(who)
})
