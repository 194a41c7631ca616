import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinVector, keepOnly, windowOf } from '../../../electron/data/reads/view.ts'

const aVector = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 60 }), fc.nat(60))
  .map(([rows, cut]) => ({ present: rows.slice(0, cut), absent: rows.slice(cut) }))

test('rows without a value stand last in both directions, and the rest turns round', () => {
  fc.assert(
    fc.property(aVector, ({ present, absent }) => {
      const vector = joinVector(present, absent)
      expect([...windowOf(vector, 'asc', 0, 1000)]).toEqual([...present, ...absent])
      expect([...windowOf(vector, 'desc', 0, 1000)]).toEqual([...present.toReversed(), ...absent.toReversed()])
    }),
  )
})

test('windows put together are the whole, and one beyond the end is empty', () => {
  fc.assert(
    fc.property(
      aVector,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (parts, size, way) => {
        const vector = joinVector(parts.present, parts.absent)
        const whole = [...windowOf(vector, way, 0, vector.rows.length)]
        const together: number[] = []
        for (let from = 0; from < whole.length; from += size) together.push(...windowOf(vector, way, from, from + size))
        expect(together).toEqual(whole)
        expect(windowOf(vector, way, whole.length + 3, whole.length + 9)).toHaveLength(0)
      },
    ),
  )
})

test('picking rows from an order keeps their order, and which of them have a value', () => {
  fc.assert(
    fc.property(aVector, fc.uniqueArray(fc.integer({ min: 1, max: 200 })), ({ present, absent }, kept) => {
      const picked = keepOnly(joinVector(present, absent), kept, 200)
      const inSet = (row: number) => kept.includes(row)
      expect([...picked.rows]).toEqual([...present, ...absent].filter(inSet))
      expect(picked.present).toBe(present.filter(inSet).length)
    }),
  )
})

test('a vector lies in memory that threads share', () => {
  expect(joinVector([1, 2], [3]).rows.buffer).toBeInstanceOf(SharedArrayBuffer)
})
