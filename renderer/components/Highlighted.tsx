import { cutAtMatches, type Matches } from '../lib/text-pieces.ts'
import classes from './highlighted.module.css'

/** Text from a record with search matches marked by underline and weight, not by colour alone. */
export function Highlighted({ text, matches }: { text: string; matches: Matches }) {
  return (
    <bdi>
      {cutAtMatches(text, matches).map((part) =>
        part.matched ? (
          <mark key={part.at} className={classes.match}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </bdi>
  )
}
