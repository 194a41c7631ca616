import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countExpected,
  expectedDocuments,
  type FiledDocument,
  type FiledRecords,
  nameExpected,
  sayYears,
} from '../../../shared/rules/expected-documents.ts'
import { type DocumentRule, usualRules } from '../../../shared/rules/rules.ts'

const today = '2026-11-22'
const ilit = { id: 'en-1', name: 'Okafor 2012 Irrevocable Life Insurance Trust', kind: 'ILIT_TRUST', agreed: null }
const ada = { id: 'in-1', name: 'Ada Okafor' }

function usualRule(id: string): DocumentRule {
  const found = usualRules.find((rule) => rule.id === id)
  if (found?.kind !== 'document') throw new Error(`There is no rule for documents “${id}”.`)
  return found
}

const document = (more: Partial<FiledDocument>): FiledDocument => ({
  type: 'CRUMMEY_LETTER',
  name: 'Crummey Letter',
  individual_id: null,
  entity_id: 'en-1',
  year: null,
  ...more,
})
const letter = (year: number, more: Partial<FiledDocument> = {}) =>
  document({ name: `Crummey Letter ${year}`, ...more })

const expected = (rules: readonly DocumentRule[], records: Partial<FiledRecords>, on = today) =>
  expectedDocuments(rules, { primaries: [], deceased: [], entities: [], documents: [], ...records }, on)

/** The states and years that a rule says of one subject. */
const found = (id: string, records: Partial<FiledRecords>, on = today) =>
  expected([usualRule(id)], records, on).map(({ state, years }) => ({ state, years }))

const none: ReturnType<typeof found> = []
const missing = (...years: number[]) => [{ state: 'missing', years }]
const unknown = (...years: number[]) => [{ state: 'unknown', years }]

describe('a document that is expected once', () => {
  const will = (more: Partial<FiledDocument>) => document({ type: 'WILL', entity_id: null, ...more })
  test.each([
    ['nothing is on file', [], missing()],
    ['it is filed under the client', [will({ individual_id: 'in-1' })], none],
    ['it is filed under the household alone', [will({})], none],
    ['it is filed under another person', [will({ individual_id: 'in-2' })], missing()],
    ['it is filed under an entity', [will({ entity_id: 'en-1' })], missing()],
    ['another type is on file', [will({ type: 'WILL_CODICIL', individual_id: 'in-1' })], missing()],
    ['it has no date', [will({ individual_id: 'in-1', name: 'Will' })], none],
  ])('%s', (_case, documents, says) => {
    expect(found('will', { primaries: [ada], documents })).toEqual(says)
  })

  test.each([
    ['health-care-proxy', 'HEALTHCARE_PROXY'],
    ['power-of-attorney', 'POWER_OF_ATTORNEY'],
  ])('%s is on file with a document of the type %s', (id, type) => {
    expect(found(id, { primaries: [ada] })).toEqual(missing())
    expect(found(id, { primaries: [ada], documents: [will({ type, individual_id: 'in-1' })] })).toEqual(none)
  })

  test.each([
    ['insurance-policy', 'ILIT_TRUST', 'INSURANCE_POLICY'],
    ['trust-agreement', 'REVOCABLE_TRUST', 'SIGNED_TRUST_DOCUMENT'],
    ['trust-agreement', 'CLT_TRUST', 'EXISTING_REMAINDER_TRUST_DOCUMENT'],
    ['llc-agreement', 'LLC_BUSINESS_ENTITY', 'OPERATING_AGREEMENT'],
    ['llc-agreement', 'LLC_BUSINESS_ENTITY', 'LLC_AGREEMENT'],
    ['partnership-agreement', 'GP_BUSINESS_ENTITY', 'PARTNERSHIP_AGREEMENT'],
  ])('%s of an entity of the kind %s is on file with a document of the type %s', (id, kind, type) => {
    expect(found(id, { entities: [{ ...ilit, kind }] })).toEqual(missing())
    expect(found(id, { entities: [{ ...ilit, kind }], documents: [document({ type })] })).toEqual(none)
    expect(found(id, { entities: [{ ...ilit, kind: 'DONOR_ADVISED_FUND' }] })).toEqual(none)
  })
})

describe('a Crummey letter of each year', () => {
  test.each([
    ['no letter is on file', [], missing(2026)],
    [
      'the first letters are known, and one between is not on file',
      [letter(2022), letter(2024), letter(2025), letter(2026)],
      missing(2023),
    ],
    ['all are on file', [letter(2025), letter(2026)], none],
    ['a letter names no year', [document({})], unknown(2026)],
    ['a letter names no year beside some that do', [letter(2023), document({}), letter(2026)], unknown(2024, 2025)],
    ['a letter without a year in its name has a confirmed date', [document({ year: 2026 })], none],
    ['the confirmed date comes before the year in the name', [letter(2024, { year: 2025 })], missing(2026)],
    ['a year is only in the name of its trust', [document({ name: `Crummey Letter – ${ilit.name}` })], unknown(2026)],
    ['one letter names two years', [document({ name: 'Crummey Letters 2025 and 2026' })], none],
    ['it is filed under the household alone', [letter(2026, { entity_id: null })], none],
    ['it is of another trust', [letter(2026, { entity_id: 'en-2' })], missing(2026)],
    [
      'a confirmed date is that of signing beside the year in the name',
      [document({ name: 'Crummey letter for 2024', year: 2025 }), letter(2026)],
      missing(2025),
    ],
  ])('%s', (_case, documents, says) => {
    expect(found('crummey-letter', { entities: [ilit], documents })).toEqual(says)
  })

  // Each beside letters of 2020 and 2026: what is left of 2021 to 2025.
  test.each([
    ['Crummey letters 2021 and 2022', missing(2023, 2024, 2025)],
    ['Crummey letters 2021, 2022 & 2024', missing(2023, 2025)],
    ['Crummey letters 2021-2022', missing(2023, 2024, 2025)],
    ['Crummey letters 2021–2024', missing(2025)],
    ['Crummey letters 2021 to 2023', missing(2024, 2025)],
    ['Crummey letters 2021-24', missing(2025)],
    ['Crummey letters 2021/2022', missing(2023, 2024, 2025)],
    ['Crummey_letters_2021_and_2022.pdf', missing(2023, 2024, 2025)],
    ['Crummey letters 2021 and 2022 (signed)', missing(2023, 2024, 2025)],
    ['Crummey letters 2021-02-03 and 2022-02-05', missing(2023, 2024, 2025)],
    ['Crummey letter for 2022, signed 2023', missing(2021, 2023, 2024, 2025)],
    ['Crummey letter 2022, signed January 5, 2023', missing(2021, 2023, 2024, 2025)],
    ['Crummey letter 2022 (received 3 Jan 2023)', missing(2021, 2023, 2024, 2025)],
    ['Crummey_letter_2022_sent_2023-01-05.pdf', missing(2021, 2023, 2024, 2025)],
    ['Signed 2023: Crummey letter of 2022', missing(2021, 2023, 2024, 2025)],
    ['2023 Crummey letter for the year 2022', missing(2021, 2023, 2024, 2025)],
    ['Crummey letters for gifts made in 2022 and 2023, filed 2024', missing(2021, 2024, 2025)],
    ['Crummey letter 2022 signed 2023 and 2024', missing(2021, 2023, 2024, 2025)],
    ['Signed Crummey letter 2022', missing(2021, 2023, 2024, 2025)],
    ['Crummey letter (signed) 2022', missing(2021, 2023, 2024, 2025)],
    ['Crummey letter 2022-03-01', missing(2021, 2023, 2024, 2025)],
    ['Crummey letter dated March 1, 2023', unknown(2021, 2022, 2023, 2024, 2025)],
    ['Crummey letter signed 2023', unknown(2021, 2022, 2023, 2024, 2025)],
    ['Crummey letter 2022 2023', unknown(2021, 2022, 2023, 2024, 2025)],
    ['Crummey letter 2022 or 2023', unknown(2021, 2022, 2023, 2024, 2025)],
    ['Crummey letter 2022, 2023 signed', unknown(2021, 2022, 2023, 2024, 2025)],
    ['Crummey letter 2022 - 2023-01-05', unknown(2021, 2022, 2023, 2024, 2025)],
    ['2022 Crummey letter, January 2023', unknown(2021, 2022, 2023, 2024, 2025)],
  ])('a letter called “%s”', (name, says) => {
    const documents = [letter(2020), document({ name }), letter(2026)]
    expect(found('crummey-letter', { entities: [ilit], documents })).toEqual(says)
  })

  test('is expected since the year of the agreement if its date was confirmed', () => {
    const entities = [{ ...ilit, agreed: '2023-12-31' }]
    expect(found('crummey-letter', { entities, documents: [letter(2025)] })).toEqual(missing(2023, 2024, 2026))
    expect(found('crummey-letter', { entities: [{ ...ilit, agreed: '1999-01-01' }] })[0]?.years).toHaveLength(16)
  })

  test('of the last calendar year is expected from January 1 on', () => {
    const rule: DocumentRule = { ...usualRule('crummey-letter'), when: 'last-year' }
    const of = (on: string) =>
      expected([rule], { entities: [ilit], documents: [letter(2025)] }, on).map(({ years }) => years)
    expect(of('2026-12-31')).toEqual([])
    expect(of('2027-01-01')).toEqual([[2026]])
  })
})

describe('a document after an event', () => {
  const died = (date_of_death: string | null) => ({ deceased: [{ ...ada, date_of_death }] })
  const tax = (more: Partial<FiledDocument>) =>
    document({ type: 'TAX_FILING', individual_id: 'in-1', entity_id: null, ...more })
  test.each([
    ['nine months that end on this Sunday, and are due on Monday', '2026-02-22', [], none],
    ['nine months that ended on Friday', '2026-02-20', [], missing()],
    ['a death on the last day of a long month', '2026-02-28', [], none],
    ['a return of the year of the death', '2025-06-01', [tax({ name: 'Form 706 2025' })], none],
    ['a return of an earlier year', '2025-06-01', [tax({ name: 'Form 1041 2024' })], missing()],
    ['a return without a date', '2025-06-01', [tax({})], unknown()],
    ['a return of an earlier year that was filed later', '2025-06-01', [tax({ name: '2024, filed 2026' })], missing()],
    ['a return of which only the year of filing is known', '2025-06-01', [tax({ name: 'Filed 2026' })], unknown()],
    ['a return filed under another person', '2025-06-01', [tax({ individual_id: 'in-2', year: 2026 })], none],
    ['no date of death', null, [], unknown()],
    ['no date of death, and a return', null, [tax({})], none],
  ])('an estate tax return: %s', (_case, death, documents, says) => {
    expect(found('estate-tax-return-on-file', { ...died(death), documents })).toEqual(says)
  })

  test('nine months after May 31 is the last day of February, which a weekend moves; it is missing when that day has passed', () => {
    expect(found('estate-tax-return-on-file', died('2025-05-31'), '2026-03-02')).toEqual(none)
    expect(found('estate-tax-return-on-file', died('2025-05-31'), '2026-03-03')).toEqual(missing())
    expect(found('estate-tax-return-on-file', died('2023-05-31'), '2024-02-29')).toEqual(none)
    expect(found('estate-tax-return-on-file', died('2023-05-31'), '2024-03-01')).toEqual(missing())
  })

  const gift = (more: Partial<FiledDocument>) => document({ type: 'GIFT_TAX_RETURN', entity_id: null, ...more })
  test.each([
    ['April 15 of the next year', '2025-12-31', '2026-04-15', [], none],
    ['the day after April 15 of the next year', '2025-01-01', '2026-04-16', [], missing()],
    ['April 18, to which a weekend and a holiday moved it', '2027-06-01', '2028-04-18', [], none],
    ['the day after April 18, to which a weekend and a holiday moved it', '2027-06-01', '2028-04-19', [], missing()],
    ['a return of that year', '2025-01-01', today, [gift({ individual_id: 'in-1', name: 'Form 709 2025' })], none],
    [
      'a return of the year before',
      '2025-01-01',
      today,
      [gift({ individual_id: 'in-1', name: 'Form 709 2024' })],
      missing(),
    ],
    ['a return without a year', '2025-01-01', today, [gift({ individual_id: 'in-1' })], unknown()],
    ['no confirmed date of the agreement', null, today, [], none],
  ])('a gift tax return after a trust agreement: %s', (_case, agreed, on, documents, says) => {
    expect(found('gift-tax-return-on-file', { entities: [{ ...ilit, agreed }], documents }, on)).toEqual(says)
  })
})

test('years are said in spans, and each counts as a document', () => {
  expect(sayYears([2019, 2021, 2022, 2024, 2025, 2026])).toBe('2019, 2021, 2022, 2024–2026')
  expect(nameExpected({ rule: 'Crummey letter', years: [2023] })).toBe('Crummey letter of 2023')
  expect(countExpected([{ years: [] }, { years: [2023, 2024] }])).toBe(3)
})

/** The oracle asks of each subject and year on its own whether a document is on file. */
const ids = fc.constantFrom('a', 'b', 'c')
const types = fc.constantFrom('WILL', 'CRUMMEY_LETTER', 'LLC_AGREEMENT' as const)
const anyRule = fc.record(
  {
    kind: fc.constant('document' as const),
    id: fc.constantFrom('one', 'two'),
    name: fc.constant('Name'),
    each: fc.constantFrom('primary', 'entity', 'household'),
    types: fc.array(types, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<DocumentRule['types']>,
    when: fc.constantFrom('once', 'this-year', 'last-year', 'each-year'),
  },
  { requiredKeys: ['kind', 'id', 'name', 'each', 'types'] },
) as fc.Arbitrary<DocumentRule>
const anyRecords: fc.Arbitrary<FiledRecords> = fc.record({
  primaries: fc.uniqueArray(fc.record({ id: ids, name: fc.constant('') }), { selector: ({ id }) => id }),
  deceased: fc.constant([]),
  entities: fc.uniqueArray(
    fc.record({
      id: ids,
      name: fc.constant(''),
      kind: fc.constant('ILIT_TRUST'),
      agreed: fc.constantFrom(null, '2024-05-05'),
    }),
    { selector: ({ id }) => id },
  ),
  documents: fc.array(
    fc.record({
      type: types,
      name: fc.constantFrom('Plain', 'Of 2024', 'Of 2025', 'Of 2026', '2025 and 2026'),
      individual_id: fc.option(ids),
      entity_id: fc.option(ids),
      year: fc.constantFrom(null, null, 2023, 2026),
    }),
  ),
})

test('a rule never calls missing what is on file or may be, and never leaves out a year without a document', () => {
  fc.assert(
    fc.property(anyRule, anyRecords, (rule, records) => {
      const says = expected([rule], records)
      const subjects =
        rule.each === 'household'
          ? [{ id: null, agreed: null }]
          : rule.each === 'primary'
            ? records.primaries.map(({ id }) => ({ id, agreed: null }))
            : records.entities
      for (const { id, agreed } of subjects) {
        const filed = records.documents.filter(
          (one) =>
            rule.types.some((type) => type === one.type) &&
            (id === null ||
              (rule.each === 'primary' ? one.individual_id : one.entity_id) === id ||
              (one.individual_id ?? one.entity_id) === null),
        )
        const years = filed.map(({ name, year }) => (year === null ? (name.match(/\d{4}/g) ?? []).map(Number) : [year]))
        const undated = years.some((of) => of.length === 0)
        const own = says.filter(({ about }) => (about?.id ?? null) === id)
        const { when = 'once' } = rule
        if (when === 'once') {
          expect(own.length).toBe(filed.length === 0 ? 1 : 0)
          continue
        }
        const first = agreed === null ? Math.min(2026, ...years.flat()) : 2024
        const range =
          when === 'this-year'
            ? [2026]
            : when === 'last-year'
              ? [2025]
              : [2023, 2024, 2025, 2026].filter((year) => year >= first)
        const open = range.filter((year) => !years.flat().includes(year))
        expect(own.flatMap((one) => one.years)).toEqual(open)
        for (const { state } of own) expect(state).toBe(undated ? 'unknown' : 'missing')
      }
    }),
  )
})
