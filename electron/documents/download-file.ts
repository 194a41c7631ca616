import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import { formatBytes } from '../../shared/domain/bytes.ts'
import { ageOf, givenAt } from '../http/exchange.ts'
import type { Clock } from '../platform/clock.ts'
import { type Download, type DownloadAnswer, dispositionName, isCompressed } from '../service/download.ts'
import type { HeldRef } from './connection-files.ts'
import type { FileStore, NewSealedFile, SealedWriter } from './file-store.ts'

export type Downloaded = {
  file: NewSealedFile
  /** The service's name for the file; null if it gives none. */
  name: string | null
  etag: string | null
  /** When the service gave an answer that a cache repeated, ms since the epoch; null if the answer came from the service. */
  cachedFrom: number | null
}

/** The service had the same file. */
export type Unchanged = Pick<Downloaded, 'cachedFrom'> & { file: null }

export type DownloadFileOptions = {
  ref: HeldRef
  store: FileStore
  download: Download
  clock: Clock
  /** Of the file that is already here; a download happens only if the service has a different one. */
  etag: string | null
  signal: AbortSignal
  onProgress(received: number, total: number | null): void
}

/** Bytes after which the disk's free space is looked at again. */
const roomEvery = 16 * 1024 * 1024

/** Limits on attempts: attempts without progress, and attempts in total. */
const mostInVain = 3
const mostTries = 12
const firstWaitMs = 500

const mayPass = new Set([
  'service/truncated',
  'service/timed-out',
  'service/offline',
  'service/proxy-unusable',
  'service/failed',
])

/**
 * Downloads a file and seals it as it arrives; `file` is null if the service still has the one with `etag`. After a broken connection it
 * resumes if the service supports that, else starts over, a limited number of times. A rejection leaves nothing behind:
 * `service/…`, `auth/…`, `files/…`.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<Downloaded | Unchanged> {
  const { store, clock, signal } = options
  const part: Part = { writer: await store.begin(), facts: null }
  try {
    for (let tries = 1, inVain = 0; ; tries += 1) {
      const before = part.writer.written()
      try {
        const outcome = await receive(options, part)
        if (outcome !== 'whole') {
          await part.writer.drop()
          return outcome
        }
        const { name = null, etag = null, cachedFrom = null } = part.facts ?? {}
        return { file: await part.writer.finish(), name, etag, cachedFrom }
      } catch (thrown) {
        const { code } = toAppError(thrown)
        inVain = part.writer.written() > before ? 0 : inVain + 1
        if (signal.aborted || !mayPass.has(code) || tries >= mostTries || inVain >= mostInVain) throw thrown
        await clock.sleep(firstWaitMs * 2 ** inVain * (0.5 + clock.random()), signal)
      }
    }
  } catch (thrown) {
    await part.writer.drop()
    throw signal.aborted ? cancelled() : thrown
  }
}

type Facts = Omit<Downloaded, 'file'> & { total: number | null; canGoOn: boolean }
/** The part downloaded so far; `facts` is null before the first response. */
type Part = { writer: SealedWriter; facts: Facts | null }

async function receive(options: DownloadFileOptions, part: Part): Promise<'whole' | Unchanged> {
  const { ref, download, signal, onProgress } = options
  const from = part.facts?.canGoOn ? part.writer.written() : 0
  const asked = { ...ref, signal }
  const ifRange = part.facts?.etag ?? undefined
  const goingOn = from > 0 && ifRange !== undefined
  const answer = await download(
    goingOn
      ? { ...asked, from, ifRange }
      : { ...asked, ...(options.etag === null ? {} : { ifNoneMatch: options.etag }) },
  )
  if (answer.status === 304 && !goingOn && options.etag !== null) {
    answer.discard()
    return { file: null, cachedFrom: cachedFrom(answer, options.clock) }
  }
  if (answer.status !== 206 || !goingOn || !continues(answer, from, part.facts)) {
    await startOver(options, part, answer)
  }
  const total = part.facts?.total ?? null
  const claim = await claimRoom(options.store, total === null ? null : total - part.writer.written()).catch(
    (thrown) => {
      answer.discard()
      throw thrown
    },
  )
  onProgress(part.writer.written(), total)
  for await (const piece of answer.body) {
    await claim(piece.length)
    await part.writer.append(piece)
    if (total !== null && part.writer.written() > total) throw wrongLength()
    onProgress(part.writer.written(), total)
  }
  if (total !== null && part.writer.written() !== total) throw wrongLength()
  return 'whole'
}

/**
 * Refuses what would fill the disk: a disk without free space would keep the user's own changes from being saved.
 *
 * @param expected - bytes that will come; null if unknown
 * @returns to be called before bytes are written
 * @throws AppError `files/disk-full`
 */
async function claimRoom(store: FileStore, expected: number | null): Promise<(bytes: number) => Promise<void>> {
  let room = await store.room()
  if (expected !== null && expected > room) throw noRoom(expected, room)
  let since = 0
  return async (bytes) => {
    since += bytes
    if (since >= roomEvery) {
      since = bytes
      room = await store.room()
    }
    if (since > room) throw noRoom(null, room)
  }
}

/** Starts over from the first byte of the file that the service has now. */
async function startOver({ store, clock }: DownloadFileOptions, part: Part, answer: DownloadAnswer): Promise<void> {
  if (answer.status !== 200) {
    answer.discard()
    part.facts = null
    throw answer.status === 416 ? wrongLength() : unexpected(answer.status)
  }
  if (part.writer.written() > 0) {
    await part.writer.drop()
    part.writer = await store.begin()
  }
  const { headers } = answer
  const isPlain = !isCompressed(headers)
  const etag = typeof headers.etag === 'string' ? headers.etag : null
  const said = /^\d{1,15}$/.exec(String(headers['content-length'] ?? ''))
  part.facts = {
    etag,
    cachedFrom: cachedFrom(answer, clock),
    name: dispositionName(headers['content-disposition']),
    total: isPlain && said ? Number(said[0]) : null,
    // A weak ETag says that two files mean the same, not that they are identical byte by byte.
    canGoOn:
      isPlain && etag !== null && !etag.startsWith('W/') && !/none/i.test(String(headers['accept-ranges'] ?? '')),
  }
}

function cachedFrom({ headers }: DownloadAnswer, clock: Clock): number | null {
  const ageMs = ageOf(headers)
  return ageMs === 0 ? null : (givenAt(headers) ?? clock.now() - ageMs)
}

/** Whether a response is the remainder of the same file. */
function continues({ headers }: DownloadAnswer, from: number, facts: Facts | null): boolean {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'] ?? '')) ?? []
  const isSameFile = headers.etag === undefined || headers.etag === facts?.etag
  const isSameLength = total === '*' || facts?.total === null || Number(total) === facts?.total
  return Number(start) === from && isSameFile && isSameLength && !isCompressed(headers)
}

function noRoom(expected: number | null, room: number): AppError {
  const free = `${formatBytes(Math.floor(room))} are free for it`
  return new AppError('files/disk-full', {
    message:
      expected === null
        ? 'The disk has too little free space for the rest of this file.'
        : `This file has ${formatBytes(expected)}, and ${free} on this disk.`,
    nextStep: 'Free some space and try again. No partial file was left behind.',
  })
}

function wrongLength(): AppError {
  return new AppError('service/truncated', {
    message: 'The downloaded file does not have the size that the service stated.',
    nextStep: "Try again; if it keeps happening, contact your service's support.",
  })
}

function unexpected(status: number): AppError {
  return new AppError('service/failed', {
    message: 'The service answered with something other than the file.',
    nextStep: "Try again; if it keeps happening, contact your service's support.",
    detail: `HTTP ${status}`,
  })
}

function cancelled(): AppError {
  return new AppError('files/cancelled', {
    message: 'The download was cancelled.',
    nextStep: 'Start it again when needed.',
  })
}
