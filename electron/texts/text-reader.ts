import { createMutex } from '../../shared/lib/calls.ts'
import type { PlacedText } from '../../shared/tables/placed-rows.ts'
import type { Matrix } from '../../shared/tables/split.ts'
import type { ReaderProcess } from '../platform/host.ts'

/** A page's text with its line ends; white space within lines is one blank, and there are no blank lines. */
export type PageText = {
  /** From 1. */
  page: number
  text: string
  /** Only where they were asked for, and only of a PDF. */
  places?: PlacedText[]
}

/** The text of a file, or why it has none. */
export type TextOfFile =
  | {
      is: 'text'
      /** Pages with text, in order. */
      pages: PageText[]
      /** All pages of the file. */
      pageCount: number
      /** Pages without any text: pictures of text, or blank ones. */
      withoutText: number[]
      /** The limit at which reading ended before the file did; null if all of it was read. */
      cut: 'pages' | 'characters' | null
    }
  | { is: 'protected' }
  | { is: 'unreadable'; why: UnreadableText }
  /** A picture, a program, or another kind in which no text is looked for. */
  | { is: 'no-text-kind' }

/**
 * The words of a scanned page of a PDF. They stand on straight lines, although the picture may be turned: `toPage` takes their places to points from the
 * page's left and lower edge.
 */
export type PlacedScan = { texts: PlacedText[]; toPage: Matrix }

/** A page that was read as a picture of text. `confidence`: the part of its words of which the engine is sure, in per cent. */
export type ScannedPage = { page: number } & (
  | { is: 'text'; text: string; confidence: number; placed?: PlacedScan }
  /** Paper without anything on it. */
  | { is: 'blank' }
  /** A picture in which no words were found. */
  | { is: 'no-words' }
  | { is: 'unreadable'; why: UnreadableScan }
)

/**
 * Why a page cannot be read as a scan; `no-picture`: it is not made of pictures that can be put together; `not-decoded`: its picture is
 * damaged or of a kind that is not known.
 */
export type UnreadableScan = UnreadableText | 'no-picture' | 'not-decoded'

/** Paths of the files of the engine that reads scans. While there is a file of the path `hold`, the process waits in the middle of a page. */
export type ScanEngine = { code: string; wasm: string; data: string; hold?: string }

export type UnreadableText = 'damaged' | 'too-large' | 'took-too-long' | 'needed-too-much-memory'

/** Limits of one file. */
export type TextLimits = {
  bytes: number
  pages: number
  /** UTF-16 code units of all pages. */
  characters: number
  /** Time to read it, once its bytes are there, in ms; of a scan, time for each page. */
  ms: number
  /** Memory of the process, in MiB. */
  memoryMb: number
  /** Pixels of a page that is read as a picture. */
  pixels: number
}

export const textLimits: TextLimits = {
  bytes: 64 * 1024 * 1024,
  pages: 2000,
  characters: 5_000_000,
  ms: 60_000,
  memoryMb: 768,
  pixels: 40_000_000,
}

/**
 * Limits of a page that is read as a scan, where they differ. It is read with the lowest priority: on a busy computer a page that needs three seconds
 * took more than two minutes.
 */
export const scanLimits = { ms: 600_000, memoryMb: 1536 } as const

export type FileToRead = {
  /** As found from the content, see `judgeFile`. */
  mediaType: string
  name: string
  /** Bytes. */
  size: number
  bytes: AsyncIterable<Uint8Array>
  /** True if the places of a PDF's texts, or of the words on its pictures, are wanted as well. */
  places?: boolean
}

/** Reads the text of files in a process of its own, one file at a time. */
export type TextReader = {
  /**
   * Rejects with the signal's reason, or as `bytes` does. A process that hangs, dies or exceeds a limit is ended, and the next file gets
   * a new one.
   */
  read(file: FileToRead, signal: AbortSignal): Promise<TextOfFile>
  /**
   * Takes the bytes of the file that is to be read next, unless it is large, and sends them while another is read: `read` of the file that it
   * returns then only tells the process to begin. Rejects as `bytes` does.
   */
  prepare(file: FileToRead): Promise<FileToRead>
  /**
   * Reads pages of a file as pictures of text. `onPage` is called for each page in turn; a page that ends the process is reported as well, and
   * ends the call: the pages after it are to be asked for again. Rejects as `read` does.
   */
  readScan(
    file: FileToRead,
    asked: { pages: readonly number[]; engine: ScanEngine; onPage(page: ScannedPage): void },
    signal: AbortSignal,
  ): Promise<void>
  close(): Promise<void>
}

/** The pages of a scan that are to be read. */
type ScanToRead = { pages: readonly number[]; engine: ScanEngine }

/** A message to the process; the bytes of a file come between `begin` and `end`. */
export type ReaderRequest =
  | {
      type: 'begin'
      mediaType: string
      name: string
      size: number
      places: boolean
      limits: TextLimits
      scan: ScanToRead | null
    }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }

/** A message from the process: pages as they are read, then the rest of the answer. */
export type ReaderResponse =
  | { type: 'pages'; pages: PageText[] }
  | { type: 'scanned'; page: ScannedPage }
  /** All pages of a scan were read, or why none can be. */
  | { type: 'scan-done'; problem: 'damaged' | 'no-engine' | null }
  | { type: 'done'; file: Exclude<TextOfFile, { is: 'text' }> | Omit<Extract<TextOfFile, { is: 'text' }>, 'pages'> }

/** The largest file that is held in memory until the file before it is read, in bytes. */
const mostAhead = 8_000_000

/** Time without a file after which the process is ended, in ms. */
const idleMs = 30_000

/** The code with which the process ends when it has used too much memory. */
export const memoryExitCode = 70

/** A process that can take a file, and what happens when it ends. */
type Running = {
  process: ReaderProcess
  isDead: boolean
  onExit: ((code: number | null) => void) | null
  /** Resolves when the bytes of the file that was sent last are sent, or its sending has ended. */
  sent: Promise<unknown>
  /** The file that is sent while another is read; `isSent` is false if its sending ended before that. */
  prepared: { file: FileToRead; isSent: Promise<boolean> } | null
}

/** A {@link TextReader} whose process starts with the first file. */
export function createTextReader(options: {
  start(limits: TextLimits): ReaderProcess
  limits?: Partial<TextLimits>
}): TextReader {
  const limits = { ...textLimits, ...options.limits }
  const inTurn = createMutex()
  let running: Running | null = null
  let idle: NodeJS.Timeout | null = null
  let isClosed = false

  const start = (): Running => {
    const idleProcess = { isDead: false, onExit: null, sent: Promise.resolve(), prepared: null }
    const started: Running = { process: options.start(limits), ...idleProcess }
    void started.process.exited.then((code) => {
      started.isDead = true
      started.onExit?.(code)
    })
    running = started
    return started
  }

  const end = async () => {
    const ending = running
    running = null
    await ending?.process.kill()
  }

  const readNow = async (file: FileToRead, signal: AbortSignal): Promise<TextOfFile> => {
    if (file.size > limits.bytes) return { is: 'unreadable', why: 'too-large' }
    const pages: PageText[] = []
    const read = await ask<TextOfFile>({ file, limits, scan: null, signal }, (message) => {
      if (message.type === 'pages') pages.push(...message.pages)
      if (message.type !== 'done') return null
      return message.file.is === 'text' ? { ...message.file, pages } : message.file
    })
    return typeof read === 'string' ? { is: 'unreadable', why: read } : read
  }

  const scanNow: TextReader['readScan'] = async (file, { pages, engine, onPage }, signal) => {
    const left = [...pages]
    const fail = (why: UnreadableScan) => {
      for (const page of left.splice(0)) onPage({ page, is: 'unreadable', why })
    }
    if (file.size > limits.bytes) return fail('too-large')
    const asked = { file, limits, scan: { pages, engine }, signal }
    const end = await ask<{ problem: 'damaged' | 'no-engine' | null }>(asked, (message) => {
      if (message.type === 'scanned' && message.page.page === left[0]) {
        left.shift()
        onPage(message.page)
      }
      return message.type === 'scan-done' ? message : null
    })
    // The page that was being read is the reason.
    if (typeof end === 'string')
      return left[0] === undefined ? undefined : onPage({ page: left[0], is: 'unreadable', why: end })
    if (end.problem === 'no-engine') throw new Error('The engine that reads scans does not start.')
    if (end.problem === 'damaged') fail('damaged')
  }

  /** Lets the process do one thing; a process that failed is ended. */
  const ask = async <Answer extends object>(
    asked: Asked,
    answerOf: (message: ReaderResponse) => Answer | null,
  ): Promise<Answer | UnreadableText> => {
    const reader = running === null || running.isDead ? start() : running
    try {
      const answer = await askReader(reader, asked, answerOf)
      if (typeof answer === 'string') await end()
      return answer
    } catch (problem) {
      await end()
      throw problem
    }
  }

  const whenFree = <Result>(signal: AbortSignal, work: () => Promise<Result>) =>
    inTurn(async () => {
      signal.throwIfAborted()
      if (isClosed) throw new Error('The reader of texts is closed.')
      if (idle !== null) clearTimeout(idle)
      try {
        return await work()
      } finally {
        idle = setTimeout(() => void inTurn(end), idleMs).unref()
      }
    })

  return {
    read: (file, signal) => whenFree(signal, () => readNow(file, signal)),
    async prepare(file) {
      if (file.size > Math.min(mostAhead, limits.bytes)) return file
      const pieces: Uint8Array[] = []
      for await (const piece of file.bytes) pieces.push(piece)
      const held = { ...file, bytes: readAgain(pieces) }
      if (running !== null && !running.isDead) sendAhead(running, held, limits)
      return held
    },
    readScan: (file, asked, signal) => whenFree(signal, () => scanNow(file, asked, signal)),
    async close() {
      isClosed = true
      if (idle !== null) clearTimeout(idle)
      await end()
    },
  }
}

type Asked = { file: FileToRead; limits: TextLimits; scan: ScanToRead | null; signal: AbortSignal }

/** A process that died takes nothing more. */
const post = (reader: Running, message: ReaderRequest) => reader.process.send(message).catch(() => {})

/** Sends a file without the message that its reading may begin; false if it is not wanted any more. Rejects as the bytes do. */
async function sendBytes(
  reader: Running,
  { file: { bytes, mediaType, name, size, places = false }, limits, scan }: Omit<Asked, 'signal'>,
  isWanted: () => boolean,
): Promise<boolean> {
  await post(reader, { type: 'begin', mediaType, name, size, places, limits, scan })
  for await (const piece of bytes) {
    if (!isWanted()) return false
    await post(reader, { type: 'bytes', bytes: piece })
  }
  return isWanted()
}

/** Sends a file to a process that reads another one, after the bytes of that. */
function sendAhead(reader: Running, file: FileToRead, limits: TextLimits): void {
  const prepared = { file, isSent: Promise.resolve(false) }
  const isWanted = () => reader.prepared === prepared
  reader.prepared = prepared
  prepared.isSent = reader.sent.then(() => isWanted() && sendBytes(reader, { file, limits, scan: null }, isWanted))
  reader.sent = prepared.isSent
}

/** Pieces that can be read as often as the file is sent. */
const readAgain = (pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> => ({
  async *[Symbol.asyncIterator]() {
    yield* pieces
  },
})

/** True if a process has all bytes of the file; otherwise none of those that were prepared are sent any more. */
async function isPrepared(reader: Running, file: FileToRead): Promise<boolean> {
  const { prepared, sent } = reader
  const isSent = prepared?.file === file && (await prepared.isSent)
  reader.prepared = null
  await sent
  return isSent
}

/** Sends a file to a process and waits for the answer, or why there is none. Rejects as the bytes and the signal do. */
async function askReader<Answer extends object>(
  reader: Running,
  { file, limits, scan, signal }: Asked,
  answerOf: (message: ReaderResponse) => Answer | null,
): Promise<Answer | UnreadableText> {
  const answer = Promise.withResolvers<Answer | UnreadableText>()
  let isAnswered = false
  let isSent = false
  let late: NodeJS.Timeout | null = null
  const waitAgain = () => {
    if (late !== null) clearTimeout(late)
    if (isSent && !isAnswered) late = setTimeout(() => answer.resolve('took-too-long'), limits.ms)
  }
  const stopListening = reader.process.onMessage((message) => {
    // Only Steward's own program sends them.
    const response = message as ReaderResponse
    const found = answerOf(response)
    if (found !== null) answer.resolve(found)
    else if (response.type === 'scanned') waitAgain()
  })
  reader.onExit = (code) => answer.resolve(isOutOfMemory(code) ? 'needed-too-much-memory' : 'damaged')
  const onAbort = () => answer.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  const send = async () => {
    const isWanted = () => !isAnswered && !signal.aborted
    if (!(await isPrepared(reader, file)) && !(await sendBytes(reader, { file, limits, scan }, isWanted))) return
    // Of a process that died, `onExit` answers.
    await post(reader, { type: 'end' })
    isSent = true
    waitAgain()
  }
  try {
    const sending = send()
    sending.catch(answer.reject)
    reader.sent = sending.catch(() => {})
    return await answer.promise
  } finally {
    isAnswered = true
    if (late !== null) clearTimeout(late)
    reader.onExit = null
    stopListening()
    signal.removeEventListener('abort', onAbort)
  }
}

/** V8 ends a process without memory by SIGABRT: no code, or 134 where a shell reports it; on Windows by codes of their own. */
const isOutOfMemory = (code: number | null) =>
  code === memoryExitCode || code === null || code === 134 || code === 0x80000003 || code === 0xc0000409
