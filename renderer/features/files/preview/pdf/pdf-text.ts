import { foldLetters } from '../../../../../shared/domain/fold.ts'
import { marksIn, type Phrase } from '../../../../../shared/domain/text-query.ts'

/** A piece of text as stored in the file; `endsLine` is true if a line ends after it. */
export type TextPiece = { text: string; endsLine: boolean }

/** A page's text, prepared for searching. */
export type SearchableText = {
  /** The text without case and accents, with white space collapsed. */
  folded: string
  /** For each code unit of `folded`: its piece, and its position in that piece. */
  piece: Int32Array
  at: Int32Array
  pieces: readonly TextPiece[]
}

/** A match from a position in one piece to a position in another; ends are exclusive. */
export type Match = { from: { piece: number; at: number }; to: { piece: number; at: number } }

const space = /\s/u

/** Normalises a query in the same way as the text. */
export const foldQuery = (query: string): string => [...query].map(foldLetters).join('').replace(/\s+/gu, ' ').trim()

/** Normalises text character by character, and records the position of each. */
export function searchable(pieces: readonly TextPiece[]): SearchableText {
  const units: string[] = []
  const piece: number[] = []
  const at: number[] = []
  const put = (text: string, inPiece: number, place: number) => {
    for (const unit of text.split('')) {
      if (space.test(unit) && units.at(-1) === ' ') continue
      units.push(space.test(unit) ? ' ' : unit)
      piece.push(inPiece)
      at.push(place)
    }
  }
  pieces.forEach(({ text, endsLine }, index) => {
    let place = 0
    for (const character of text) {
      put(foldLetters(character), index, place)
      place += character.length
    }
    if (endsLine) put(' ', index, text.length)
  })
  return { folded: units.join(''), piece: Int32Array.from(piece), at: Int32Array.from(at), pieces }
}

/** All non-overlapping matches of a normalised query in a text, in order, at most `most`. */
export function matchesOf(text: SearchableText, query: string, most: number): Match[] {
  const found: Match[] = []
  if (query === '') return found
  const place = (unit: number) => ({ piece: text.piece[unit] ?? 0, at: text.at[unit] ?? 0 })
  for (let from = text.folded.indexOf(query); from >= 0 && found.length < most; ) {
    const last = place(from + query.length - 1)
    found.push({ from: place(from), to: { piece: last.piece, at: last.at + 1 } })
    from = text.folded.indexOf(query, from + query.length)
  }
  return found
}

/** All matches of the words and phrases of a query, in order, at most `most`: those that the search in documents marks. */
export function matchesOfWords({ pieces }: SearchableText, phrases: readonly Phrase[], most: number): Match[] {
  const starts: number[] = []
  let text = ''
  for (const piece of pieces) {
    starts.push(text.length)
    text += piece.text + (piece.endsLine ? '\n' : '')
  }
  const place = (unit: number) => {
    const piece = starts.findLastIndex((start) => start <= unit)
    return { piece, at: unit - (starts[piece] ?? 0) }
  }
  return marksIn(text, phrases)
    .slice(0, most)
    .map(({ from, to }) => {
      const last = place(to - 1)
      return { from: place(from), to: { ...last, at: last.at + 1 } }
    })
}
