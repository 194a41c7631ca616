import { useMemo } from 'react'
import { textPieces } from '../lib/text-pieces.ts'
import classes from './long-text.module.css'
import { Absent } from './Values.tsx'

/** Text of any length as it was typed: line breaks kept, with its own writing direction, never interpreted as markup. */
export function LongText({ text }: { text: string | null | undefined }) {
  const pieces = useMemo(() => textPieces(text ?? ''), [text])
  if (text === null || text === undefined || text === '') return <Absent />
  if (pieces.length === 1) {
    return (
      <div className={classes.text} dir="auto">
        {text}
      </div>
    )
  }
  return (
    <div className={classes.pieces}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position
        <div key={at} className={classes.text} dir="auto">
          {piece}
        </div>
      ))}
    </div>
  )
}
