import { createMutex } from '../../shared/lib/calls.ts'
import type { PlacedText } from '../../shared/tables/placed-rows.ts'
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

export type UnreadableText = 'damaged' | 'too-large' | 'took-too-long' | 'needed-too-much-memory'

/** Limits of one file. */
export type TextLimits = {
  bytes: number
  pages: number
  /** UTF-16 code units of all pages. */
  characters: number
  /** Time to read it, once its bytes are there, in ms. */
  ms: number
  /** Memory of the process, in MiB. */
  memoryMb: number
}

export const textLimits: TextLimits = {
  bytes: 64 * 1024 * 1024,
  pages: 2000,
  characters: 5_000_000,
  ms: 60_000,
  memoryMb: 768,
}

export type FileToRead = {
  /** As found from the content, see `judgeFile`. */
  mediaType: string
  name: string
  /** Bytes. */
  size: number
  bytes: AsyncIterable<Uint8Array>
  /** True if the places of a PDF's texts are wanted as well. */
  places?: boolean
}

/** Reads the text of files in a process of its own, one file at a time. */
export type TextReader = {
  /**
   * Rejects with the signal's reason, or as `bytes` does. A process that hangs, dies or exceeds a limit is ended, and the next file gets
   * a new one.
   */
  read(file: FileToRead, signal: AbortSignal): Promise<TextOfFile>
  close(): Promise<void>
}

/** A message to the process; the bytes of a file come between `begin` and `end`. */
export type ReaderRequest =
  | { type: 'begin'; mediaType: string; name: string; size: number; places: boolean; limits: TextLimits }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }

/** A message from the process: pages as they are read, then the rest of the answer. */
export type ReaderResponse =
  | { type: 'pages'; pages: PageText[] }
  | { type: 'done'; file: Exclude<TextOfFile, { is: 'text' }> | Omit<Extract<TextOfFile, { is: 'text' }>, 'pages'> }

/** Time without a file after which the process is ended, in ms. */
const idleMs = 30_000

/** The code with which the process ends when it has used too much memory. */
export const memoryExitCode = 70

/** A process that can take a file, and what happens when it ends. */
type Running = { process: ReaderProcess; isDead: boolean; onExit: ((code: number | null) => void) | null }

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
    const started: Running = { process: options.start(limits), isDead: false, onExit: null }
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
    const reader = running === null || running.isDead ? start() : running
    try {
      const read = await readBy(reader, file, { limits, signal })
      if (read.is === 'unreadable' && read.why !== 'damaged') await end()
      return read
    } catch (problem) {
      await end()
      throw problem
    }
  }

  return {
    read: (file, signal) =>
      inTurn(async () => {
        signal.throwIfAborted()
        if (isClosed) throw new Error('The reader of texts is closed.')
        if (idle !== null) clearTimeout(idle)
        try {
          return await readNow(file, signal)
        } finally {
          idle = setTimeout(() => void inTurn(end), idleMs).unref()
        }
      }),
    async close() {
      isClosed = true
      if (idle !== null) clearTimeout(idle)
      await end()
    },
  }
}

/** Lets a process read one file. Rejects as the bytes and the signal do. */
async function readBy(
  reader: Running,
  { bytes, mediaType, name, size, places = false }: FileToRead,
  { limits, signal }: { limits: TextLimits; signal: AbortSignal },
): Promise<TextOfFile> {
  const answer = Promise.withResolvers<TextOfFile>()
  let isAnswered = false
  let late: NodeJS.Timeout | null = null
  const unreadable = (why: UnreadableText) => answer.resolve({ is: 'unreadable', why })
  const pages: PageText[] = []
  const stopListening = reader.process.onMessage((message) => {
    // Only Steward's own program sends them.
    const response = message as ReaderResponse
    if (response.type === 'pages') pages.push(...response.pages)
    else answer.resolve(response.file.is === 'text' ? { ...response.file, pages } : response.file)
  })
  reader.onExit = (code) => unreadable(isOutOfMemory(code) ? 'needed-too-much-memory' : 'damaged')
  const onAbort = () => answer.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  const send = async () => {
    // A process that died takes nothing more; `onExit` answers then.
    const post = (message: ReaderRequest) => reader.process.send(message).catch(() => {})
    await post({ type: 'begin', mediaType, name, size, places, limits })
    for await (const piece of bytes) {
      if (isAnswered || signal.aborted) return
      await post({ type: 'bytes', bytes: piece })
    }
    await post({ type: 'end' })
    if (!isAnswered) late = setTimeout(() => unreadable('took-too-long'), limits.ms)
  }
  try {
    send().catch(answer.reject)
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
