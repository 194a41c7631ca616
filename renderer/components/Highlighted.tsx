import classes from './highlighted.module.css'

/** Ranges where a text matched: start, end (exclusive), in UTF-16 code units. */
export type Matches = readonly (readonly [number, number])[]

/** Splits a text at its matches. Ranges may be out of order, overlapping or out of bounds. */
export function cutAtMatches(text: string, matches: Matches): { text: string; matched: boolean; at: number }[] {
  const parts: { text: string; matched: boolean; at: number }[] = []
  let done = 0
  const add = (from: number, to: number, matched: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), matched, at: from })
  }
  for (const [from, to] of matches.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(from, done)
    const end = Math.min(to, text.length)
    if (end <= start) continue
    add(done, start, false)
    add(start, end, true)
    done = end
  }
  add(done, text.length, false)
  return parts
}

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
