import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import { type StreamedAnswer, streamAnswer } from '../http/stream-answer.ts'
import type { Clock } from '../platform/clock.ts'
import type { AccessTokens } from './access-tokens.ts'
import { refusalOf } from './check-answer.ts'
import type { ReachabilityState } from './reachability.ts'
import { loadSignOf } from './reader.ts'
import type { RequestLimiter } from './request-limiter.ts'

export type DownloadRequest = {
  /** A document's file, or the service's PDF of a document summary. */
  kind: 'document' | 'summary'
  id: string
  /** The rest from this byte on; the whole when the service does not do that. */
  from?: number
  /** With `from`: only if the file still has this ETag. */
  ifRange?: string
  /** Nothing but a 304 if the file still has this ETag. */
  ifNoneMatch?: string
  signal: AbortSignal
}

/** A file as it comes: 200 with all of it, 206 with the rest, 304 with nothing, 416 when there is no such rest. */
export type DownloadAnswer = StreamedAnswer

export type Download = (request: DownloadRequest) => Promise<DownloadAnswer>

/** Tries of a download that the service refuses for load, each after the pause that it asked for. */
const mostTries = 4
/** Nothing for so long ends a download, ms. */
const idleMs = 60_000
const wanted = new Set([200, 206, 304, 416])
const redirects = new Set([301, 302, 303, 307, 308])
/** More of a refusal than this is not looked at, bytes. */
const mostRefusal = 64 * 1024

/**
 * Downloads with the bearer token, which goes to the service's own origin alone. A redirect is followed once, to https,
 * and to another origin without the token. Rejects, and its body throws, `service/…`, `auth/…` and `files/cancelled`.
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
  /** A file may take minutes: only the wait for its beginning counts as a request in flight. */
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

/** Where a redirect leads. */
function target(answer: StreamedAnswer, from: URL): URL {
  answer.discard()
  const location = answer.headers.location ?? ''
  const to = location !== '' && URL.canParse(location, from.href) ? new URL(location, from.href) : null
  if (to === null || to.protocol !== 'https:' || to.username !== '' || to.password !== '') {
    throw new AppError('service/redirected', {
      message: 'The service sent Steward to an address that it does not follow.',
      nextStep: "Report this to your service's support.",
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

/** A server may send compressed what it was asked to send as it is. */
function inflated({ headers, body }: StreamedAnswer): AsyncIterable<Uint8Array> {
  return isCompressed(headers) ? unzipped(body) : body
}

/** Whether the bytes of an answer are not those of the file, so that lengths and ranges say nothing. */
export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return /^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? '').trim())
}

/** A stream reads ahead, when the memory of a piece has gone on already. */
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
    nextStep: 'Look whether a colleague deleted the document.',
  })
}
