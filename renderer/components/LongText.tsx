import { type CSSProperties, useMemo } from 'react'
import { textPieces } from '../lib/text-pieces.ts'
import classes from './long-text.module.css'
import { Absent } from './Values.tsx'

/** Pieces that are skipped as one while they are out of view: each block that is watched by itself costs time in every frame. */
const piecesOfGroup = 50

/** As the style sheet limits the width. */
const charactersOfLine = 80

/** Text of any length as it was typed: line breaks kept, with its own writing direction, never interpreted as markup. */
export function LongText({ text }: { text: string | null | undefined }) {
  const pieces = useMemo(() => textPieces(text ?? ''), [text])
  if (text === null || text === undefined || text === '') return <Absent />
  if (pieces.length === 1) {
    return (
      <div className={`as-typed ${classes.text}`} dir="auto">
        {text}
      </div>
    )
  }
  return (
    <div className={classes.pieces}>
      {groupsOf(pieces).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its position
        <div key={at} className={classes.group} style={heightOf(group)}>
          {group.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position
            <div key={at} className={`as-typed ${classes.text}`} dir="auto" style={heightOf([piece])}>
              {piece}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const groupsOf = (pieces: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(pieces.length / piecesOfGroup) }, (_, at) =>
    pieces.slice(at * piecesOfGroup, (at + 1) * piecesOfGroup),
  )

/** The approximate height of pieces that were not laid out yet: their lines, of which long ones take several. */
function heightOf(pieces: readonly string[]): CSSProperties {
  const lines = pieces.reduce(
    (sum, piece) => sum + piece.split('\n').length + Math.floor(piece.length / charactersOfLine),
    0,
  )
  return { containIntrinsicHeight: `auto ${lines}lh` }
}
