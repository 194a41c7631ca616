import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitText, isRightToLeft, textWidth } from '../../../../shared/domain/estate-map/fit-text.ts'

it('the drawing cuts a long name with an ellipsis and leaves a short one as it is', () => {
  expect(fitText('Okafor Family Trust', 400, 12)).toBe('Okafor Family Trust')
  expect(fitText('Okafor Family Trust of the year 2014', 110, 12)).toMatch(/^Okafor Family T?\S*…$/)
  expect(fitText('x'.repeat(70_000), 1e9, 12)).toHaveLength(301)
})

it.each(['Okafor Trust', 'Zoë Ōkafor', '漢字 Trust'])(
  'the drawing leaves %s whole where it has its own width, and nothing of it without room',
  (name) => {
    expect(fitText(name, textWidth(name, 12, false), 12)).toBe(name)
    expect(fitText(name, textWidth(name, 12, false) - 6, 12)).toMatch(/.…$/)
    expect(fitText(name, 3, 12)).toBe('…')
  },
)

it('the drawing cuts a plain name like any other', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[!-~]{1,20}( [!-~]{1,9}){0,3}$/),
      fc.integer({ min: 5, max: 300 }),
      (name, width) => {
        const plain = fitText(name, width, 12)
        expect(plain === name || (plain.endsWith('…') && name.startsWith(plain.slice(0, -1)))).toBe(true)
      },
    ),
  )
})

it('the drawing never separates a letter from its marks, nor breaks an emoji', () => {
  const family = '👨‍👩‍👧‍👦'
  for (let width = 5; width < 200; width += 7) {
    const cut = fitText(`${family}${family}${family}e\u0301e\u0301e\u0301e\u0301`, width, 12).replace(/…$/, '')
    expect(cut.replaceAll(family, '').replaceAll('e\u0301', '')).toBe('')
  }
})

it('the drawing gives each character the width that it has in Noto Sans', () => {
  const all = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
  // A little more than the font's own sum, in per cent of the size.
  expect([textWidth(all, 100, false), textWidth(all, 100, true)].map(Math.round)).toEqual([5215, 5463])
})

it('the drawing leaves room for several marks beside a letter, and hardly any for one', () => {
  const width = (text: string) => textWidth(text, 100, false)
  expect(width('e\u0301') - width('e')).toBeLessThan(10)
  expect(width('e\u0301\u0323') - width('e')).toBeGreaterThan(25)
})

it('the drawing replaces what a file cannot contain, for any text', () => {
  expect(fitText('a\u0000b\u000bc\ud800d', 400, 12)).toBe('a�b�c�d')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.integer({ min: 0, max: 300 }), (text, width) => {
      const shown = fitText(text, width, 12)
      expect(shown.isWellFormed()).toBe(true)
      expect(Array.from(shown, (letter) => letter.charCodeAt(0)).filter((code) => code < 32 || code >= 0xfffe)).toEqual(
        [],
      )
    }),
  )
})

it('the drawing knows the writing direction from the first letter', () => {
  expect(['משפחת לוי', '12 عائلة', 'Levi משפחת', '', '123'].map(isRightToLeft)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
