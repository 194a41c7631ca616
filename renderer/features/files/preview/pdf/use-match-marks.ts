import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { PageMatch, PdfSearch } from './use-pdf-search.ts'

type Elements = readonly HTMLElement[]

function rangeOf(match: PageMatch, elements: Elements): Range | null {
  const [from, to] = [elements[match.from.piece]?.firstChild, elements[match.to.piece]?.firstChild]
  if (!(from instanceof Text) || !(to instanceof Text)) return null
  const range = document.createRange()
  range.setStart(from, Math.min(match.from.at, from.length))
  range.setEnd(to, Math.min(match.to.at, to.length))
  return range
}

/** Highlights the matches on the drawn pages without changing their DOM, and scrolls to the current match. */
export function useMatchMarks(search: Pick<PdfSearch, 'matches' | 'current'>, scroller: RefObject<HTMLElement | null>) {
  const { matches, current } = search
  const pages = useRef(new Map<number, Elements>())
  const [drawn, setDrawn] = useState(0)
  const onText = useCallback((index: number, elements: Elements | null) => {
    if (elements) pages.current.set(index, elements)
    else pages.current.delete(index)
    setDrawn((before) => before + 1)
  }, [])
  const shown = useRef<PageMatch | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` changes with the ref's content
  useEffect(() => {
    const others: Range[] = []
    let hand: Range | null = null
    matches.forEach((match, at) => {
      const elements = pages.current.get(match.page)
      const range = elements ? rangeOf(match, elements) : null
      if (range === null) return
      if (at === current) hand = range
      else others.push(range)
    })
    const chosen = hand as Range | null
    CSS.highlights.set('pdf-match', new Highlight(...others))
    CSS.highlights.set('pdf-match-at-hand', new Highlight(...(chosen ? [chosen] : [])))
    const match = matches[current] ?? null
    if (chosen && match !== shown.current) {
      shown.current = match
      centre(chosen, scroller.current)
    }
  }, [matches, current, drawn, scroller])
  useEffect(
    () => () => {
      CSS.highlights.delete('pdf-match')
      CSS.highlights.delete('pdf-match-at-hand')
    },
    [],
  )
  return onText
}

function centre(range: Range, scroller: HTMLElement | null): void {
  if (!scroller) return
  const place = range.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (place.top >= view.top && place.bottom <= view.bottom && place.left >= view.left && place.right <= view.right)
    return
  scroller.scrollTop += place.top - view.top - view.height / 2
  if (place.left < view.left || place.right > view.right) scroller.scrollLeft += place.left - view.left - view.width / 2
}
