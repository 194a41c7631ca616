import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCount } from '../../../shared/domain/counts.ts'

it('the formatter writes counts as the platform itself would', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
    }),
  )
})
