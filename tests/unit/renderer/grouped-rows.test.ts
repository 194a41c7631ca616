import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupedRows } from '../../../renderer/components/data-grid/grouped-rows.ts'
import { createRowSource, type RowGroup } from '../../../renderer/components/data-grid/row-source.ts'
import { lineOfRecord } from '../../../renderer/lib/list-trail.ts'

const group = (key: string | null, rows: number): RowGroup => ({
  column: 'kind',
  key,
  rows,
  directly_held_asset_value: null,
})

/** A list of numbered records in groups; `read` are the offsets that were asked for. */
async function open(groups: readonly RowGroup[], closed: readonly (string | null)[] = []) {
  const total = groups.reduce((sum, { rows }) => sum + rows, 0)
  const read: number[] = []
  const source = createRowSource<number>({
    expected: null,
    read: async ({ offset, limit, fresh }) => {
      read.push(offset)
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at)
      return { rows, total, offset, groups: fresh ? groups : undefined }
    },
  })
  source.want({ first: 0, last: 0, speed: 0 })
  await new Promise((resolve) => setTimeout(resolve))
  return { source, read, lines: createGroupedRows(source, source.groups() ?? [], new Set(closed)) }
}

const { signal } = new AbortController()

describe('a grouped list', () => {
  it('has a heading above the rows of every group, and none of the rows of a closed one', async () => {
    const { lines } = await open([group('a', 2), group('b', 3), group(null, 1)], ['b'])
    expect(lines.total()).toBe(6)
    expect(lines.count()).toBe(6)
    const shown = Array.from({ length: 6 }, (_, line) => lines.headingAt(line)?.key ?? lines.rowAt(line))
    expect(shown).toEqual(['a', 0, 1, 'b', undefined, 5])
    expect(lines.headingAt(4)).toMatchObject({ key: null, closed: false })
    expect([0, 1, 4].map(lines.recordAt)).toEqual([null, 0, null])
    const shownGroups = [2, 3, 1].map((rows, at) => ({ rows, closed: at === 1 }))
    expect([0, 1, 2, 4, 5].map((record) => lineOfRecord(shownGroups, record))).toEqual([1, 2, 3, 3, 5])
  })

  it('reads the rows between two lines without headings and closed groups, and all of them where all are asked for', async () => {
    const { lines } = await open([group('a', 2), group('b', 3), group('c', 2)], ['b'])
    expect(await lines.readRange({ first: 1, last: 5 }, signal)).toEqual([0, 1, 5])
    expect(await lines.readRange({ first: 3, last: 3 }, signal)).toEqual([])
    expect(await lines.readAll(signal)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('reads no window of a closed group, however long that is', async () => {
    const { lines, read } = await open([group('a', 10), group('b', 100_000), group('c', 10)], ['b'])
    lines.want({ first: 0, last: 22, speed: 0 })
    await new Promise((resolve) => setTimeout(resolve))
    expect([...new Set(read)].sort((left, right) => left - right)).toEqual([0, 100_000])
    expect([1, 13, 22].map(lines.rowAt)).toEqual([0, 100_010, 100_019])
  })

  it('has every record of an open group on one line, in order, whatever is closed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ rows: fc.integer({ min: 1, max: 5 }), closed: fc.boolean() }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (random) => {
          const groups = random.map(({ rows }, at) => group(`g${at}`, rows))
          const closed = groups.filter((_, at) => random[at]?.closed).map(({ key }) => key)
          const { lines } = await open(groups, closed)
          const every = Array.from({ length: lines.total() ?? 0 }, (_, line) => line)
          const records = every.flatMap((line) => lines.recordAt(line) ?? [])
          expect(await lines.readRange({ first: 0, last: every.length - 1 }, signal)).toEqual(records)
          for (const line of every) {
            const record = lines.recordAt(line)
            expect(lines.headingAt(line) === null).toBe(record !== null)
            if (record !== null) expect(lineOfRecord(random, record)).toBe(line)
          }
          expect(every.filter((line) => lines.headingAt(line))).toHaveLength(groups.length)
        },
      ),
    )
  })
})
