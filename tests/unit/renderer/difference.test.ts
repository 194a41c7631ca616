import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { difference, type Shown, shortened } from '../../../renderer/components/difference/difference.ts'

const said = (stretches: readonly Shown[]) =>
  stretches
    .map((one) =>
      one.kind === 'left-out'
        ? `<${one.lines}>`
        : one.kind === 'same'
          ? one.text
          : `${one.kind === 'new' ? '+' : '-'}[${one.text}]`,
    )
    .join('')

const text = fc
  .array(fc.constantFrom('a', 'b ', 'word', ' ', '\n', '\n\n', 'é', '😀', '.', '<b>'), { maxLength: 40 })
  .map((parts) => parts.join(''))

test('the stretches of a difference are the one text without what is new, and the other without what is gone', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const stretches = difference(before, after)
      const without = (kind: string) => stretches.filter((one) => one.kind !== kind).map((one) => one.text)
      expect(without('new').join('')).toBe(before)
      expect(without('gone').join('')).toBe(after)
      expect(new Set(stretches.map(({ key }) => key)).size).toBe(stretches.length)
      expect(stretches.some((one) => one.text === '')).toBe(false)
    }),
  )
})

test('shortening leaves out unchanged lines alone, and counts them', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const whole = difference(before, after)
      const short = shortened(whole)
      const count = (stretches: readonly Shown[]) =>
        stretches.reduce(
          (sum, one) =>
            sum +
            (one.kind === 'left-out' ? one.lines : one.kind === 'same' ? (one.text.match(/\n/g)?.length ?? 0) : 0),
          0,
        )
      const changed = (stretches: readonly Shown[]) => stretches.filter(({ kind }) => kind === 'new' || kind === 'gone')
      expect(changed(short)).toEqual(changed(whole))
      expect(Math.abs(count(short) - count(whole))).toBeLessThanOrEqual(1)
    }),
  )
})

describe('a difference', () => {
  it.each([
    ['a word', 'Prefers mornings.', 'Prefers evenings.', 'Prefers -[mornings]+[evenings].'],
    ['an added line', 'one\ntwo', 'one\nand a half\ntwo', 'one\n+[and a half\n]two'],
    ['everything', 'Boston', 'Salem', '-[Boston]+[Salem]'],
    ['nothing', 'same', 'same', 'same'],
    ['line ends and composition alone', 'a\r\ne\u0301', 'a\n\u00e9', 'a\n\u00e9'],
    ['from nothing', '', 'new', '+[new]'],
    ['a number within', 'Pays 1,200 a year', 'Pays 1,300 a year', 'Pays 1,-[200]+[300] a year'],
  ])('of %s is marked', (_what, before, after, marked) => {
    expect(said(difference(before, after))).toBe(marked)
  })

  it('leaves long unchanged stretches out', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
    const before = lines.join('\n')
    expect(said(shortened(difference(before, lines.with(10, 'other words here').join('\n'))))).toBe(
      '<8>line 8\nline 9\n-[line 10]+[other words here]\nline 11\nline 12\n<7>',
    )
  })

  it('of texts that repeat beyond measure is a whole for a whole', () => {
    const [before, after] = ['\n'.repeat(5_000), `${'\n'.repeat(4_000)}x${'\n'.repeat(1_000)}`]
    expect(difference(before, after).map(({ kind }) => kind)).toEqual(['gone', 'new', 'same'])
  })
})
