import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'content-disposition'
import type { Dispatcher } from 'undici'
import { AppError } from '../../shared/domain/app-error.ts'
import { formatBytes } from '../../shared/domain/bytes.ts'
import { safeFileName } from '../../shared/domain/file-names.ts'
import { ageOf, codingsOf, createDecoder, mostCodings } from '../http/exchange.ts'
import { nameExchangeFailure } from '../http/network-errors.ts'
import { type StreamedAnswer, streamAnswer } from '../http/stream-answer.ts'
import type { Clock } from '../platform/clock.ts'
import { assertCurrent, type ReachabilityState, refusalOf, type ServiceTokens } from './check-answer.ts'
import { loadSignOf, type RequestLimiter } from './request-limiter.ts'

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
/** A compressed answer may unfold to this many bytes, and beyond them to {@link mostUnfolding} times what was received. */
const freelyUnfolded = 64 * 1024 * 1024
/** The content of real documents unfolds to 2 to 50 times its size; at most 1,032 times is possible for each coding. */
const mostUnfolding = 100
/**
 * Compressed content is hardly ever larger than the file. Bytes by which what was taken in may exceed what it unfolded to: a decoder holds
 * back at most its window, of 16 MiB.
 */
const mostAhead = 32 * 1024 * 1024
/** Time in ms after which a compressed answer ends of which nothing has been unfolded; enough for a mebibyte at 600 bytes a second. */
const longestFruitlessMs = 30 * 60_000

/**
 * Downloads with the bearer token, which is sent only to the service's own origin. One redirect is followed, to https only, if
 * `refuseAddress` allows it, and without the token if it leads to another origin. Rejects, and its body throws, with `service/…`, `auth/…`,
 * `files/too-large`, `files/cancelled`, and with what `refuseAddress` throws.
 */
export function createDownload(options: {
  dispatcher: Dispatcher
  base: URL
  /** `…/api/public/v1` */
  root: string
  tokens: ServiceTokens
  report: (state: ReachabilityState) => void
  clock: Clock
  limiter: RequestLimiter
  /** The most bytes that a file may have. */
  maximumBytes: number
  /** Called with the target of a redirect, before it is contacted. */
  refuseAddress: (url: URL) => void
}): Download {
  const { dispatcher, base, root, tokens, report, clock, limiter, maximumBytes, refuseAddress } = options
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
    const renewed = await tokens.replace(token).catch((thrown: unknown) => {
      answer.discard()
      throw thrown
    })
    if (renewed === token) return { answer, token }
    answer.discard()
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
      const redirected = redirects.has(first.status) ? target(first, url) : null
      if (redirected !== null) refuseAddress(redirected)
      const answer = redirected === null ? first : await ask(redirected, request, token)
      if (!wanted.has(answer.status)) throw await refusal(answer, token)
      const before = answer.status === 206 ? (request.from ?? 0) : 0
      if (before + Number(answer.headers['content-length'] ?? 0) > maximumBytes) {
        answer.discard()
        throw tooLarge(maximumBytes)
      }
      return { ...answer, body: named(limited(answer, maximumBytes - before), signal) }
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
    'cache-control': 'no-cache',
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
  if (status === 404 || status === 410) {
    assertCurrent({ ageMs: ageOf(headers) })
    return notThere()
  }
  return refusalOf({ status, headers, bytes: new Uint8Array(Buffer.concat(pieces)) }, [token])
}

/**
 * The content of an answer, within limits. A server may send more than its headers say. It may also send a compressed body although it
 * was asked not to: half a megabyte of it can become half a gigabyte, and a long body can inflate to no bytes.
 */
async function* limited(answer: StreamedAnswer, maximumBytes: number): AsyncGenerator<Uint8Array> {
  const codings = codingsOf(answer.headers)
  if (codings.length > mostCodings) {
    answer.discard()
    throw distrusted(`The service sent this file compressed ${codings.length} times over.`)
  }
  const onWire = { bytes: 0 }
  const wire: AsyncIterable<Uint8Array> = counted(answer.body, onWire)
  const content = codings.reduceRight((body, coding) => decoded(body, coding, onWire), wire)
  let fruitless: AppError | null = null
  const watch = () =>
    setTimeout(() => {
      fruitless = distrusted('The service sent this file compressed, and nothing could be unfolded for half an hour.')
      answer.discard()
    }, longestFruitlessMs).unref()
  let timer = codings.length === 0 ? undefined : watch()
  let size = 0
  try {
    for await (const piece of content) {
      size += piece.length
      if (size > maximumBytes) throw tooLarge(maximumBytes)
      // The time that the reader takes does not count.
      clearTimeout(timer)
      yield piece
      timer = codings.length === 0 ? undefined : watch()
    }
  } catch (thrown) {
    throw fruitless ?? thrown
  } finally {
    clearTimeout(timer)
  }
}

async function* counted(body: AsyncIterable<Uint8Array>, count: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    count.bytes += piece.length
    yield piece
  }
}

/** True if the bytes of an answer are compressed, so that lengths and ranges do not refer to the file. */
export const isCompressed = (headers: IncomingHttpHeaders): boolean => codingsOf(headers).length > 0

/** Copies each chunk, because a stream reads ahead and the chunk's memory may be reused by then. */
async function* kept(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body) yield Uint8Array.from(piece)
}

/** The bytes that one coding unfolds to. */
async function* decoded(
  body: AsyncIterable<Uint8Array>,
  coding: string,
  onWire: Readonly<{ bytes: number }>,
): AsyncGenerator<Uint8Array> {
  const pieces = kept(body)
  const first = await pieces.next()
  if (first.done) return
  let taken = 0
  let unfolded = 0
  async function* whole() {
    try {
      for (let next = first; !next.done; next = await pieces.next()) {
        taken += next.value.length
        if (taken > unfolded + mostAhead) {
          throw distrusted('The service sent this file compressed, and it unfolds to less than was received.')
        }
        yield next.value
      }
    } finally {
      await pieces.return(undefined)
    }
  }
  const content: AsyncIterable<Uint8Array> = pipeline(
    Readable.from(whole()),
    createDecoder(coding, first.value),
    () => {},
  )
  for await (const piece of content) {
    unfolded += piece.length
    if (unfolded > freelyUnfolded && unfolded > onWire.bytes * mostUnfolding) {
      throw distrusted(
        `The service sent this file compressed, and it grows to more than ${mostUnfolding} times what was received.`,
      )
    }
    yield piece
  }
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

function tooLarge(maximumBytes: number): AppError {
  return new AppError('files/too-large', {
    message: `The file is larger than ${formatBytes(maximumBytes)}, the most that Steward downloads.`,
    nextStep: 'Download it on the service’s own page, or ask a colleague to divide it. Nothing of it was kept.',
  })
}

function distrusted(message: string): AppError {
  return new AppError('files/too-large', {
    message,
    nextStep: 'Do not trust this file. Tell your service’s support; nothing of it was kept.',
  })
}

function notThere(): AppError {
  return new AppError('service/not-found', {
    message: 'The service does not have this file.',
    nextStep: 'Check whether a colleague deleted the document.',
  })
}

/** A longer header (in characters) is not read as a file name. */
const longestName = 4096

/**
 * The file name in a Content-Disposition header (RFC 6266, RFC 8187), made safe; null when the header has none. Only the last
 * part of a path is used.
 */
export function dispositionName(header: unknown): string | null {
  if (typeof header !== 'string' || header.length > longestName) return null
  const name = lastPart(asText(filenameIn(header)))
  return /[\p{L}\p{N}\p{S}]/u.test(name) ? safeFileName(name) : null
}

function filenameIn(header: string): string {
  try {
    return parse(header).parameters.filename ?? ''
  } catch {
    return ''
  }
}

/** Servers send UTF-8 where only Latin-1 is allowed; text that is not valid UTF-8 is read as Latin-1. */
function asText(name: string): string {
  const highest = Math.max(0, ...Array.from(name, (letter) => letter.codePointAt(0) ?? 0))
  if (highest < 0x80 || highest > 0xff) return name
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))
  } catch {
    return name
  }
}

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''
