import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn at once in a table inside a page: more would take noticeably long. */
export const firstRows = 200

/**
 * The number of table rows to draw: the first {@link firstRows}, more on request, and all of them in print.
 *
 * @param total - number of rows
 */
export function useShownRows(total: number) {
  const [asked, setAsked] = useState(firstRows)
  const [onPaper, setOnPaper] = useState(false)
  const isLong = total > firstRows
  useEffect(() => {
    if (!isLong) return
    // The browser captures the page for printing as soon as these listeners return.
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
