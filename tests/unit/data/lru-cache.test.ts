import { expect, test } from 'vitest'
import { createLruCache } from '../../../electron/data/reads/lru-cache.ts'

const recent = (maxBytes: number) => createLruCache<string>({ maxBytes, bytesOf: (value) => value.length })

test('what was used longest ago goes first, by size', () => {
  const kept = recent(10)
  kept.put('a', '1234')
  kept.put('b', '1234')
  expect(kept.get('a')).toBe('1234')
  kept.put('c', '1234')
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['1234', undefined, '1234'])
})

test('a value put again replaces the one before and its size', () => {
  const kept = recent(10)
  for (let round = 0; round < 20; round++) kept.put('a', 'x'.repeat(round % 9))
  kept.put('b', '12')
  expect([kept.get('a'), kept.get('b')]).toEqual(['x', '12'])
})

test('one that is larger than all there is room for is kept until the next', () => {
  const kept = recent(10)
  kept.put('a', 'x'.repeat(50))
  expect(kept.get('a')).toHaveLength(50)
  kept.put('b', '1')
  expect(kept.get('a')).toBeUndefined()
})
