import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexedText } from '../../../electron/data/mirror/search-index.ts'
import { fold, foldedWords, foldLetters, wordsOf } from '../../../shared/domain/fold.ts'

const folded = (text: string) => Array.from(foldedWords(text), (word) => word.folded)

test.each([
  ['Émile & Co', ['emile', 'co']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['Søren Łódź', ['soren', 'lodz']],
  ['İstanbul ısı', ['istanbul', 'isi']],
  ['E\u0301mile', ['emile']],
  ['Ana\u200bbel \u200fJones\u200f', ['anabel', 'jones']],
  ["O'Brien-Smith", ['obrien', 'smith']],
  ['أحمد عليّ', ['احمد', 'علي']],
  ['李小龙', ['李', '小', '龙']],
  ['\ufb01ne ①', ['fine', '1']],
  ['👨‍👩‍👧 Müller👍🏽', ['\ue0001f4681f4691f467', 'muller', '\ue0001f44d']],
  ['\ufdfa', ['صلىاللهعليهوسلم']],
  ['Đorđević Ærø Œuvre Þór', ['dordevic', 'aero', 'oeuvre', 'thor']],
  ['Hawai\u02bbi \u02bfAl\u012b', ['hawaii', 'ali']],
  ["the Smiths' 'new' trust", ['the', 'smiths', 'new', 'trust']],
  ["O'' Neil d'", ['o', 'neil', 'd']],
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
      expect(foldLetters(text.normalize('NFD'))).toBe(foldLetters(text.normalize('NFC')))
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
      ).toEqual(
        Array.from(foldedWords(text), (word) => [word.folded, ...word.parts.map((part) => part.folded)])
          .flat()
          .filter((word) => word !== ''),
      )
    }),
  )
})

const apostrophes = [
  "'",
  ...'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u0374\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07',
]

test.each(apostrophes)('O%sBrien is OBrien, and is found by Brien', (apostrophe) => {
  for (const name of [`O${apostrophe}Brien`, `O${apostrophe}Brien`.normalize('NFD'), `o${apostrophe}BRIEN`]) {
    expect(fold(name)).toBe('obrien')
    expect(foldLetters(name)).toBe('obrien')
    expect(
      indexedText(name)
        .toLowerCase()
        .split(/[^a-z]+/),
    ).toEqual(['obrien', 'o', 'brien'])
    const [word] = foldedWords(name)
    expect(word?.parts.map(({ folded: part, start, endOf }) => name.slice(start, endOf(part.length)))).toEqual([
      name.slice(0, 1),
      name.slice(2),
    ])
  }
})

test.each([
  ['Søren Strauß', 'SOREN  STRAUSS'],
  ['Łódź, Polska', 'lodz polska'],
  ['İstanbul', 'Istanbul'],
  ['ıSPARTA', 'Isparta'],
  ['Đorđević', 'Dordevic'],
  ['Œuvre & Cie.', 'oeuvre cie'],
  ['Anna-Lena', 'anna lena'],
])('the names %j and %j are equal', (one, other) => {
  for (const form of ['NFC', 'NFD', 'NFKC'] as const) expect(fold(one.normalize(form))).toBe(fold(other))
})

test('a folded name is folded already, and the words of its letters are its words', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem()), (text) => {
      expect(foldLetters(foldLetters(text))).toBe(foldLetters(text))
      expect(fold(text)).toBe(wordsOf(text).join(' '))
    }),
  )
})
