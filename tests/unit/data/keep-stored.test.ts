import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ColumnToStore } from '../../../electron/data/stored-columns/columns-to-store.ts'
import { keepStored } from '../../../electron/data/stored-columns/keep-stored.ts'
import type { StoredColumn } from '../../../electron/data/stored-columns/stored-column.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

function createWorld(columns: Record<string, string>) {
  const world = { columns, stored: [] as string[], threads: 0, open: 0, problem: null as Error | null }
  const nameOf = ({ column, version }: Pick<StoredColumn, 'column' | 'version'>) => `${column} ${version}`
  const storing = keepStored({
    async toStore() {
      if (world.problem) throw world.problem
      return Object.entries(world.columns).map(
        ([column, version]): ColumnToStore => ({ resource: 'individuals', column, version }),
      )
    },
    async store(column) {
      world.stored.push(nameOf(column))
    },
    async startThread() {
      world.threads++
      world.open++
      return {
        async make({ resource, column }) {
          const order = { rows: new Int32Array(0), present: 0 }
          return { resource, column, version: world.columns[column] ?? '', order, copy: null }
        },
        async end() {
          world.open--
        },
      }
    },
  })
  return { world, storing }
}

test('a column is stored once it has not changed between two looks, in a thread that then ends', async () => {
  const { world, storing } = createWorld({ city: '1', state: '7' })
  await vi.advanceTimersByTimeAsync(minute)
  expect(world.stored).toEqual([])
  world.columns.city = '2'
  await vi.advanceTimersByTimeAsync(minute)
  expect(world.stored).toEqual(['state 7'])
  await vi.advanceTimersByTimeAsync(minute)
  expect(world.stored).toEqual(['state 7', 'city 2'])
  expect([world.threads, world.open]).toEqual([2, 0])
  await storing.stop()
})

test('a column is stored again after an hour at the earliest, and no thread starts for nothing', async () => {
  const { world, storing } = createWorld({ city: '1' })
  await vi.advanceTimersByTimeAsync(2 * minute)
  world.columns.city = '2'
  await vi.advanceTimersByTimeAsync(59 * minute)
  expect(world.stored).toEqual(['city 1'])
  await vi.advanceTimersByTimeAsync(minute)
  expect(world.stored).toEqual(['city 1', 'city 2'])
  world.columns = {}
  await vi.advanceTimersByTimeAsync(120 * minute)
  expect(world.threads).toBe(2)
  await storing.stop()
})

test('after an error the next look tries again, and after the end there is none', async () => {
  const { world, storing } = createWorld({ city: '1' })
  world.problem = new Error('The disk is full.')
  await vi.advanceTimersByTimeAsync(2 * minute)
  world.problem = null
  await vi.advanceTimersByTimeAsync(2 * minute)
  expect(world.stored).toEqual(['city 1'])
  await storing.stop()
  world.columns.city = '2'
  await vi.advanceTimersByTimeAsync(120 * minute)
  expect(world.stored).toEqual(['city 1'])
  expect(world.open).toBe(0)
})
