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
 * Pages of one walk, in order. Where the last sweep's cursors are known, the page after the one asked for is asked for
 * along with it, in the hope that its cursor is the same again; if it is not, that answer is dropped and guessing ends.
 * So a sweep that finds nothing new does not wait for one answer before it sends the next request.
 */
export function createPageSource({ service, resource, signal, expectedCursors }: SourceOptions) {
  let guesses = expectedCursors[Symbol.iterator]()
  let guessed: { after: string; body: Promise<Body>; abort: AbortController } | null = null

  const fetchPage = (after: string | null, until: AbortSignal) =>
    service.listPage({ resource, after, limit: maxPageSize, signal: until })

  const guessNext = () => {
    const { value: after } = guesses.next()
    if (after === undefined) return null
    const abort = new AbortController()
    const body = fetchPage(after, AbortSignal.any([signal, abort.signal]))
    // A guess that fails is asked for again as a page of its own right, and only then complains.
    body.catch(() => {})
    return { after, body, abort }
  }

  const stopGuessing = () => {
    guessed?.abort.abort()
    guessed = null
    guesses = [][Symbol.iterator]()
  }

  return {
    async get(after: string | null): Promise<Body> {
      const hit = guessed?.after === after ? guessed : null
      if (guessed && !hit) stopGuessing()
      const page = hit ? hit.body.catch(() => fetchPage(after, signal)) : fetchPage(after, signal)
      guessed = guessNext()
      return page
    },
    /** Drops a guess that is still under way. */
    close: stopGuessing,
  }
}
