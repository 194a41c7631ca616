import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgiving, matchesIn, matchOf, queryWords, snippetOf } from '../../../electron/data/mirror/search-index.ts'
import { foldedWords } from '../../../shared/domain/fold.ts'

const marked = (text: string, query: string) =>
  matchesIn(text, queryWords(query)).map(([from, to]) => text.slice(from, to))

test.each([
  ['Émile Zola', 'emi', ['Émi']],
  ['E\u0301mile', 'e', ['E\u0301']],
  ['Straße 5', 'stras', ['Straß']],
  ['Ana\u200bbel', 'anab', ['Ana\u200bb']],
  ['עמיר כהן', 'כה', ['כה']],
  ['The 👨‍👩‍👧 Trust', '👨‍👩‍👧', ['👨‍👩‍👧']],
  ['Smith & Smithson', 'smit SMITHS', ['Smit', 'Smiths']],
  ['Blacksmith', 'smith', []],
  ['Mary O’Brien', 'obri', ['O’Bri']],
  ['Mary O’Brien', "O'B", ['O’B']],
  ['Mary O’Brien', 'brien', ['Brien']],
  ['Mary O’Brien', 'o brien', ['O', 'Brien']],
  ['Nuala O\u2032Neil’s', 'oneil', ['O\u2032Neil']],
  ['Đorđe Łódź', 'dord lo', ['Đorđ', 'Łó']],
])('in %j, %j is found as %j', (text, query, found) => {
  expect(marked(text, query)).toEqual(found)
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.lorem(),
)

test('what is marked always reads as the beginning that was typed', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat({ max: 8 }), (title, pick, cut) => {
      const words = [...foldedWords(title)].filter(({ folded }) => folded !== '')
      const typed = words[pick % Math.max(words.length, 1)]?.folded ?? ''
      const query = queryWords(
        Array.from(typed)
          .slice(0, cut + 1)
          .join(''),
      )
      const matches = matchesIn(title, query, 1000)
      if (query.length > 0) expect(matches.length).toBeGreaterThan(0)
      let last = 0
      for (const [from, to] of matches) {
        expect(from).toBeGreaterThanOrEqual(last)
        last = to
        const slice = Array.from(foldedWords(title.slice(from, to)), ({ folded }) => folded).join('')
        expect(query.some(({ beginnings: [beginning = ''] }) => slice.startsWith(beginning))).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
})

test('an expression for the index is of quoted words alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      expect(matchOf(queryWords(query))).toMatch(/^(\("[^"\0]+"\*\)( AND \("[^"\0]+"\*\))*)?$/u)
    }),
  )
})

test('a passage is cut around its first match, between words, and says that there is more', () => {
  const long = `${'before '.repeat(40)}the lighthouse ${'after '.repeat(40)}`
  const found = snippetOf(['nothing here', long], queryWords('lighth'))
  expect(found?.text).toMatch(/^… before .* the lighthouse after .* after …$/)
  expect(found?.text.length).toBeLessThanOrEqual(125)
  expect(found?.matches.map(([from, to]) => found.text.slice(from, to))).toEqual(['lighth'])
  expect(snippetOf(['short note'], queryWords('note'))).toEqual({ text: 'short note', matches: [[6, 10]] })
  expect(snippetOf(['short note'], queryWords('absent'))).toBeNull()
  expect(snippetOf([`line\none ${'\t'}two`], queryWords('two'))?.text).toBe('line one  two')
})

test('however a note is made, its passage is short, shows the match and cuts no character', () => {
  const note = fc.array(text, { maxLength: 12 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(note, note, (before, after) => {
      const found = snippetOf([`${before} lighthöuse ${after}`], queryWords('lighthouse'))
      expect(found?.text.length).toBeLessThanOrEqual(200)
      expect(found?.text.isWellFormed() || !before.isWellFormed() || !after.isWellFormed()).toBe(true)
      expect(found?.matches.map(([from, to]) => found.text.slice(from, to))).toContain('lighthöuse')
    }),
    { numRuns: 500 },
  )
})

const terms = ['anderson', 'jonas', 'jones', 'michael', 'smith', 'smithson', 'иванов'].sort()
const nextTerm = (from: string) => terms.find((term) => term >= from)
const meant = (typed: string) => forgiving(queryWords(typed), nextTerm)[0]?.beginnings.slice(1)

test.each([
  ['swapped', 'smtih', 'smith'],
  ['missing', 'smth', 'smith'],
  ['too many', 'smiith', 'smith'],
  ['wrong', 'smidh', 'smith'],
  ['wrong at the start', 'bmith', 'smith'],
  ['wrong at the end', 'michaek', 'michael'],
  ['missing at the start', 'nderson', 'anderson'],
  ['too many at the end', 'jonesy', 'jones'],
  ['wrong in another script', 'иваноф', 'иванов'],
  ['missing in an unfinished word', 'andrso', 'anderso'],
])('one letter %s is forgiven', (_, typed, name) => {
  expect(meant(typed)).toContain(name)
})

test.each(['htims', 'sntih', 'jo', '12345', 'x'.repeat(100)])('%j is not taken for another word', (typed) => {
  expect(meant(typed)).toEqual([])
})
