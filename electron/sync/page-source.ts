import { maxPageSize } from '../../shared/service/page.ts'
import type { ListedResource } from '../../shared/service/resource.ts'
import type { SweepStart } from '../data/sweep/page-store.ts'
import type { Body, ServiceClient } from '../service/service-client.ts'

type SourceOptions = {
  service: ServiceClient
  resource: ListedResource
  signal: AbortSignal
} & Pick<SweepStart, 'expectedCursors' | 'knownPages'>

/**
 * Pages of one walk, in order, at most one ahead. If the last sweep's cursors are known, the next page is requested together with
 * the current one, in the expectation that its cursor is the same again: a sweep that finds nothing new does not wait for one
 * answer before it sends the next request. Otherwise the next page is requested as soon as the current one has arrived, with the
 * cursor that seems to be in it. A wrong guess is dropped, and guessing ends.
 */
export function createPageSource({ service, resource, signal, expectedCursors, knownPages }: SourceOptions) {
  const guesses = expectedCursors[Symbol.iterator]()
  let guessed: { after: string; body: Promise<Body>; abort: AbortController } | null = null
  let isGuessing = true
  /** Guessing must not follow a walk that goes in circles. */
  const asked = new Set<string>()
  /** The place of the next page in this walk. */
  let next = 0

  /** @param place - the page's in this walk; null to receive it even if it is known */
  const fetchPage = (after: string | null, place: number | null, until: AbortSignal) => {
    const known = place === null ? '' : knownPages[place]
    const isKnown = (digest: string) => digest === known
    return service.listPage({ resource, after, limit: maxPageSize, signal: until, background: true, isKnown })
  }

  const guess = (after: string | null | undefined) => {
    if (!isGuessing || after === null || after === undefined || asked.has(after)) return null
    asked.add(after)
    const abort = new AbortController()
    const body = fetchPage(after, next, AbortSignal.any([signal, abort.signal]))
    // A failed guess is requested again as a regular page, and only that failure is reported.
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
      const place = next++
      const page = hit ? hit.body.catch(() => fetchPage(after, place, signal)) : fetchPage(after, place, signal)
      if (after !== null) asked.add(after)
      guessed = guess(guesses.next().value)
      const body = await page
      guessed ??= guess(likelyCursor(body.bytes))
      return body
    },
    /** A page again, with its bytes. */
    getWhole: (after: string | null): Promise<Body> => fetchPage(after, null, signal),
    /** Drops a guess that is still in flight. */
    close: stopGuessing,
  }
}

/**
 * Bytes at each end of a page. With hundreds of records on a page, the envelope's own members are within its first or last bytes.
 */
const edgeBytes = 512
const decoder = new TextDecoder()

/**
 * The cursor to the next page, read from the edges of a page without parsing it; null if none is found. Only good for a guess:
 * records may contain the same words.
 */
function likelyCursor(bytes: Uint8Array): string | null {
  for (const edge of [bytes.subarray(-edgeBytes), bytes.subarray(0, edgeBytes)]) {
    const text = decoder.decode(edge)
    const cursor = /"end_cursor"\s*:\s*"([^"\\]+)"/.exec(text)?.[1]
    if (cursor !== undefined && /"has_next_page"\s*:\s*true/.test(text)) return cursor
  }
  return null
}
