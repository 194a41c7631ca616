import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../../shared/domain/facts/fact-kinds.ts'
import {
  laterPapersOf,
  type TitlingDocument,
  type TitlingEntity,
  titlingOf,
} from '../../../../shared/domain/facts/titling.ts'

const fact = (kind: Fact['kind'], value: string, more: Partial<Fact> = {}): Fact => ({
  ...{ kind, value, who: [], in: null, sentence: `${value}.`, page: 1, start: 0, end: 1, article: null },
  ...{ limit: null, namesRecord: false },
  ...more,
})

type Read = NonNullable<TitlingDocument['read']>

const paper = (id: string, type: string, read: Partial<Read> | null, name = id): TitlingDocument => ({
  ...{ id, name, type },
  read: read && { facts: [], states: [], type: null, ...read },
})

const trust: TitlingEntity = { key: 'e1', name: 'Okafor Family Trust', kind: 'REVOCABLE_TRUST' }
const dynasty: TitlingEntity = { key: 'e2', name: 'Okafor Dynasty Trust', kind: 'IRREVOCABLE_TRUST' }
const account: TitlingEntity = { key: 'e3', name: 'Ada Okafor Brokerage', kind: 'INDIVIDUAL_PERSONAL_ACCOUNT' }
const person = (key: string, first: string, suffix = '') => ({
  ...{ key, first, middle: '', last: 'Okafor', suffix, isDeceased: false },
})
const people = [person('p1', 'Ada'), person('p2', 'Ben')]

type Titled = Parameters<typeof titlingOf>[0]

const check = (more: Partial<Titled>) =>
  titlingOf({ entity: trust, trustees: [], documents: [], people, others: [trust, dynasty], ...more }).map(
    ({ kind, document, named }) => [kind, document.id, named].filter((part) => part !== null).join(' '),
  )

const agreement = (facts: Fact[] = [], more: Partial<Read> = {}) =>
  paper('agreement', 'SIGNED_TRUST_DOCUMENT', { facts, type: 'SIGNED_TRUST_DOCUMENT', ...more })
const trustee = (who: string, more: Partial<Fact> = {}) => fact('trustee', who, { who: [who], in: 'e1', ...more })
const grantor = (who: string[], into = 'e1') => fact('grantor', 'Ada Okafor', { who, in: into })
const draft = { is: 'draft' as const, words: 'DRAFT', page: 1 }

describe('the titling check finds', () => {
  test.each<[string, TitlingDocument[], string[]]>([
    ['an amendment without its agreement', [paper('first', 'TRUST_AMENDMENT', null)], ['amendment first']],
    ['none with its agreement', [paper('first', 'TRUST_AMENDMENT', null), agreement()], []],
    [
      'an amendment that only its text says',
      [paper('first', 'OTHER', { type: 'TRUST_AMENDMENT' })],
      ['amendment first'],
    ],
    [
      'none while a document of no type is not read: it may be the agreement',
      [paper('first', 'TRUST_AMENDMENT', {}), paper('scan', 'OTHER', null)],
      [],
    ],
    [
      'none with an agreement that only its text says',
      [paper('first', 'TRUST_AMENDMENT', {}), paper('scan', 'OTHER', { type: 'SIGNED_TRUST_DOCUMENT' })],
      [],
    ],
    ['none of a draft', [paper('first', 'TRUST_AMENDMENT', { states: [draft] })], []],
    [
      'a restatement without the agreement that it restates',
      [paper('second', 'SIGNED_TRUST_DOCUMENT', null, 'Amended and Restated Trust Agreement')],
      ['restatement second'],
    ],
    ['an amended LLC agreement', [paper('first', 'LLC_AGREEMENT_AMENDMENT', null)], ['amendment first']],
  ])('%s', (_title, documents, found) => {
    expect(check({ documents })).toEqual(found)
  })

  test.each<[string, string, Partial<Titled>, string[]]>([
    ['the same name', 'Okafor Family Trust', {}, []],
    ['the same name with its article and date', 'The Okafor Family Trust dated March 5, 2014', {}, []],
    ['a longer name', 'Ada and Ben Okafor Family Trust', {}, []],
    ['another name', 'Lindqvist Family Trust', {}, ['name agreement']],
    ['the name of another entity of the household', 'Okafor Dynasty Trust', {}, ['name agreement e2']],
    ['the other kind', 'Okafor Family Irrevocable Trust', {}, ['kind agreement']],
    [
      'the kind before the grantor died',
      'Okafor Revocable Trust',
      { entity: { ...trust, kind: 'IRREVOCABLE_TRUST' }, people: [{ ...person('p1', 'Ada'), isDeceased: true }] },
      [],
    ],
  ])('in an instrument with %s: %s', (_title, name, more, found) => {
    expect(check({ documents: [agreement([fact('name', name)])], ...more })).toEqual(found)
  })

  test('no name where a draft or a company’s paper says it', () => {
    const other = [fact('name', 'Lindqvist Family Trust')]
    expect(check({ documents: [agreement(other, { states: [draft] })] })).toEqual([])
    const company = { key: 'e9', name: 'Okafor Holdings LLC', kind: 'LLC_BUSINESS_ENTITY' }
    expect(check({ entity: company, documents: [agreement(other)] })).toEqual([])
  })

  test('trustees who are not recorded, and none where no trustee is recorded', () => {
    const documents = [agreement([trustee('p2')])]
    expect(check({ documents, trustees: ['p1'] })).toEqual(['trustee agreement'])
    expect(check({ documents, trustees: ['p1', 'p2'] })).toEqual([])
    expect(check({ documents, trustees: [] })).toEqual([])
  })

  test('no trustee of a part of the trust, or for a time', () => {
    const documents = [agreement([trustee('p2', { limit: 'in Florida only' })])]
    expect(check({ documents, trustees: ['p1'] })).toEqual([])
  })

  test('no trustee of another trust, and none whose name a recorded one has', () => {
    expect(check({ documents: [agreement([trustee('p2', { in: 'e2' })])], trustees: ['p1'] })).toEqual([])
    expect(check({ documents: [agreement([trustee('p2', { who: ['p2', 'p1'] })])], trustees: ['p1'] })).toEqual([])
  })

  test('no trustee in a paper before the last one that says the recorded one', () => {
    const old = agreement([trustee('p2'), fact('date', '2004-03-05')])
    const later = paper('first', 'TRUST_AMENDMENT', { facts: [trustee('p1'), fact('date', '2014-03-05')] })
    const latest = paper('second', 'TRUST_AMENDMENT', { facts: [trustee('p2'), fact('date', '2020-03-05')] })
    expect(check({ documents: [old, later], trustees: ['p1'] })).toEqual([])
    expect(check({ documents: [old, later, latest], trustees: ['p1'] })).toEqual(['trustee second'])
  })

  test.each<[string, Partial<Titled>, Fact, string[]]>([
    ['in the name of the grantor of a revocable trust', {}, grantor(['p1']), ['owner agreement e1']],
    ['of another person', {}, grantor(['p2']), []],
    ['of the grantor of an irrevocable trust only', {}, grantor(['p1'], 'e2'), []],
    ['that the trust owns', { entity: { ...account, name: 'Ada Okafor Trust Brokerage' } }, grantor(['p1']), []],
    ['for retirement', { entity: { ...account, kind: 'RETIREMENT_PERSONAL_ACCOUNT' } }, grantor(['p1']), []],
    ['in a name that two people have', { people: [...people, person('p3', 'Ada', 'Jr.')] }, grantor(['p1']), []],
    ['whose grantor may be one of two', {}, grantor(['p1', 'p3']), []],
  ])('an account %s', (_title, more, said, found) => {
    expect(check({ entity: account, documents: [agreement([said])], ...more })).toEqual(found)
  })
})

describe('the papers that may be later than another one of a trust', () => {
  const dated = (id: string, type: string, ...dates: string[]) =>
    paper(id, type, { facts: dates.map((date) => fact('date', date)) })
  const first = (...dates: string[]) => dated('first', 'TRUST_AMENDMENT', ...dates)
  const second = (...dates: string[]) => dated('second', 'TRUST_AMENDMENT', ...dates)
  const own = (...dates: string[]) => dated('own', 'SIGNED_TRUST_DOCUMENT', ...dates)
  const restated = { ...dated('whole', 'SIGNED_TRUST_DOCUMENT', '2016-01-01'), name: 'Restated Trust Agreement' }

  test.each<[string, TitlingDocument, TitlingDocument[], string[]]>([
    [
      'the newest one first',
      own('2014-03-05'),
      [first('2018-01-01'), second('2020-01-01')],
      ['second later', 'first later'],
    ],
    ['never the document itself', own('2014-03-05'), [first('2018-01-01'), own('2014-03-05')], ['first later']],
    ['no earlier amendment', second('2020-01-01'), [first('2018-01-01')], []],
    ['a restatement', own('2014-03-05'), [restated], ['whole later']],
    ['an amendment of the same day', own('2014-03-05'), [first('2014-03-05')], ['first unordered']],
    ['an amendment of a paper without a date', own(), [first('2018-01-01')], ['first unordered']],
    ['an amendment without a date', own('2014-03-05'), [first()], ['first undated']],
    ['an amendment of two dates', own('2014-03-05'), [first('2018-01-01', '2012-01-01')], ['first undated']],
    ['an amendment that was not read', own('2014-03-05'), [paper('first', 'TRUST_AMENDMENT', null)], ['first undated']],
    ['no other agreement', own('2014-03-05'), [dated('other', 'SIGNED_TRUST_DOCUMENT', '2020-01-01')], []],
    ['none for a paper of another type', dated('return', 'OTHER', '2014-03-05'), [first('2018-01-01')], []],
  ])('are %s', (_title, document, filed, found) => {
    expect(laterPapersOf(document, filed, 'e1').map((one) => `${one.document.id} ${one.order}`)).toEqual(found)
  })

  test('say whether they may be drafts, and which trustees of this trust they name', () => {
    const facts = [trustee('p2'), trustee('p1', { in: 'e2' })]
    const drafted = paper('first', 'TRUST_AMENDMENT', { facts, states: [draft] })
    expect(laterPapersOf(own(), [drafted], 'e1')).toMatchObject([{ states: ['draft'], trustees: [{ value: 'p2' }] }])
  })
})
