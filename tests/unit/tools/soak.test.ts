import { expect, test } from 'vitest'
import { findGrowth, type Sample } from '../../soak/growth.ts'

/** A run of 30 minutes with a sample each minute. */
const run = (of: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 31 }, (_, minutes) => ({
    ...{ heapMib: 23, nodes: 9000, listeners: 700, coreMib: 550, handles: 80, threads: 22 },
    minutes,
    ...of(minutes),
  }))

test('listeners that are left at each pause grow', () => {
  expect(findGrowth(run((minute) => ({ listeners: 700 + 54 * minute })))?.map(({ what }) => what)).toEqual([
    'listeners',
  ])
})

test('caches that fill in the first minutes, and a single peak, are no growth', () => {
  expect(findGrowth(run((minute) => ({ coreMib: 300 + 50 * Math.min(5, minute) })))).toEqual([])
  expect(findGrowth(run((minute) => ({ heapMib: minute === 29 ? 90 : 23 })))).toEqual([])
})

test('a slow growth of memory is said per hour', () => {
  const [growth] = findGrowth(run((minute) => ({ coreMib: 500 + 6 * minute }))) ?? []
  expect(growth?.what).toBe('coreMib')
  expect(growth?.perHour).toBeCloseTo(360)
})

test('a run of two samples is too short to say anything', () => {
  expect(findGrowth(run(() => ({})).slice(0, 2))).toBeNull()
})
