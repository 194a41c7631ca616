import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from '../../../electron/data/sweep/read-page.ts'

const envelope = (data: unknown[], indent: number) =>
  new TextEncoder().encode(
    JSON.stringify({ total_count: 3, data, page_info: { has_next_page: false, end_cursor: 'ü"]' } }, null, indent),
  )

const records = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 })
const indent = fc.constantFrom(0, 2)

const knownOf = (bytes: Uint8Array) =>
  readPage(bytes, []).records.map((record, index) => {
    if (record.kind !== 'new') throw new Error('Nothing was known.')
    return { digest: record.digest, length: record.length, row: index + 1, setAside: false }
  })

test('any records, however laid out, come apart as JSON.parse sees them', () => {
  fc.assert(
    fc.property(records, indent, (data, spaces) => {
      const { outcome, records: found } = readPage(envelope(data, spaces), [])
      expect(outcome).toEqual({ hasNextPage: false, endCursor: 'ü"]', totalCount: 3, received: data.length })
      const values = found.map((record) => (record.kind === 'new' ? record.value : 'known'))
      expect(values).toEqual(JSON.parse(JSON.stringify(data)))
      for (const record of found) if (record.kind === 'new') expect(JSON.parse(record.json)).toEqual(record.value)
    }),
  )
})

test('records that were on the page before are known again by their bytes alone', () => {
  fc.assert(
    fc.property(records, indent, (data, spaces) => {
      const bytes = envelope(data, spaces)
      const known = knownOf(bytes)
      const again = readPage(bytes, known).records
      expect(again.map((record) => record.kind)).toEqual(data.map(() => 'known'))
    }),
  )
})

test('one record changed, added or removed leaves the others known and never mistakes one for another', () => {
  const objects = fc.uniqueArray(fc.record({ id: fc.uuid() }), {
    minLength: 3,
    maxLength: 8,
    selector: (one) => one.id,
  })
  const edit = fc.constantFrom('change', 'add', 'remove')
  fc.assert(
    fc.property(objects, fc.nat(2), edit, (data, at, kind) => {
      const fresh = { id: 'fresh', text: '}],{"' }
      const edited = data.toSpliced(at, kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : [fresh]))
      const known = knownOf(envelope(data, 0))
      const found = readPage(envelope(edited, 0), known).records
      const ids = found.map((record) =>
        record.kind === 'known' ? data[record.known.row - 1]?.id : (record.value as { id: string }).id,
      )
      expect(ids).toEqual(edited.map((one) => one.id))
      expect(found.filter((record) => record.kind === 'new')).toHaveLength(kind === 'remove' ? 0 : 1)
    }),
  )
})

test('a record that begins like a known one is not taken for it', () => {
  const known = knownOf(envelope([1, 'a', { id: 'b' }], 0))
  const found = readPage(envelope([12, 'ab', { id: 'b' }], 0), known).records
  expect(found.map((record) => (record.kind === 'new' ? record.value : 'known'))).toEqual([12, 'ab', 'known'])
})

test('whatever arrives is read or refused by name, never by accident', () => {
  const text = JSON.stringify({ data: [{ id: 'a' }, { id: 'b' }], page_info: { has_next_page: false } })
  const cut = fc.nat(text.length - 1).map((end) => text.slice(0, end))
  const flipped = fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', 'x', ' '))
    .map(([at, other]) => text.slice(0, at) + other + text.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(cut, flipped, fc.string(), fc.json()), (body) => {
      const bytes = new TextEncoder().encode(body)
      try {
        const { records: found } = readPage(bytes, [])
        const { data } = JSON.parse(body) as { data: unknown[] }
        expect(found.map((record) => (record.kind === 'new' ? record.value : null))).toEqual(data)
      } catch (problem) {
        expect(problem).toHaveProperty('code', expect.stringMatching(/^service\/(not-json|truncated|bad-page)$/))
      }
    }),
    { numRuns: 2000 },
  )
})
