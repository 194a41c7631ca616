import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { changedRows, mostRows } from '../../../electron/data/mirror/row-changes.ts'
import { createColumnCopies } from '../../../electron/data/reads/column-copies.ts'
import { individualShape } from '../../../electron/data/reads/list-shapes.ts'
import { answerRead } from '../../../electron/data/reads/read.ts'
import type { Reader } from '../../../electron/data/reads/reader.ts'
import { createScans } from '../../../electron/data/reads/scans.ts'
import { createVersions } from '../../../electron/data/reads/versions.ts'
import { viewOf } from '../../../electron/data/reads/view.ts'
import { createStoredColumns } from '../../../electron/data/stored-columns/load-column.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { expectRight, openReader, someAsked, sortColumns } from './support/large-list-reader.ts'
import { aPersonTurn, createPeople, type People, today } from './support/people.ts'

let people: People | undefined
afterEach(() => {
  vi.useRealTimers()
  people?.close()
})

test('whatever is written, swept, deleted, rebuilt or lost in a crash, counts and orders in memory are those of the records', async () => {
  const turns = fc.array(fc.tuple(aPersonTurn, someAsked), { minLength: 3, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(turns, fc.constantFrom(2, 5, undefined), async (all, mostValues) => {
      people = createPeople()
      await people.fill()
      const { reader } = openReader(people, mostValues)
      try {
        for (const [turn, asked] of all) {
          await people.run(turn)
          reader.versions.refresh()
          await reader.views.warm('individuals')
          await expectRight(people, reader, asked)
        }
      } finally {
        people.close()
      }
    }),
    propertyRuns(200),
  )
})

test('what is written while columns are copied is in the copies', async () => {
  const turns = fc.array(aPersonTurn, { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(turns, someAsked, async (all, asked) => {
      people = createPeople()
      await people.fill()
      const { reader } = openReader(people)
      reader.versions.refresh()
      try {
        const warming = reader.views.warm('individuals')
        for (const turn of all) {
          await people.run(turn)
          await nextTurn()
        }
        await warming
        await expectRight(people, reader, asked)
      } finally {
        people.close()
      }
    }),
    propertyRuns(200),
  )
})

test('rows that change, move, come or go after a part of a column was copied are in the copy as they are now', async () => {
  people = createPeople()
  await people.fill()
  const { mirror } = people.reading
  const versions = createVersions(mirror)
  versions.refresh()
  const scans = createScans({ mirror, versions: createVersions(mirror), rowsAtOnce: 2 })
  const copied = { resource: 'individuals', column: 'state' } as const
  const copyElsewhere = vi.fn(scans.copy)
  const copies = createColumnCopies({ mirror, versions, copyElsewhere, stored: createStoredColumns(mirror) })
  const copying = copies.prepare(copied)
  await nextTurn()
  for (const at of [1, 2, 3, 4, 5, 7]) {
    await people.run({
      kind: 'read person',
      at,
      more: { state: 'TX', last_name: at % 2 === 0 ? 'Aaa' : 'Ccc' },
    })
  }
  await people.run({ kind: 'remove person', at: 6 })
  await copying
  versions.refresh()
  const copy = copies.of(copied)
  const rows = mirror
    .prepare<[], { row: number; state: string }>('SELECT row, state_sort AS state FROM individuals ORDER BY row')
    .all()
  const inCopy = Array.from(copy?.codes ?? [], (code, row) => ({ row, state: copy?.values[code - 1] }))
  expect(inCopy.filter(({ state }) => state !== undefined)).toEqual(rows)
  expect(rows).toHaveLength(6)
  expect(copyElsewhere).toHaveBeenCalledOnce()
})

test('first rows that are asked for while a column is copied do not wait for the copy', async () => {
  people = createPeople()
  await people.fill()
  const { mirror } = people.reading
  const scans = createScans({ mirror, versions: createVersions(mirror), rowsAtOnce: 2 })
  const done: string[] = []
  const copying = scans.copy({ resource: 'individuals', column: 'state' }).then((copy) => done.push(`${copy?.values}`))
  await nextTurn()
  const { total } = scans.first({ view: { ...counted(), filters: [] }, direction: 'asc' })
  done.push(`${total} people`)
  await copying
  expect(done).toEqual(['6 people', 'ca,ny'])
})

test('every row that a statement changes is noted with the version of its commit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aPersonTurn, { minLength: 1, maxLength: 20 }), async (all) => {
      people = createPeople()
      await people.fill()
      const { mirror } = people.stores
      const before = people.versions()
      const touched = people.watch()
      for (const turn of all) if (turn.kind !== 'kill') await people.run(turn)
      people.writer().batch.commit()
      for (const [resource, to] of people.versions()) {
        const noted = changedRows(mirror, resource, { from: before.get(resource) ?? 0, to })
        for (const row of touched(resource)) expect(noted?.rows ?? [row]).toContain(row)
      }
      people.close()
    }),
    propertyRuns(200),
  )
})

const counted = () =>
  viewOf(
    individualShape,
    {
      sort: { column: 'title', direction: 'asc' },
      filters: [
        { column: 'state', operator: 'is', values: ['ny'] },
        { column: 'is_primary', operator: 'is', values: [true] },
      ],
    },
    today,
  )

test('after a small change nothing is built again: the columns and the orders in memory are adjusted', async () => {
  people = createPeople()
  await people.fill()
  const { reader, built } = openReader(people)
  reader.versions.refresh()
  await reader.views.warm('individuals')
  const before = { ...built }
  expect(before.copies).toBeGreaterThan(8)
  await people.run({ kind: 'read person', at: 3, more: { state: 'NY', is_primary: true, last_name: 'Aaa' } })
  await people.run({ kind: 'read household', at: 2, name: 'Zulu' })
  await people.run({ kind: 'remove person', at: 4 })
  const asked = sortColumns.map((column) => ({
    filters: [...counted().filters].slice(0, 1),
    sort: { column, direction: 'asc' as const },
  }))
  await expectRight(people, reader, asked)
  expect(built).toEqual(before)
})

test('a commit of which the rows are not stored is never bridged', async () => {
  people = createPeople()
  await people.fill()
  const { reader, built } = openReader(people)
  reader.versions.refresh()
  await reader.views.warm('individuals')
  const before = built.copies
  await people.sweepMany(mostRows + 1)
  await expectRight(people, reader, [
    { filters: [...counted().filters], sort: { column: 'household_name', direction: 'asc' } },
  ])
  await reader.views.warm('individuals')
  expect(built.copies).toBeGreaterThan(before)
  await expectRight(people, reader, [{ filters: [...counted().filters], sort: { column: 'title', direction: 'desc' } }])
})

/** Reads the list once, so that its columns are to be copied later. The time stands still from then on. */
async function useList(reader: Reader): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sort = { column: 'title', direction: 'asc' } as const
  await answerRead(reader, 'individuals.list', { sort, filters: [], offset: 0, limit: 1 })
}

test('columns are not copied while a sweep commits', async () => {
  people = createPeople()
  await people.fill()
  const { reader, built } = openReader(people)
  await useList(reader)
  const read = built.copies
  for (let page = 1; page <= 3; page++) {
    await people.run({ kind: 'read person', at: page, more: { state: 'TX' } })
    await vi.advanceTimersByTimeAsync(3000)
  }
  expect(built.copies).toBe(read)
  await vi.advanceTimersByTimeAsync(3000)
  await vi.waitFor(() => expect(built.copies).toBeGreaterThan(read + 7))
})

test('a list does not wait for the end of commits that never pause', async () => {
  people = createPeople()
  await people.fill()
  const { reader, built } = openReader(people)
  await useList(reader)
  const read = built.copies
  for (let page = 1; page <= 12; page++) {
    await people.run({ kind: 'read person', at: 1, more: { state: page % 2 === 0 ? 'TX' : 'NY' } })
    await vi.advanceTimersByTimeAsync(3000)
  }
  await vi.waitFor(() => expect(built.copies).toBeGreaterThan(read + 7))
})

test('a reader that has just started builds nothing ahead while the first window is drawn', async () => {
  people = createPeople()
  await people.fill()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { reader, built } = openReader(people)
  const sort = { column: 'title', direction: 'asc' } as const
  await answerRead(reader, 'individuals.list', { sort, filters: [], offset: 0, limit: 1 })
  await vi.advanceTimersByTimeAsync(999)
  expect(built.views).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(built.views).toBe(1)
})
