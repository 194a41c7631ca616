import { diffIndices } from 'node-diff3'

/** A stretch of two texts: in both, only in the one before, or only in the one after. */
export type Stretch = { kind: 'same' | 'gone' | 'new'; text: string; key: string }

/** Pieces to compare beyond which a text is shown as replaced whole: it would hold up the window for more than 50 ms. */
const mostEffort = 5_000_000

const words = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu
const lines = /[^\n]*\n|[^\n]+$/g

const piecesOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []

function effort(before: readonly string[], after: readonly string[]): number {
  const seen = new Map<string, number>()
  for (const piece of after) seen.set(piece, (seen.get(piece) ?? 0) + 1)
  const matches = before.reduce((sum, piece) => sum + (seen.get(piece) ?? 0), 0)
  return matches * Math.min(before.length, after.length)
}

type Piece = Omit<Stretch, 'key'>

/** One for the other; the end of the line that both have stays where it is. */
function replaced(before: string, after: string): Piece[] {
  const end = before.endsWith('\n') && after.endsWith('\n') ? '\n' : ''
  return [
    { kind: 'gone', text: before.slice(0, before.length - end.length) },
    { kind: 'new', text: after.slice(0, after.length - end.length) },
    { kind: 'same', text: end },
  ]
}

type Replace = (before: string, after: string) => Piece[]

/** What both have in order, and what stands in place of the rest, taken further apart by `replace`. */
function compare(before: string, after: string, pattern: RegExp, replace: Replace): Piece[] {
  const [was, now] = [piecesOf(before, pattern), piecesOf(after, pattern)]
  if (effort(was, now) > mostEffort) return replaced(before, after)
  const found: Piece[] = []
  let at = 0
  for (const { buffer1, buffer1Content, buffer2Content } of diffIndices(was, now)) {
    found.push({ kind: 'same', text: was.slice(at, buffer1[0]).join('') })
    found.push(...replace(buffer1Content.join(''), buffer2Content.join('')))
    at = buffer1[0] + buffer1[1]
  }
  return [...found, { kind: 'same', text: was.slice(at).join('') }]
}

/** Words with hardly anything in common read better whole, one after the other, than as a patchwork. */
function comparedByWord(before: string, after: string): Piece[] {
  if (before === '' || after === '') return replaced(before, after)
  const found = compare(before, after, words, replaced)
  const same = found.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0)
  return same * 4 < Math.max(before.length, after.length) ? replaced(before, after) : found
}

function tidy(pieces: readonly Piece[]): Stretch[] {
  const joined: Piece[] = []
  for (const { kind, text } of pieces) {
    const last = joined.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else joined.push({ kind, text })
  }
  return joined.map((piece, at) => ({ ...piece, key: `${at}${piece.kind}` }))
}

/** How one text became another: by line, and within changed lines by word. Both are taken composed, with line ends \n. */
export function difference(before: string, after: string): Stretch[] {
  const [was, now] = [before, after].map((text) => text.normalize('NFC').replaceAll('\r\n', '\n'))
  return tidy(compare(was ?? '', now ?? '', lines, comparedByWord))
}

/** A stretch cut down to what is worth reading: the middle of a long one that is the same says only how long it is. */
export type Shown = Stretch | { kind: 'left-out'; lines: number; key: string }

/** Lines of unchanged text that are kept on either side of a change. */
const context = 2

function shorten(stretch: Stretch, place: { first: boolean; last: boolean }): Shown[] {
  const all = piecesOf(stretch.text, lines)
  // The end of the changed line before it is no line of its own.
  const before = place.first ? 0 : context + (stretch.text.startsWith('\n') ? 1 : 0)
  const after = place.last ? 0 : context
  const left = all.length - before - after
  if (stretch.kind !== 'same' || left < 4) return [stretch]
  const part = (from: number, until: number, at: string): Shown[] =>
    until > from ? [{ kind: 'same', text: all.slice(from, until).join(''), key: stretch.key + at }] : []
  return [
    ...part(0, before, 'a'),
    { kind: 'left-out', lines: left, key: `${stretch.key}b` },
    ...part(all.length - after, all.length, 'c'),
  ]
}

/** A difference without the long stretches that did not change. */
export const shortened = (stretches: readonly Stretch[]): Shown[] =>
  stretches.flatMap((stretch, at) => shorten(stretch, { first: at === 0, last: at === stretches.length - 1 }))
