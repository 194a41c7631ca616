import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { mostCodes } from '../../../electron/data/reads/column-copy.ts'
import { tieColumn } from '../../../electron/data/reads/list-shape.ts'
import { householdShape, individualShape } from '../../../electron/data/reads/list-shapes.ts'
import { createVersions } from '../../../electron/data/reads/versions.ts'
import { applyListed } from '../../../electron/data/records.ts'
import { columnsToStore } from '../../../electron/data/stored-columns/columns-to-store.ts'
import { createColumnMaker } from '../../../electron/data/stored-columns/make-column.ts'
import { storeColumn } from '../../../electron/data/stored-columns/store-column.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { type Asked, expectRight, openReader, someAsked } from './support/large-list-reader.ts'
import { sweepAll } from './support/outbox-world.ts'
import { aPersonTurn, createPeople, type People } from './support/people.ts'
import { aDocument, bodyOf } from './support/records.ts'

let people: People | undefined
afterEach(() => people?.close())

/** Two rows, so that every order has several parts. */
const partSize = 2 * Int32Array.BYTES_PER_ELEMENT

const missing = ({ writer }: Pick<People, 'writer'>, rowsInPlace: number) =>
  columnsToStore({ ...writer(), versions: createVersions(writer().mirror), rowsInPlace })

/** Stores every column that should be; returns their names. */
function storeAll({ reading, writer }: People, mostValues = mostCodes): string[] {
  const maker = createColumnMaker({ mirror: reading.mirror, versions: createVersions(reading.mirror), mostValues })
  const asked = missing({ writer }, 0)
  for (const one of asked) storeColumn(writer(), maker.make(one), partSize)
  return asked.map(({ resource, column }) => `${resource}.${column}`)
}

/** Each column of people in each direction, and with a filter. */
const everyOrder: Asked[] = Object.keys(individualShape.columns).flatMap((column) => {
  const filters: Asked['filters'] = [{ column: 'state', operator: 'is', values: ['ny'] }]
  // The names are those of the list's own columns.
  const sort = (direction: 'asc' | 'desc') => ({ column, direction }) as Asked['sort']
  return [
    { sort: sort('asc'), filters: [] },
    { sort: sort('desc'), filters: [] },
    { sort: sort('asc'), filters },
  ]
})

test('whatever is written, swept, deleted or lost in a crash after columns were stored, a reader that starts is right', async () => {
  const turns = fc.array(fc.tuple(fc.option(aPersonTurn), someAsked), { minLength: 3, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(turns, fc.constantFrom(2, 5, undefined), async (all, mostValues) => {
      people = createPeople()
      await people.fill()
      try {
        for (const [turn, asked] of all) {
          if (turn === null) storeAll(people, mostValues)
          else await people.run(turn)
          const { reader } = openReader(people, mostValues)
          await expectRight(people, reader, asked)
        }
      } finally {
        people.close()
      }
    }),
    propertyRuns(200),
  )
})

test('with every column stored, a reader that starts builds and copies nothing, not even after a change', async () => {
  people = createPeople()
  await people.fill()
  const stored = storeAll(people)
  const names = (resource: string, columns: object) => Object.keys(columns).map((name) => `${resource}.${name}`)
  expect(stored).toEqual(
    expect.arrayContaining([
      `individuals.${tieColumn}`,
      ...names('individuals', individualShape.columns),
      ...names('households', householdShape.columns),
    ]),
  )
  const starting = openReader(people)
  await expectRight(people, starting.reader, everyOrder)
  expect(starting.built).toEqual({ views: 0, copies: 0 })
  await people.run({ kind: 'read person', at: 3, more: { state: 'NY', last_name: 'Aaa' } })
  await people.run({ kind: 'read household', at: 2, name: 'Zulu' })
  await people.run({ kind: 'remove person', at: 4 })
  const later = openReader(people)
  await expectRight(people, later.reader, everyOrder)
  expect(later.built).toEqual({ views: 0, copies: 0 })
  expect(starting.built).toEqual({ views: 0, copies: 0 })
})

test('a column is stored again only when a reader could not bring it up to date at once', async () => {
  people = createPeople()
  await people.fill()
  storeAll(people)
  expect(storeAll(people)).toEqual([])
  await people.run({ kind: 'read person', at: 3, more: { state: 'NY' } })
  // The number of a household's people is the only order here that cannot be adjusted.
  expect(storeAll(people)).toEqual(['households.individual_count'])
  await people.sweepMany(40)
  expect(storeAll(people)).toEqual(
    expect.arrayContaining(Object.keys(individualShape.columns).map((column) => `individuals.${column}`)),
  )
  expect(storeAll(people)).toEqual([])
})

test('a column of a release that ordered it otherwise is not used, and is stored again', async () => {
  people = createPeople()
  await people.fill()
  storeAll(people)
  const { mirror } = people.stores
  mirror.exec("UPDATE stored_column SET statement = 'SELECT 1' WHERE resource = 'individuals' AND name = 'city'")
  const { reader, built } = openReader(people)
  await expectRight(people, reader, [{ sort: { column: 'title', direction: 'asc' }, filters: [] }])
  expect(built.views).toBe(0)
  const cities = { column: 'city', direction: 'asc' } as unknown as Asked['sort']
  await expectRight(people, reader, [{ sort: cities, filters: [] }])
  expect(built.views).toBe(1)
  expect(storeAll(people)).toEqual(['individuals.city'])
})

test('a list that is small, or of which the first load is not complete, is not stored', async () => {
  people = createPeople()
  await people.run({ kind: 'read person', at: 1, more: {} })
  expect(missing(people, 0)).toEqual([])
  const filled = people.fill()
  expect(people.writer().finishing.loads).toBe(1)
  await filled
  expect(missing(people, 6)).toEqual([])
  expect(missing(people, 5).length).toBeGreaterThan(10)
})

test('nothing is stored while the first load of another list is completed, and no list counts as quiet while one arrives', async () => {
  people = createPeople()
  await people.fill()
  const versions = () => new Set(missing(people as People, 0).map(({ column, version }) => `${column} ${version}`))
  const before = versions()
  expect(before.size).toBeGreaterThan(10)
  expect(versions()).toEqual(before)
  const writer = people.writer()
  applyListed(writer, 'documents', bodyOf({ data: [aDocument(1)], page_info: { has_next_page: false } }))
  writer.batch.commit()
  const arriving = versions()
  expect(arriving.size).toBe(before.size)
  expect([...arriving].filter((one) => before.has(one))).toEqual([])
  const loaded = sweepAll(writer, 'documents', { records: [aDocument(1)], pageSize: 50 })
  expect(missing(people, 0)).toEqual([])
  await loaded
  expect(versions().size).toBeGreaterThan(before.size)
})
