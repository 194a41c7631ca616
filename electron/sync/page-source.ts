import { maxPageSize } from '../../shared/service/page.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { Body, ServiceClient } from '../service/service-client.ts'

type SourceOptions = {
  service: ServiceClient
  resource: ListedResource
  signal: AbortSignal
  /** The cursors that led from page to page last time, from where this walk begins. */
  expectedCursors: readonly string[]
}

/**
 * Pages of one walk, in order, and never more than one ahead. Where the last sweep's cursors are known, the page after the
 * one asked for is asked for along with it, in the hope that its cursor is the same again: a sweep that finds nothing new
 * does not wait for one answer before it sends the next request. Elsewhere the next page is asked for as soon as the last
 * one is there, by the cursor that seems to be in it. A guess that was wrong is dropped, and guessing ends.
 */
export function createPageSource({ service, resource, signal, expectedCursors }: SourceOptions) {
  const guesses = expectedCursors[Symbol.iterator]()
  let guessed: { after: string; body: Promise<Body>; abort: AbortController } | null = null
  let isGuessing = true
  /** A walk in circles is not gone along by guessing. */
  const asked = new Set<string>()

  const fetchPage = (after: string | null, until: AbortSignal) =>
    service.listPage({ resource, after, limit: maxPageSize, signal: until, background: true })

  const guess = (after: string | null | undefined) => {
    if (!isGuessing || after === null || after === undefined || asked.has(after)) return null
    asked.add(after)
    const abort = new AbortController()
    const body = fetchPage(after, AbortSignal.any([signal, abort.signal]))
    // A guess that fails is asked for again as a page of its own right, and only then complains.
    body.catch(() => {})
    return { after, body, abort }
  }

  const stopGuessing = () => {
    guessed?.abort.abort()
    guessed = null
    isGuessing = false
  }

  return {
    async get(after: string | null): Promise<Body> {
      const hit = guessed?.after === after ? guessed : null
      if (guessed && !hit) stopGuessing()
      const page = hit ? hit.body.catch(() => fetchPage(after, signal)) : fetchPage(after, signal)
      if (after !== null) asked.add(after)
      guessed = guess(guesses.next().value)
      const body = await page
      guessed ??= guess(likelyCursor(body.bytes))
      return body
    },
    /** Drops a guess that is still under way. */
    close: stopGuessing,
  }
}

/** Beside hundreds of records, the envelope's own members stand in the first or the last of its bytes. */
const edgeBytes = 512
const decoder = new TextDecoder()

/**
 * The cursor to the next page, read off the edges of a page without parsing it; null where none is plain to see. Only good
 * for a guess: records may hold such words too.
 */
function likelyCursor(bytes: Uint8Array): string | null {
  for (const edge of [bytes.subarray(-edgeBytes), bytes.subarray(0, edgeBytes)]) {
    const text = decoder.decode(edge)
    const cursor = /"end_cursor"\s*:\s*"([^"\\]+)"/.exec(text)?.[1]
    if (cursor !== undefined && /"has_next_page"\s*:\s*true/.test(text)) return cursor
  }
  return null
}
