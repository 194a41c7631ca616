import { diffIndices } from 'node-diff3'

/** A section of two texts: in both, only in the old text, or only in the new one. */
export type Stretch = { kind: 'same' | 'gone' | 'new'; text: string; key: string }

/**
 * The most pieces that are compared: above it, the whole text is shown as replaced, since comparing would block the window for
 * more than 50 ms.
 */
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

/** Replaces one text by the other; a common line ending stays in place. */
function replaced(before: string, after: string): Piece[] {
  const end = before.endsWith('\n') && after.endsWith('\n') ? '\n' : ''
  return [
    { kind: 'gone', text: before.slice(0, before.length - end.length) },
    { kind: 'new', text: after.slice(0, after.length - end.length) },
    { kind: 'same', text: end },
  ]
}

type Replace = (before: string, after: string) => Piece[]

/** Splits both texts with `pattern` and aligns the common pieces; `replace` compares the pieces between them further. */
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

/** Texts with hardly a word in common are easier to read whole, one after the other, than as many small changes. */
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

/** How a text changed: by line, and by word within changed lines. Both texts are compared in NFC with line endings \n. */
export function difference(before: string, after: string): Stretch[] {
  const [was, now] = [before, after].map((text) => text.normalize('NFC').replaceAll('\r\n', '\n'))
  return tidy(compare(was ?? '', now ?? '', lines, comparedByWord))
}

/** A section shortened for display: a long unchanged one is replaced by its number of lines. */
export type Shown = Stretch | { kind: 'left-out'; lines: number; key: string }

/** Lines of unchanged text shown before and after a change. */
const context = 2

function shorten(stretch: Stretch, place: { first: boolean; last: boolean }): Shown[] {
  const all = piecesOf(stretch.text, lines)
  // The line ending of the preceding change does not count as a line.
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

/** A difference without its long unchanged sections. */
export const shortened = (stretches: readonly Stretch[]): Shown[] =>
  stretches.flatMap((stretch, at) => shorten(stretch, { first: at === 0, last: at === stretches.length - 1 }))
