import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import { type StreamedAnswer, streamAnswer } from '../http/stream-answer.ts'
import type { Clock } from '../platform/clock.ts'
import type { AccessTokens } from './authorized-request.ts'
import { refusalOf } from './check-answer.ts'
import type { ReachabilityState } from './reachability.ts'
import { loadSignOf } from './reader.ts'
import type { RequestLimiter } from './request-limiter.ts'

export type DownloadRequest = {
  /** A document's file, or the service's PDF of a document summary. */
  kind: 'document' | 'summary'
  id: string
  /** First byte to send; the service sends the whole file if it does not support ranges. */
  from?: number
  /** With `from`: resume only if the file still has this ETag. */
  ifRange?: string
  /** Answer 304 if the file still has this ETag. */
  ifNoneMatch?: string
  signal: AbortSignal
}

/**
 * A download's answer: 200 with the whole file, 206 with the rest, 304 without a body, 416 when the requested range does not
 * exist.
 */
export type DownloadAnswer = StreamedAnswer

export type Download = (request: DownloadRequest) => Promise<DownloadAnswer>

/** Tries of a download that the service refuses because of load, each after the pause it asked for. */
const mostTries = 4
/** Time in ms without data after which a download ends. */
const idleMs = 60_000
const wanted = new Set([200, 206, 304, 416])
const redirects = new Set([301, 302, 303, 307, 308])
/** Bytes of a refusal that are read. */
const mostRefusal = 64 * 1024

/**
 * Downloads with the bearer token, which is sent only to the service's own origin. One redirect is followed, to https only, and
 * without the token if it leads to another origin. Rejects, and its body throws, with `service/…`, `auth/…` and
 * `files/cancelled`.
 */
export function createDownload(options: {
  dispatcher: Dispatcher
  base: URL
  /** `…/api/public/v1` */
  root: string
  tokens: AccessTokens
  report: (state: ReachabilityState) => void
  clock: Clock
  limiter: RequestLimiter
}): Download {
  const { dispatcher, base, root, tokens, report, clock, limiter } = options
  const ask = (url: URL, request: DownloadRequest, token: string) =>
    streamAnswer({
      dispatcher,
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: { ...headersOf(request), ...(url.origin === base.origin ? { authorization: `Bearer ${token}` } : {}) },
      signal: request.signal,
      idleMs,
    })
  const withToken = async (url: URL, request: DownloadRequest) => {
    const token = await tokens.current()
    const answer = await ask(url, request, token)
    if (answer.status !== 401) return { answer, token }
    answer.discard()
    const renewed = await tokens.replace(token)
    return { answer: await ask(url, request, renewed), token: renewed }
  }
  const signOf = ({ answer }: { answer: StreamedAnswer }) => loadSignOf(answer, clock.now())
  /** A file may take minutes: only the wait for its headers counts as a request in flight. */
  const begin = async (url: URL, request: DownloadRequest) => {
    const { signal } = request
    for (let tried = 1; ; tried += 1) {
      const begun = await limiter.run(() => withToken(url, request), { kind: 'screen', signal, signOf })
      if (begun.answer.status !== 429 || tried >= mostTries) return begun
      begun.answer.discard()
    }
  }
  return async (request) => {
    const { signal } = request
    try {
      const url = new URL(`${root}/${pathOf(request)}`, base)
      const { answer: first, token } = await begin(url, request)
      report('online')
      const answer = redirects.has(first.status) ? await ask(target(first, url), request, token) : first
      if (!wanted.has(answer.status)) throw await refusal(answer, token)
      return { ...answer, body: named(inflated(answer), signal) }
    } catch (thrown) {
      throw nameFailure(thrown, { signal, report })
    }
  }
}

function pathOf({ kind, id }: DownloadRequest): string {
  if (id === '' || id === '.' || id === '..') throw notThere()
  const segment = encodeURIComponent(id)
  return kind === 'document' ? `documents/${segment}/download` : `document-summaries/${segment}/download?format=pdf`
}

function headersOf({ from = 0, ifRange, ifNoneMatch }: DownloadRequest): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
    ...(from > 0 && ifRange !== undefined ? { 'if-range': ifRange } : {}),
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
  }
}

/** The target of a redirect. */
function target(answer: StreamedAnswer, from: URL): URL {
  answer.discard()
  const location = answer.headers.location ?? ''
  const to = location !== '' && URL.canParse(location, from.href) ? new URL(location, from.href) : null
  if (to === null || to.protocol !== 'https:' || to.username !== '' || to.password !== '') {
    throw new AppError('service/redirected', {
      message: 'The service redirected Steward to an address that it does not follow.',
      nextStep: "Contact your service's support.",
    })
  }
  return to
}

async function refusal({ status, headers, body }: StreamedAnswer, token: string): Promise<AppError> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    pieces.push(piece)
    length += piece.length
    if (length > mostRefusal) break
  }
  if (status === 404 || status === 410) return notThere()
  return refusalOf({ status, headers, bytes: new Uint8Array(Buffer.concat(pieces)) }, [token])
}

/** A server may send a compressed body although it was asked not to. */
function inflated({ headers, body }: StreamedAnswer): AsyncIterable<Uint8Array> {
  return isCompressed(headers) ? unzipped(body) : body
}

/** True if the bytes of an answer are compressed, so that lengths and ranges do not refer to the file. */
export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return /^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? '').trim())
}

/** Copies each chunk, because a stream reads ahead and the chunk's memory may be reused by then. */
async function* kept(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) yield Uint8Array.from(piece)
}

async function* unzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = pipeline(Readable.from(kept(body)), createGunzip(), () => {})
  yield* gunzip
}

async function* named(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (thrown) {
    throw nameFailure(thrown, { signal })
  }
}

function nameFailure(
  thrown: unknown,
  { signal, report }: { signal: AbortSignal; report?: (state: ReachabilityState) => void },
): AppError {
  if (signal.aborted) {
    return new AppError('files/cancelled', {
      message: 'The download was cancelled.',
      nextStep: 'Start it again when needed.',
    })
  }
  const { error, reached } = nameExchangeFailure(thrown)
  if (!reached) report?.('offline')
  return error
}

function notThere(): AppError {
  return new AppError('service/not-found', {
    message: 'The service does not have this file.',
    nextStep: 'Check whether a colleague deleted the document.',
  })
}
