import { createContext, type RefObject, useContext, useEffect, useMemo } from 'react'
import { marksIn, phrasesOf } from '../../../../shared/domain/text-query.ts'
import type { DocumentPlace } from '../../../lib/document-place.ts'

/** A place in the file that is shown, and the line of its text with the first match, as far as that is known. */
export type SoughtPlace = DocumentPlace & { line: string | null }

const Place = createContext<SoughtPlace | null>(null)

/** Tells the previews inside which place to show. */
export const PlaceProvider = Place.Provider

/** The place that was asked for in this file; null if none was. */
export const useSoughtPlace = (): SoughtPlace | null => useContext(Place)

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * The number of the line that was asked for: the one with the first match on its page, or else the first one with words of the query; null
 * if nothing was asked for or nothing is found.
 */
export function useSoughtLine(count: number, lineAt: (line: number) => string): number | null {
  const place = useSoughtPlace()
  return useMemo(() => {
    if (place === null || place.find === '') return null
    const wanted = place.line === null ? null : collapsed(place.line)
    const phrases = phrasesOf(place.find)
    let first: number | null = null
    for (let line = 0; line < count; line += 1) {
      const text = lineAt(line)
      if (wanted !== null && wanted !== '' && collapsed(text).includes(wanted)) return line
      if (first === null && marksIn(text, phrases).length > 0) first = line
    }
    return first
  }, [place, count, lineAt])
}

/** All text of an element, and where each of its text nodes begins in it. */
function textIn(element: HTMLElement) {
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    // Text of another element begins a new word, unless both are parts of one line, as words in bold are.
    const before = nodes.at(-1)?.node
    if (before && blockOf(before) !== blockOf(node)) text += '\n'
    nodes.push({ node, start: text.length })
    text += node.data
  }
  return { text, nodes }
}

const blockOf = (node: Text) => node.parentElement?.closest('div, p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dd, dt')

function rangeIn(nodes: readonly { node: Text; start: number }[], from: number, to: number): Range | null {
  const holder = (at: number) => nodes.findLast(({ start }) => start <= at)
  const [first, last] = [holder(from), holder(to - 1)]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.start, first.node.length))
  range.setEnd(last.node, Math.min(to - last.start, last.node.length))
  return range
}

const highlightName = 'sought-words'

/** More text than this is not searched for marks at each change of the element. */
const mostText = 500_000

/**
 * Highlights the words that were asked for inside of an element without changing its DOM, also in what is drawn later, and scrolls to
 * those on the line that was asked for once.
 */
export function useWordMarks(element: RefObject<HTMLElement | null>, place: SoughtPlace | null): void {
  useEffect(() => {
    const shown = element.current
    if (shown === null || place === null || place.find === '') return
    const phrases = phrasesOf(place.find)
    const wanted = place.line === null ? null : collapsed(place.line)
    let hasScrolled = false
    const mark = () => {
      const { text, nodes } = textIn(shown)
      const ranges = marksIn(text.slice(0, mostText), phrases).flatMap(({ from, to }) => rangeIn(nodes, from, to) ?? [])
      CSS.highlights.set(highlightName, new Highlight(...ranges))
      const isWanted = ({ startContainer }: Range) =>
        wanted !== null && collapsed(blockOf(startContainer as Text)?.textContent ?? '').includes(wanted)
      const first = ranges.find(isWanted) ?? ranges[0]
      if (hasScrolled || first === undefined) return
      hasScrolled = true
      first.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(shown, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [element, place])
}
