import { expect, it } from 'vitest'
import { foldQuery, matchesOf, searchable } from '../../../../renderer/features/files/preview/pdf/pdf-text.ts'

const pieces = [
  { text: 'The Trústee of', endsLine: true },
  { text: 'the  trust', endsLine: false },
  { text: 'ee may ﬁnd', endsLine: true },
  { text: 'İstanbul 𝐓rust', endsLine: false },
]
const text = searchable(pieces)

/** Returns the original text between the two ends of each match. */
const found = (query: string) =>
  matchesOf(text, foldQuery(query), 100).map(({ from, to }) =>
    from.piece === to.piece
      ? pieces[from.piece]?.text.slice(from.at, to.at)
      : [pieces[from.piece]?.text.slice(from.at), pieces[to.piece]?.text.slice(0, to.at)],
  )

it.each([
  ['trustee', ['Trústee', ['trust', 'ee']]],
  ['TRUSTEE OF THE', [['Trústee of', 'the']]],
  ['find', ['ﬁnd']],
  ['istanbul', ['İstanbul']],
  ['of  the   trust', [['of', 'the  trust']]],
  ['nowhere', []],
  ['   ', []],
])('%j is found as %j, whatever its case, accents, line ends and pieces', (query, expected) => {
  expect(found(query)).toEqual(expected)
})

it('stops at as many matches as are wanted, and finds none within another', () => {
  const same = searchable([{ text: 'aaaa'.repeat(10), endsLine: false }])
  expect(matchesOf(same, 'aa', 5)).toHaveLength(5)
  expect(matchesOf(same, 'aaa', 100)).toHaveLength(13)
})

it('every unit of the folded text knows a place in the page', () => {
  for (let unit = 0; unit < text.folded.length; unit += 1) {
    const piece = pieces[text.piece[unit] ?? -1]
    expect(piece).toBeDefined()
    expect(text.at[unit]).toBeLessThanOrEqual(piece?.text.length ?? -1)
  }
})
