import { expect, it, test, vi } from 'vitest'
import { OversizedRecord } from '../../../electron/data/mirror/scan-json.ts'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import { createReader } from '../../../electron/data/reads/reader.ts'
import { listQuarantined } from '../../../electron/data/reads/records.ts'
import { applyListed, applyRecord, applyValuation } from '../../../electron/data/records.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { readPage } from '../../../electron/data/sweep/read-page.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { parseRecord } from '../../../electron/outbox/attempt.ts'
import { aHousehold, aValuation, bodyOf } from './support/records.ts'

function open() {
  const writer = createWriter({ ...openStoresInMemory(), now: () => Date.UTC(2026, 0, 1), onChanged: () => {} })
  settleMirror(writer)
  return writer
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const page = (...records: readonly string[]) =>
  encode(
    `{"data":[${records.join(',')}],"page_info":{"has_next_page":false,"end_cursor":null},"total_count":${records.length}}`,
  )

/** The part that makes a record too large, as the text of further members. */
const oversizing = {
  'a million members': Array.from({ length: 1_000_000 }, (_, number) => `"k${number}":1`).join(','),
  'a text of 12 MB': `"notes":"${'{,'.repeat(6_000_000)}"`,
  'a list of 200,000 numbers': `"more":[${'0,'.repeat(199_999)}0]`,
  '20,000 levels': `"more":${'['.repeat(20_000)}${']'.repeat(20_000)}`,
} as const
type Kind = keyof typeof oversizing
const kinds = Object.keys(oversizing) as Kind[]
const grown = (record: object, kind: Kind) => `${JSON.stringify(record).slice(0, -1)},${oversizing[kind]}}`

type SetAside = { resource: string; id: string | null; problem: string; size: number }
const setAside = ({ mirror }: ReturnType<typeof open>) =>
  mirror.prepare<[], SetAside>('SELECT resource, id, problem, length(json) AS size FROM set_aside').all()
const ids = ({ mirror }: ReturnType<typeof open>) =>
  mirror
    .prepare<[], { id: string }>('SELECT id FROM households ORDER BY id')
    .all()
    .map(({ id }) => id)

test.each(kinds)(
  'a record with %s is not parsed: it is set aside by its id, and the others of its page come in',
  async (kind) => {
    const writer = open()
    const [first, second] = [aHousehold(1), aHousehold(2)]
    const bytes = page(grown(first, kind), JSON.stringify(second))
    const [read] = readPage(bytes, []).records
    expect(read?.kind === 'new' && read.value instanceof OversizedRecord).toBe(true)

    const { sweepId } = writer.batch.write(() => writer.sweeps.begin('households', writer.now()))
    const counts = applyPage(writer, { sweepId, after: null, bytes }, () => {})
    expect(counts).toEqual({ written: 1, unchanged: 0, setAside: 1 })
    await completeSweep(writer, sweepId)
    writer.batch.commit()
    expect(ids(writer)).toEqual([second.id])
    const [kept] = setAside(writer)
    expect(kept).toMatchObject({ resource: 'households', id: first.id })
    expect(kept?.problem).toMatch(/^is too large: it has .* can be read$/)
    // Only its beginning is kept.
    expect(kept?.size).toBeLessThan(5_000)

    // One of usual size takes its place.
    applyRecord(writer, 'households', bodyOf(first))
    expect(setAside(writer)).toEqual([])
  },
)

test.each(kinds)('one with %s that comes by its id or in a list leaves the last good copy', (kind) => {
  const writer = open()
  const record = aHousehold(1)
  applyRecord(writer, 'households', bodyOf(record))
  applyRecord(writer, 'households', encode(grown(record, kind)))
  const listed = applyListed(writer, 'households', page(grown(record, kind)))
  expect(listed).toMatchObject({ ids: [record.id], unreadable: [record.id] })
  writer.batch.commit()
  expect(ids(writer)).toEqual([record.id])
  expect(setAside(writer).map(({ id }) => id)).toEqual([record.id])
})

it('a valuation that is too large is set aside, and an answer to a write counts as unreadable', () => {
  const writer = open()
  const valuation = aValuation(1)
  const large = encode(grown(valuation, 'a million members'))
  applyValuation(writer, { entityId: valuation.entity_id, bytes: large })
  expect(setAside(writer)).toMatchObject([{ resource: 'valuations', problem: expect.stringContaining('is too large') }])
  expect(parseRecord(large)).toBeNull()
  expect(parseRecord(bodyOf(valuation))).toMatchObject({ id: valuation.id })
})

it('one that has its id after a thousand members has none, and one of usual size is read whatever it contains', () => {
  const [late] = readPage(page(`{${oversizing['a million members']},"id":"late"}`), []).records
  expect(late?.kind === 'new' && late.value instanceof OversizedRecord && late.value.id).toBeNull()
  const usual = { id: 'usual', notes: ',"{'.repeat(200_000), more: Array(50_000).fill(0) }
  const [read] = readPage(page(JSON.stringify(usual)), []).records
  expect(read?.kind === 'new' && JSON.stringify(read.value) === JSON.stringify(usual)).toBe(true)
})

it('a record with too many levels leaves the list of what was set aside readable', () => {
  const writer = open()
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const text = JSON.stringify({ ...aHousehold(1), name: 0 })
  applyRecord(writer, 'households', encode(text.replace('"name":0', `"name":${deep}`)))
  applyRecord(writer, 'households', bodyOf({ ...aHousehold(2), name: 0 }))
  writer.batch.commit()
  expect(listQuarantined(createReader(writer.mirror, writer.ledger), { limit: 10, offset: 0 }).records).toHaveLength(2)
})

it('one with too many levels that an earlier version of Steward set aside is listed as it came, and so are the others', () => {
  const writer = open()
  for (const number of [1, 2]) applyRecord(writer, 'households', bodyOf({ ...aHousehold(number), name: 0 }))
  writer.batch.commit()
  const deep = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  writer.mirror.prepare('UPDATE set_aside SET json = ? WHERE id = ?').run(deep, aHousehold(1).id)
  const { records } = listQuarantined(createReader(writer.mirror, writer.ledger), { limit: 10, offset: 0 })
  expect(records.map(({ json }) => json === deep)).toEqual([true, false])
})

test.each([
  ['is cut off', 'service/truncated', (text: string) => text.slice(0, -40)],
  ['lacks a comma', 'service/not-json', (text: string) => text.replace('},{', '}{')],
  ['has no list', 'service/bad-page', (text: string) => text.replace('"data"', '"items"')],
  [
    'has something else as its list',
    'service/bad-page',
    (text: string) => text.replace('[', '{"all":[').replace(']', ']}'),
  ],
  ['is a list of its own', 'service/bad-page', (text: string) => text.slice(8, text.indexOf(']') + 1)],
  ['is a web page', 'service/not-json', (text: string) => `<html>${text}</html>`],
])('a large page that %s is refused as %s, and is not parsed for it', (_what, code, change) => {
  const texts = Array.from({ length: 2_000 }, (_, number) =>
    JSON.stringify({ ...aHousehold(number), notes: 'x'.repeat(500) }),
  )
  const bytes = encode(change(new TextDecoder().decode(page(...texts))))
  const parse = vi.spyOn(JSON, 'parse')
  let refused: unknown
  try {
    readPage(bytes, [])
  } catch (thrown) {
    refused = thrown
  }
  const longest = Math.max(0, ...parse.mock.calls.map(([json]) => json.length))
  parse.mockRestore()
  expect(refused).toMatchObject({ code })
  expect(longest).toBeLessThan(100_000)
})

it('of a million members beside the records of a page, some are parsed', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const usual = new TextDecoder().decode(page(JSON.stringify(aHousehold(1))))
  const { records } = readPage(encode(`${usual.slice(0, -1)},${oversizing['a million members']}}`), [])
  const { length } = parse.mock.calls
  parse.mockRestore()
  expect(records).toHaveLength(1)
  expect(length).toBeLessThan(1_000)
})

it('a large member beside the records of a page is not parsed, and the records come in', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const usual = new TextDecoder().decode(page(JSON.stringify(aHousehold(1))))
  const { records, outcome } = readPage(encode(`{"extra":{${oversizing['a million members']}},${usual.slice(1)}`), [])
  const longest = Math.max(...parse.mock.calls.map(([json]) => json.length))
  parse.mockRestore()
  expect(records).toHaveLength(1)
  expect(outcome).toMatchObject({ totalCount: 1, hasNextPage: false })
  expect(longest).toBeLessThan(100_000)
})
