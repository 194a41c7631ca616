import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedWords, indexedText } from '../../../electron/data/mirror/search-index.ts'

const folded = (text: string) => Array.from(foldedWords(text), (word) => word.folded)

test.each([
  ['Émile & Co', ['emile', 'co']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['Søren Łódź', ['soren', 'lodz']],
  ['İstanbul ısı', ['istanbul', 'isi']],
  ['E\u0301mile', ['emile']],
  ['Ana\u200bbel \u200fJones\u200f', ['anabel', 'jones']],
  ["O'Brien-Smith", ['o', 'brien', 'smith']],
  ['أحمد عليّ', ['احمد', 'علي']],
  ['李小龙', ['李', '小', '龙']],
  ['\ufb01ne ①', ['fine', '1']],
  ['👨‍👩‍👧 Müller👍🏽', ['\ue0001f4681f4691f467', 'muller', '\ue0001f44d']],
  ['\ufdfa', ['صلىاللهعليهوسلم']],
  ['\ud800 x \u0000', ['x']],
  ['', []],
])('%j is taken apart into %j', (text, words) => {
  expect(folded(text)).toEqual(words)
})

test('case, accents and how they are written make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = folded(text).join(' ')
      expect(folded(text.normalize('NFD')).join(' ')).toBe(plain)
      expect(folded(text.normalize('NFC')).join(' ')).toBe(plain)
    }),
  )
})

test('the beginning of a word ends where it says, and never inside a character', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
      let last = 0
      for (const { folded: whole, start, endOf } of foldedWords(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        for (let length = 1; length <= whole.length; length++) {
          const end = endOf(length)
          const part = text.slice(start, end)
          expect(folded(part).join('').startsWith(whole.slice(0, length))).toBe(true)
          expect(text.slice(end)).not.toMatch(/^(?:\p{M}|\u200d|[\udc00-\udfff])/u)
        }
        last = endOf(whole.length)
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 2000 },
  )
})

test('what the index is given holds the very words that a query is taken apart into', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(
        indexedText(text)
          .toLowerCase()
          .match(/[a-z0-9\u0080-\uffff]+/g) ?? [],
      ).toEqual(folded(text).filter((word) => word !== ''))
    }),
  )
})
