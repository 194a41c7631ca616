import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRoleReader } from '../../../../shared/domain/roles/read-roles.ts'
import { denying } from './support/denying-sentences.ts'
import { households } from './support/households.ts'
import { entities, people, type Sentence, saying } from './support/sentences.ts'

const read = createRoleReader({ people, entities })

const rolesIn = ({ text, entity, person }: Sentence) =>
  read({ name: 'Agreement', text, entity, person })
    .roles.map(({ who, role, in: into }) => `${who.join('|')}: ${role} in ${into}`)
    .sort()

test('three hundred sentences as attorneys write them give the roles that they name', () => {
  expect(saying.length).toBeGreaterThanOrEqual(300)
  const wrong = saying.flatMap((sentence) => {
    const found = rolesIn(sentence)
    const expected = [...sentence.expected].sort()
    return found.join() === expected.join() ? [] : [{ text: sentence.text, found, expected }]
  })
  expect(wrong).toEqual([])
})

test('sixty sentences that deny a role, end it, plan it or make it depend on something give none', () => {
  expect(denying.length).toBeGreaterThanOrEqual(60)
  expect(denying.flatMap((sentence) => rolesIn(sentence).map((role) => ({ text: sentence.text, role })))).toEqual([])
})

test('documents and summaries of other households give the roles that they name, and no others', () => {
  const wrong = households.flatMap((household) => {
    const readHere = createRoleReader(household)
    const isHere = (key: string, records: readonly { key: string }[]) => records.some((record) => record.key === key)
    const check = (own: string, text: string, expected: readonly string[]) => {
      const entity = isHere(own, household.entities) ? own : null
      const person = isHere(own, household.people) ? own : null
      const { roles } = readHere({ name: 'Agreement', text, entity, person })
      const found = new Set(roles.map(({ who, role, in: into }) => `${who.join('|')}: ${role} in ${into}`))
      return [...found].sort().join() === [...expected].sort().join() ? [] : [{ text, found, expected }]
    }
    return [
      ...Object.entries(household.saying).flatMap(([own, sentences]) =>
        Object.entries(sentences).flatMap(([text, expected]) => check(own, text, expected.split('; '))),
      ),
      ...Object.entries(household.denying).flatMap(([own, texts]) => texts.flatMap((text) => check(own, text, []))),
    ]
  })
  expect(wrong).toEqual([])
})

const inTrust = (text: string, more: Partial<Sentence> & { name?: string } = {}) =>
  read({ name: 'Agreement', text, entity: 'trust', person: null, ...more }).roles

test.each([
  ['Trust agreement – DRAFT', 'Alan Newcomb is the trustee.'],
  ['Revoked trust of 2004', 'Alan Newcomb is the trustee.'],
  ['Trust agreement (unsigned)', 'Alan Newcomb is the trustee.'],
  ['Superseded will', 'Alan Newcomb is the trustee.'],
  ['Trust agreement', 'This document is a draft. Alan Newcomb is the trustee.'],
  ['Trust agreement', 'Alan Newcomb is the trustee. The agreement has been revoked.'],
  ['Trust agreement', 'Alan Newcomb is the trustee.\n\n**Status:** superseded by the restatement of 2020.'],
  ['Trust agreement', 'Unsigned draft of the trust agreement. Alan Newcomb is the trustee.'],
  ['Trust agreement', 'The trust agreement is not signed. Alan Newcomb is the trustee.'],
])('the document “%s” that says “%s” gives no role', (name, text) => expect(inTrust(text, { name })).toEqual([]))

test.each([
  'The trust cannot be revoked. Alan Newcomb is the trustee.',
  'Alan Newcomb is the trustee. The grantor may revoke the trust at any time.',
  'Alan Newcomb is the trustee. All prior agreements are revoked.',
  'Alan Newcomb is the trustee. A draft amendment is with counsel.',
  'Drafted by counsel. Alan Newcomb is the trustee of this irrevocable trust.',
])('a document in force that says “%s” gives the role', (text) =>
  expect(inTrust(text)).toMatchObject([{ who: ['alan'], role: 'Trustee', in: 'trust' }]),
)

test('a role in commas is never given to a relative who is named to say whose wife or attorney someone is', () => {
  const text = 'Ruth Newcomb, the wife of Alan Newcomb, as trustee, signed the deed.'
  expect(inTrust(text).filter(({ who }) => who.includes('alan'))).toEqual([])
})

test.each([
  'The children of the Grantor are Claire Newcomb and Ruth Newcomb.',
  'The child and heir of the Grantor is Claire Newcomb.',
  'The living children of the Grantor: Claire Newcomb, Ruth Newcomb.',
  'Spouse of Grantor: Ruth Newcomb',
  'The attorney of the Trustee is Ruth Newcomb.',
  'The lawyer for the Trustee is Ruth Newcomb.',
  'The adviser to the Trustee is Ruth Newcomb.',
  'The guardian of the Grantor is Ruth Newcomb.',
  'The parents of the beneficiaries are Alan Newcomb and Ruth Newcomb.',
  'The trustees of the trust for the beneficiary are Ruth Newcomb and Alan Newcomb.',
  'The person appointed by the Grantor is Ruth Newcomb.',
])('a sentence about someone beside the holder of a role, “%s”, gives that role to nobody', (text) =>
  expect(inTrust(text)).toEqual([]),
)

test.each([
  ['The name of the Grantor is Alan Newcomb.', 'Grantor'],
  ['Signature of Trustee: Alan Newcomb', 'Trustee'],
])('a label of a role, “%s”, gives it', (text, role) => expect(inTrust(text)).toMatchObject([{ who: ['alan'], role }]))

test('two people of one name are given together, and a suffix or a middle name tells them apart', () => {
  const both = createRoleReader({
    people: [
      { key: 'sr', first: 'Efren', middle: 'Luis', last: 'Hilpert', suffix: 'Sr.' },
      { key: 'jr', first: 'Efren', middle: 'Marco', last: 'Hilpert', suffix: 'Jr.' },
    ],
    entities,
  })
  const who = (text: string) =>
    both({ name: 'Agreement', text, entity: 'trust', person: null }).roles.map((role) => role.who)
  expect(who('Efren Hilpert is the trustee.')).toEqual([['sr', 'jr']])
  expect(who('E. Hilpert is the trustee.')).toEqual([['sr', 'jr']])
  expect(who('Efren Hilpert, Jr. is the trustee.')).toEqual([['jr']])
  expect(who('Efren L. Hilpert is the trustee.')).toEqual([['sr']])
  expect(who('Efren P. Hilpert is the trustee.')).toEqual([])
  expect(who('Efren Hilpert III is the trustee.')).toEqual([])
})

test('a role ends by what a later sentence of the same document says', () => {
  expect(inTrust('Alan Newcomb was appointed trustee in 2010. He resigned in 2015.')).toEqual([])
  expect(inTrust('Alan Newcomb is the trustee. Alan Newcomb resigned as trustee in 2015.')).toEqual([])
  expect(inTrust('Alan Newcomb is the grantor. Alan Newcomb resigned as trustee in 2015.')).toMatchObject([
    { role: 'Grantor' },
  ])
})

test('the sentence is quoted without marks of Markdown, with its place in the text', () => {
  const text = '## Parties\n\n- **Grantor:** Dr. Alan Newcomb, Jr.’s friend\n- The *trustee* is\n  Ruth Newcomb.\n'
  const [found] = inTrust(text)
  expect(found).toMatchObject({ who: ['ruth'], sentence: 'The trustee is Ruth Newcomb.' })
  expect(text.slice(found?.start, found?.end)).toContain('Ruth Newcomb.')
})

test('people and entities that a sentence names without a role are mentioned, never with one', () => {
  const { roles, mentions } = read({
    ...{ name: 'Agreement', entity: 'trust', person: null },
    text: 'Income may be paid to Claire Newcomb. The Newcombs live in Reno. Ruth Newcomb declined to serve as trustee.',
  })
  expect(roles).toEqual([])
  expect(mentions.map(({ who }) => who)).toEqual(['claire'])
})

test('any sentences in a row give what each gives alone, and no text breaks the reader', () => {
  const seed = 39
  const usable = saying.filter(({ entity, text }) => entity === 'trust' && !text.includes('\n') && /[.]$/.test(text))
  const silent = denying.filter(({ entity, text }) => entity === 'trust' && /\b(?:not|may|if|could|would)\b/.test(text))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...usable, ...silent), { minLength: 1, maxLength: 6 }), (sentences) => {
      const text = sentences.map((sentence) => sentence.text).join(' ')
      const ends = sentences.some((sentence) => /resign|declin|removes/.test(sentence.text))
      const expected = new Set(sentences.flatMap((sentence) => sentence.expected))
      const found = new Set(rolesIn({ text, entity: 'trust', person: null, expected: [] }))
      if (ends) expect([...expected]).toEqual(expect.arrayContaining([...found]))
      else expect(found).toEqual(expected)
    }),
    { seed, numRuns: 300 },
  )
  const word = fc.constantFrom(
    ...'Alan Newcomb , ; : ( ) " is as trustee of the and or not Dr. Jr. | - \n ’s Trust by'.split(' '),
  )
  const keys = new Set([...people, ...entities].map(({ key }) => key))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(word, { maxLength: 40 }).map((all) => all.join(' ')),
      ),
      (text) => {
        for (const { who, in: into, start, end } of inTrust(text)) {
          expect(who.every((key) => keys.has(key) && key !== into)).toBe(true)
          expect(0 <= start && start < end && end <= text.length).toBe(true)
        }
      },
    ),
    { seed, numRuns: 1000 },
  )
})
