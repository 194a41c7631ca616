import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DocumentRule,
  defaultDocumentRules,
  documentRules,
  readDocumentRules,
} from '../../../shared/domain/document-rules.ts'
import { type FiledDocument, type FiledRecords, missingDocuments } from '../../../shared/domain/missing-documents.ts'

const documentRulesFormat = 'steward-document-rules-1'

const today = '2026-11-22'
const ilit = { id: 'en-1', name: 'Okafor 2012 Irrevocable Life Insurance Trust', kind: 'ILIT_TRUST' }
const ada = { id: 'in-1', name: 'Ada Okafor' }
const letterRule: DocumentRule = {
  name: 'Crummey letter of this year',
  each: 'entity',
  kinds: ['ILIT_TRUST'],
  types: ['CRUMMEY_LETTER'],
  year: 'this',
}

const document = (more: Partial<FiledDocument>): FiledDocument => ({
  type: 'CRUMMEY_LETTER',
  name: 'Crummey Letter',
  individual_id: null,
  entity_id: 'en-1',
  created_at: '2026-02-03T12:00:00.000Z',
  ...more,
})

const missing = (rules: readonly DocumentRule[], records: Partial<FiledRecords>) =>
  missingDocuments(rules, { primaries: [], entities: [], documents: [], ...records }, today)

describe('a rule', () => {
  test.each([
    [
      'names the year',
      document({ name: `Crummey Letter 2026 – ${ilit.name}`, created_at: '2025-01-01T00:00:00Z' }),
      true,
    ],
    ['names no year and was added this year', document({}), true],
    ['has a year only in the name of its trust', document({ name: `Crummey Letter – ${ilit.name}` }), true],
    ['names an earlier year', document({ name: 'Crummey Letter 2024' }), false],
    ['was added in an earlier year', document({ created_at: '2025-12-31T00:00:00Z' }), false],
    ['is filed under the household alone', document({ entity_id: null }), true],
    ['is of another trust', document({ entity_id: 'en-2' }), false],
    ['is of another type', document({ type: 'WILL' }), false],
  ])('counts a letter that %s: %#', (_case, filed, onFile) => {
    expect(missing([letterRule], { entities: [ilit], documents: [filed] }).length).toBe(onFile ? 0 : 1)
  })

  test('is about living primaries, entities of its kinds, or the household', () => {
    const rules: DocumentRule[] = [
      { name: 'Will', each: 'primary', types: ['WILL'] },
      letterRule,
      { name: 'Tax return', each: 'household', types: ['INCOME_TAX_RETURN'], year: 'last' },
    ]
    const llc = { id: 'en-2', name: 'Okafor Holdings, LLC', kind: 'LLC_BUSINESS_ENTITY' }
    expect(missing(rules, { primaries: [ada], entities: [ilit, llc] })).toEqual([
      { rule_id: 'Will', rule: 'Will', about: { resource: 'individuals', ...ada } },
      {
        rule_id: letterRule.name,
        rule: letterRule.name,
        about: { resource: 'entities', id: ilit.id, name: ilit.name },
      },
      { rule_id: 'Tax return', rule: 'Tax return', about: null },
    ])
  })
})

const ids = fc.constantFrom('a', 'b', 'c')
const types = fc.constantFrom('WILL', 'CRUMMEY_LETTER', 'LLC_AGREEMENT' as const)
const anyRule: fc.Arbitrary<DocumentRule> = fc.record(
  {
    name: fc.constantFrom('One', 'Two'),
    each: fc.constantFrom('primary', 'entity', 'household'),
    kinds: fc.constant<['ILIT_TRUST']>(['ILIT_TRUST']),
    types: fc.array(types, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<DocumentRule['types']>,
    year: fc.constantFrom('this', 'last'),
  },
  { requiredKeys: ['name', 'each', 'types'] },
)
const anyRecords: fc.Arbitrary<FiledRecords> = fc.record({
  primaries: fc.uniqueArray(fc.record({ id: ids, name: ids }), { selector: ({ id }) => id }),
  entities: fc.uniqueArray(fc.record({ id: ids, name: ids, kind: fc.constantFrom('ILIT_TRUST', 'GRAT_TRUST') }), {
    selector: ({ id }) => id,
  }),
  documents: fc.array(
    fc.record({
      type: types,
      name: fc.constantFrom('Plain', 'Of 2024', 'Of 2025', 'Of 2026', '2025 and 2026'),
      individual_id: fc.option(ids),
      entity_id: fc.option(ids),
      created_at: fc.constantFrom('2024-05-05T00:00:00Z', '2025-05-05T00:00:00Z', '2026-05-05T00:00:00Z'),
    }),
  ),
})

test('a rule never reports what is on file, and every report goes away with the document', () => {
  fc.assert(
    fc.property(fc.array(anyRule, { maxLength: 4 }), anyRecords, (rules, records) => {
      for (const { rule: name, about } of missing(rules, records)) {
        const named = rules.filter((rule) => rule.name === name)
        // Of all rules with this name, at least one has nothing on file for its subject.
        const unmet = named.some(({ types: wanted, year }) => {
          const years = year === undefined ? null : year === 'this' ? 2026 : 2025
          const on = records.documents.filter((filed) => {
            const own = filed.name.match(/\d{4}/g) ?? [filed.created_at.slice(0, 4)]
            const forIt =
              about === null ||
              filed[about.resource === 'individuals' ? 'individual_id' : 'entity_id'] === about.id ||
              (filed.individual_id === null && filed.entity_id === null)
            return forIt && wanted.includes(filed.type as never) && (years === null || own.includes(String(years)))
          })
          return on.length === 0
        })
        expect(unmet).toBe(true)
      }
      const added = rules.flatMap(({ types: [type], year }) => {
        const name = year === undefined ? 'Any' : `Of ${year === 'this' ? 2026 : 2025}`
        return type ? [document({ type, name, individual_id: null, entity_id: null })] : []
      })
      expect(missing(rules, { ...records, documents: [...records.documents, ...added] })).toEqual([])
    }),
  )
})

describe('a file of rules', () => {
  const file = (rules: unknown, more: object = {}) => JSON.stringify({ format: documentRulesFormat, rules, ...more })

  test('gives its rules; the default rules are valid themselves', () => {
    expect(readDocumentRules(file([letterRule]))).toEqual({ rules: [letterRule] })
    expect(documentRules.safeParse({ format: documentRulesFormat, rules: defaultDocumentRules }).success).toBe(true)
  })

  test.each([
    ['no JSON', '{', '', 'not valid JSON'],
    ['another format', JSON.stringify({ format: 'x', rules: [] }), 'format', documentRulesFormat],
    ['an unknown type', file([{ name: 'A', each: 'primary', types: ['WIL'] }]), 'rules.0.types.0', 'document types'],
    ['an unknown kind', file([{ ...letterRule, kinds: ['ILIT'] }]), 'rules.0.kinds.0', 'entity kinds'],
    ['another subject', file([{ ...letterRule, each: 'child' }]), 'rules.0.each', '"primary", "entity" or "household"'],
    ['another year', file([{ ...letterRule, year: 2026 }]), 'rules.0.year', '"this" or "last"'],
    ['an unknown field', file([{ ...letterRule, type: 'WILL' }]), 'rules.0', '“type”'],
    ['no name', file([{ ...letterRule, name: '' }]), 'rules.0.name', '1 to 80 characters'],
  ])('with %s is refused, with the field, the cause and the next step', (_case, text, field, words) => {
    const read = readDocumentRules(text)
    const [issue] = 'issues' in read ? read.issues : []
    expect(issue?.field).toBe(field)
    expect(issue?.message).toContain(words)
  })
})
