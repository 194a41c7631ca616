import classes from './long-text.module.css'
import { Absent } from './Values.tsx'

/** Text of any length as it was typed: line breaks kept, its own writing direction, never markup. */
export function LongText({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined || text === '') return <Absent />
  return (
    <div className={classes.text} dir="auto">
      {text}
    </div>
  )
}
