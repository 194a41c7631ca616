import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../../shared/domain/facts/facts.ts'

const person = (key: string, first: string) => ({ key, first, middle: '', last: 'Okafor', suffix: '' })
const household = {
  people: [person('ada', 'Ada'), person('ben', 'Benjamin'), person('cara', 'Cara'), person('eli', 'Elias')],
  entities: [],
}

/** The roles in a paper of Ada Okafor that has one more sentence. */
const rolesIn = (title: string, sentence: string) =>
  factsOf(
    {
      ...{ name: 'scan.pdf', entity: null, person: 'ada' },
      pages: [{ page: 1, text: `${title}\n${sentence}\nSigned March 5, 2014.\n` }],
    },
    household,
  ).facts.flatMap(({ kind, who, in: of }) => (who.length > 0 ? [`${kind} ${who.join(' or ')} of ${of}`] : []))

const inProxy = (sentence: string) => rolesIn('HEALTH CARE PROXY', sentence)
const inPower = (sentence: string) =>
  rolesIn('DURABLE POWER OF ATTORNEY', sentence.replace('health care agent', 'agent'))

describe('an agent whose address is in the sentence', () => {
  test.each([
    'I, Ada Okafor, hereby appoint Benjamin Okafor, 12 Oak Lane, Rye, New York, 914-555-0107, as my health care agent to make any and all health care decisions for me, except to the extent that I state otherwise.',
    'I, Ada Okafor, residing at 9 Elm Street, Troy, New York, appoint Benjamin Okafor, 12 Oak Lane, Rye, New York 10580, (914) 555-0107, as my health care agent.',
    'I, Ada Okafor, appoint: Name: Benjamin Okafor; Address: 12 Oak Lane, Rye; Phone: 914-555-0107, as my health care agent.',
    'I appoint Benjamin Okafor (telephone 914-555-0107, address 12 Oak Lane, Rye) as my health care agent.',
    'I, Ada Okafor, designate Benjamin Okafor, whose address is 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent if I become unable to decide.',
  ])('is found: %s', (sentence) => {
    expect(inProxy(sentence)).toEqual(['health-care-agent ben of ada'])
    expect(inPower(sentence)).toEqual(['agent ben of ada'])
  })

  test.each([
    'I, Ada Okafor, designate Benjamin Okafor, of 12 Oak Lane, Rye, or Cara Okafor, of 4 Mill Road, Troy, as my health care agent.',
    'I, Ada Okafor, do not appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'If Benjamin Okafor cannot act, I appoint Cara Okafor, 4 Mill Road, Troy, as my health care agent.',
    'I revoke the proxy in which I appointed Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my alternate health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent if Cara Okafor is unwilling.',
    'I, Ada Okafor, appoint the attorney of Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Maria Stone, the sister of Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Maria Stone, 12 Oak Lane, Rye, in place of Benjamin Okafor, as my health care agent.',
    'I, Ada Okafor, appoint Maria Stone, who lives with Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I have asked my doctor to appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I authorize Cara Okafor to appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I intend to appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent once the house is sold.',
    'I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent subject to the consent of the bank.',
    'Provided that he lives in Ohio, I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Mark Stone, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'As a second choice, I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'As an alternate, I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my second health care agent.',
    'After the death of Maria Stone, I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'In the absence of Maria Stone, I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent after the death of my husband.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, to choose Maria Stone as my health care agent.',
    'Under no circumstances do I appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my representative payee.',
    'I, Cara Okafor, the mother of Ada Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'I, Ada Okafor, as guardian of Elias Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.',
    'We, Ada Okafor and Cara Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as our health care agent.',
  ])('is none: %s', (sentence) => {
    expect(inProxy(sentence)).toEqual([])
    expect(inPower(sentence)).toEqual([])
  })

  test('is found beside an alternate one', () => {
    const sentence =
      'I appoint Benjamin Okafor as my health care agent and Cara Okafor as my alternate health care agent.'
    expect(inProxy(sentence)).toEqual(['health-care-agent ben of ada'])
  })

  test('is the agent of the one who appoints, also in a paper that is filed under someone else', () => {
    const sentence = 'I, Cara Okafor, appoint Benjamin Okafor, 12 Oak Lane, Rye, as my health care agent.'
    expect(inProxy(sentence)).toEqual(['health-care-agent ben of cara'])
  })
})
