import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows that a table inside a page draws at once: more of them take longer than a blink. */
export const firstRows = 200

/**
 * How many rows of a table are drawn: the first {@link firstRows}, more when asked for, and all of them on paper.
 *
 * @param total - how many rows there are
 */
export function useShownRows(total: number) {
  const [asked, setAsked] = useState(firstRows)
  const [onPaper, setOnPaper] = useState(false)
  const isLong = total > firstRows
  useEffect(() => {
    if (!isLong) return
    // The browser takes the page for paper as soon as these listeners return.
    const follow = (paper: boolean) => () => flushSync(() => setOnPaper(paper))
    const [before, after] = [follow(true), follow(false)]
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [isLong])
  return {
    shown: onPaper ? total : Math.min(asked, total),
    showMore: () => setAsked((before) => before + firstRows),
    showAll: () => setAsked(total),
  }
}
