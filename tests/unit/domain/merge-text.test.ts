import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { keepLineEnds, mergeRecord, textParts } from '../../../shared/domain/merge.ts'

/** The notes that an edit leaves at the service; null where the user decides. */
function mergeText({ base, theirs, mine }: { base: string; theirs: string; mine: string }): string | null {
  const notes = (text: string) => ({ notes: text })
  const { fields, conflicts } = mergeRecord({ base: notes(base), theirs: notes(theirs), mine: notes(mine) })
  if (conflicts.length > 0) return null
  return 'notes' in fields ? String(fields.notes ?? '') : theirs
}

/** Lines that are all different, so that each can be identified. */
const base = fc.integer({ min: 5, max: 30 }).map((length) => Array.from({ length }, (_, at) => `line ${at}`))

/** Replaces a range of lines with lines that name their author. */
const edit = (who: string, from: number, until: number) =>
  fc
    .record({
      at: fc.integer({ min: from, max: until - 1 }),
      taken: fc.integer({ min: 0, max: 1 }),
      given: fc.integer({ min: 0, max: 3 }),
    })
    .filter(({ taken, given }) => taken + given > 0)
    .map((change) => ({ ...change, lines: Array.from({ length: change.given }, (_, n) => `${who} ${n}`) }))

type Edit = { at: number; taken: number; lines: string[] }

const applied = (lines: readonly string[], { at, taken, lines: instead }: Edit) =>
  lines.toSpliced(at, taken, ...instead)

test('disjoint edits keep every line of both sides, in whatever order they are merged', () => {
  const scene = base.chain((lines) => {
    const half = Math.floor(lines.length / 2)
    return fc.tuple(fc.constant(lines), edit('theirs', 0, half - 1), edit('mine', half + 1, lines.length))
  })
  fc.assert(
    fc.property(scene, fc.boolean(), ([lines, first, second], swapped) => {
      const [b, a] = swapped ? [second, first] : [first, second]
      const both = applied(applied(lines, second), first)
      const texts = { base: lines.join('\n'), theirs: applied(lines, b).join('\n'), mine: applied(lines, a).join('\n') }
      expect(mergeText(texts)).toBe(both.join('\n'))
    }),
  )
})

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'é', 'e\u0301', '__proto__', '\t', '\r'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)))

const lineSet = (text: string) => new Set(text.normalize('NFC').split(/\r?\n/))

test('a merge has nothing that nobody wrote, and loses nothing that somebody added', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (o, b, a) => {
      const merged = mergeText({ base: o, theirs: b, mine: a })
      if (merged === null) return
      const [was, there, here, now] = [lineSet(o), lineSet(b), lineSet(a), lineSet(merged)]
      for (const line of now) expect(was.has(line) || there.has(line) || here.has(line)).toBe(true)
      for (const line of [...there, ...here]) expect(was.has(line) || now.has(line)).toBe(true)
    }),
  )
})

test('the parts of a merge are the merge, but for how it is composed, and whole where it is settled', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (o, b, a) => {
      const texts = { base: o, theirs: b, mine: a }
      const parts = textParts(texts)
      const settled = parts.flatMap((part) => (part.kind === 'settled' ? [part.lines] : []))
      // A cleared text has no lines to merge: the user chooses.
      fc.pre(b !== '' && a !== '')
      const merged = mergeText(texts)
      expect(settled.length === parts.length).toBe(merged !== null)
      if (merged === null) return
      const lines = merged.split(/\r?\n/)
      expect(settled.flat().map((line) => line.normalize('NFC'))).toEqual(lines.map((line) => line.normalize('NFC')))
    }),
  )
})

test('a side that changed nothing leaves the other as it is, but for how it is composed and its line ends', () => {
  const plain = (text: string | null) => text?.normalize('NFC').replaceAll('\r\n', '\n')
  fc.assert(
    fc.property(anyText, anyText, (o, other) => {
      expect(plain(mergeText({ base: o, theirs: o, mine: other }))).toBe(plain(other))
      expect(plain(mergeText({ base: o, theirs: other, mine: o }))).toBe(plain(other))
      expect(plain(mergeText({ base: o, theirs: other, mine: other }))).toBe(plain(other))
    }),
  )
})

describe('line by line', () => {
  it.each([
    ['lines that the service ends with \\r\\n keep that', 'a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\nb\nC', 'A\r\nb\r\nC'],
    ['a line added after the last one', 'a\r\nb', 'A\r\nb', 'a\r\nb\r\nc', 'A\r\nb\r\nc'],
    ['a line added after the last one with another end', 'a\nb', 'A\nb', 'a\nb\nc', 'A\nb\nc'],
    ['the last line removed', 'a\nb\nc', 'A\nb\nc', 'a\nb', 'A\nb'],
    ['an unchanged line stays as it is spelled there', 'e\u0301\nb\nc', '\u00e9\nb\nC', 'e\u0301\nb\nc\nd', null],
    ['spelled as there', 'e\u0301\nb\nc\nd', '\u00e9\nb\nc\nD', 'e\u0301\nB\nc\nd', '\u00e9\nB\nc\nD'],
    ['the same line changed', 'a\nb\nc', 'a\nB\nc', 'a\nbb\nc', null],
    ['lines side by side', 'a\nb\nc', 'A\nb\nc', 'a\nB\nc', null],
    ['two lines added at one place', 'a\nb', 'a\nx\nb', 'a\ny\nb', null],
    ['the same line added by both', 'a\nb', 'a\nx\nb', 'a\nx\nb', 'a\nx\nb'],
    ['changed here, removed there', 'a\nb\nc', 'a\nc', 'a\nB\nc', null],
  ])('%s', (_what, o, theirs, mine, merged) => {
    expect(mergeText({ base: o, theirs, mine })).toBe(merged)
  })

  it('shows what is settled and what is not', () => {
    expect(textParts({ base: 'a\nb\nc\nd\ne', theirs: 'a\nx\nc\ne', mine: 'a\ny\n\nc\ne\nf' })).toEqual([
      { kind: 'settled', lines: ['a'] },
      { kind: 'overlap', base: ['b'], theirs: ['x'], mine: ['y', ''] },
      { kind: 'settled', lines: ['c'] },
      { kind: 'settled', lines: ['e'] },
      { kind: 'settled', lines: ['f'] },
    ])
  })

  it('takes a long text that one side wrote again, and the line above it that the other side changed', () => {
    const lines = (word: string) => Array.from({ length: 6_000 }, (_, at) => `${word} ${at}`).join('\n')
    const [o, b, a] = [`a\nb\n${lines('old')}`, `A\nb\n${lines('old')}`, `a\nb\n${lines('new')}`]
    expect(mergeText({ base: o, theirs: b, mine: a })).toBe(`A\nb\n${lines('new')}`)
  })

  it('asks about the whole text where lines repeat beyond measure', () => {
    const blank = '\n'.repeat(30_000)
    const [o, b, a] = [blank + blank, `${blank}x${blank}`, `y${blank}${blank}z`]
    expect(mergeText({ base: o, theirs: b, mine: a })).toBeNull()
    expect(textParts({ base: o, theirs: b, mine: a })).toMatchObject([{ kind: 'overlap' }])
  })
})

describe('an edited text', () => {
  it.each([
    ['gets back the ends that the editor took', 'a\r\nb\r\nc', 'a\nB\nc', 'a\r\nB\r\nc'],
    ['keeps a single end that was different', 'a\nb\r\nc', 'a\nb\nc\nd', 'a\nb\r\nc\r\nd'],
    ['is left alone where there were none', 'a\nb', 'a\nc', 'a\nc'],
    ['may lose its last line', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
    ['may be emptied', 'a\r\nb', '', ''],
  ])('%s', (_what, before, edited, kept) => {
    expect(keepLineEnds(before, edited)).toBe(kept)
  })

  it('is the text before when nothing was changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r\n', 'b'), { maxLength: 20 }).map((parts) => parts.join('')),
        (text) => {
          expect(keepLineEnds(text, text.replaceAll('\r\n', '\n'))).toBe(text)
        },
      ),
    )
  })
})
