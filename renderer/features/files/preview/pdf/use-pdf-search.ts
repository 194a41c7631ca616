import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { phrasesOf } from '../../../../../shared/domain/text-query.ts'
import { foldQuery, type Match, matchesOf, matchesOfWords, type SearchableText, searchable } from './pdf-text.ts'

/** Maximum number of matches counted. */
export const maxMatches = 5000

export type PageMatch = Match & { page: number }

export type PdfSearch = {
  query: string
  matches: readonly PageMatch[]
  /** Index of the current match; -1 if there is none. */
  current: number
  /** Number of pages searched so far; all of them at the end. */
  searched: number
  find(query: string): void
  /** Finds the words and phrases of a query of the search in documents, from a page on; its index. */
  findWords(query: string, from: number): void
  step(way: 1 | -1): void
}

/** A page's text, empty if it cannot be read. */
async function textOf(document: PDFDocumentProxy, page: number): Promise<SearchableText> {
  try {
    const { items } = await (await document.getPage(page + 1)).getTextContent()
    return searchable(items.map((item) => ('str' in item ? { text: item.str, endsLine: item.hasEOL } : nothing)))
  } catch {
    return searchable([])
  }
}
const nothing = { text: '', endsLine: false }

/** The search: a text as it was typed, or the words of a query, from a page on. */
type Sought = { query: string; wordsFrom: number | null }

type Found = { matches: readonly PageMatch[]; current: number; searched: number }
const none: Found = { matches: [], current: -1, searched: 0 }

/**
 * Searches the pages in order and reports matches as they are found.
 *
 * @param from - returns the page in view; the first match from there on becomes the current one
 */
export function usePdfSearch(document: PDFDocumentProxy, pages: number, from: () => number): PdfSearch {
  const [sought, setSought] = useState<Sought>({ query: '', wordsFrom: null })
  const { query } = sought
  const [found, setFound] = useState<Found>(none)
  const texts = useRef(new Map<number, Promise<SearchableText>>())
  const pageInView = useEffectEvent(from)

  useEffect(() => {
    setFound(none)
    const { query, wordsFrom } = sought
    const folded = foldQuery(query)
    if (folded === '') return
    const phrases = phrasesOf(query)
    let left = false
    const look = async () => {
      const matches: PageMatch[] = []
      const here = wordsFrom ?? pageInView()
      for (let page = 0; page < pages && !left && matches.length < maxMatches; page += 1) {
        const text = texts.current.get(page) ?? textOf(document, page)
        texts.current.set(page, text)
        const most = maxMatches - matches.length
        const onPage =
          wordsFrom === null ? matchesOf(await text, folded, most) : matchesOfWords(await text, phrases, most)
        if (left) return
        for (const match of onPage) matches.push({ ...match, page })
        if (onPage.length === 0 && page % 20 !== 19 && page !== pages - 1) continue
        const shown = [...matches]
        setFound(({ current }) => ({ matches: shown, current: firstFrom(shown, here, current), searched: page + 1 }))
      }
      if (!left)
        setFound((last) => ({
          ...last,
          current: last.matches.length === 0 ? -1 : Math.max(last.current, 0),
          searched: pages,
        }))
    }
    void look()
    return () => {
      left = true
    }
  }, [document, pages, sought])

  return {
    query,
    ...found,
    find: useCallback((query: string) => setSought({ query, wordsFrom: null }), []),
    findWords: useCallback((query: string, wordsFrom: number) => setSought({ query, wordsFrom }), []),
    step: (way) =>
      setFound((last) => {
        const count = last.matches.length
        return count === 0 ? last : { ...last, current: (last.current + way + count) % count }
      }),
  }
}

/** Index of the first match from `page` on, unless there is a current one already. */
function firstFrom(matches: readonly PageMatch[], page: number, current: number): number {
  return current >= 0 ? current : matches.findIndex((match) => match.page >= page)
}
