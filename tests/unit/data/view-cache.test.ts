import { expect, test } from 'vitest'
import { createViewCache } from '../../../electron/data/reads/build-view.ts'

const view = (rows: number) => ({ rows: new Int32Array(rows), present: rows, version: '' })
/** Bytes of a view of a hundred rows. */
const size = 600

test('what was used longest ago goes first, by size', () => {
  const kept = createViewCache(2.5 * size)
  kept.set('a', view(100))
  kept.set('b', view(100))
  expect(kept.get('a')?.rows).toHaveLength(100)
  kept.set('c', view(100))
  expect(['a', 'b', 'c'].map((key) => kept.get(key)?.rows.length)).toEqual([100, undefined, 100])
})

test('a view that is set again replaces the one before and its size', () => {
  const kept = createViewCache(2.5 * size)
  for (let round = 0; round < 20; round++) kept.set('a', view((round * 25) % 300))
  kept.set('b', view(50))
  expect(['a', 'b'].map((key) => kept.get(key)?.rows.length)).toEqual([175, 50])
})

test('one that is larger than all there is room for is kept until the next', () => {
  const kept = createViewCache(2.5 * size)
  kept.set('a', view(5000))
  expect(kept.get('a')?.rows).toHaveLength(5000)
  kept.set('b', view(1))
  expect(kept.get('a')).toBeUndefined()
})

test('a view without rows is kept like any other', () => {
  const kept = createViewCache(size)
  kept.set('a', view(0))
  expect(kept.get('a')?.rows).toHaveLength(0)
})
