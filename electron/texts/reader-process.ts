import { constants, setPriority } from 'node:os'
import { TooLargeText } from './extract/pages.ts'
import { readScan } from './extract/read-scan.ts'
import { type FileParts, readText } from './extract/read-text.ts'
import { openRecognizer, type Recognizer } from './extract/scan-engine.ts'
import { memoryExitCode, type PageText, type ReaderRequest, type ReaderResponse } from './text-reader.ts'

// The process that reads the text of files. It gets their bytes, one file after the other, and answers with the text of their pages.

/** Electron's channel of a utility process. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: unknown): void
}
const parentPort = (process as { parentPort?: ParentPort }).parentPort

const respond = (response: ReaderResponse) => {
  if (parentPort) parentPort.postMessage(response)
  else process.send?.(response)
}

/** Characters of pages that are sent together. */
const batchCharacters = 256 * 1024
/** How often the memory is looked at, in ms. */
const lookMs = 50

type Begun = Extract<ReaderRequest, { type: 'begin' }>

let receiving: (FileParts & { at: number; scan: Begun['scan'] }) | null = null
/** The engine for scans, once the first was asked for. */
let recognizer: Promise<Recognizer> | null = null

function receive(request: ReaderRequest): void {
  if (request.type === 'begin') {
    const { mediaType, name, limits, places, size, scan } = request
    receiving = { mediaType, name, limits, places, scan, bytes: new Uint8Array(size), at: 0 }
  } else if (receiving !== null && request.type === 'bytes') {
    // More bytes than were announced are left out, and fewer are zeros.
    const room = receiving.bytes.byteLength - receiving.at
    receiving.bytes.set(request.bytes.subarray(0, room), receiving.at)
    receiving.at += Math.min(room, request.bytes.byteLength)
  } else if (receiving !== null) {
    const file = receiving
    receiving = null
    void watched(file, () => (file.scan === null ? readOne(file) : readPages(file, file.scan)))
  }
}

async function watched(file: FileParts, work: () => Promise<void>): Promise<void> {
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > file.limits.memoryMb * 1024 * 1024) process.exit(memoryExitCode)
  }, lookMs)
  await work().finally(() => clearInterval(looking))
}

async function readOne(file: FileParts): Promise<void> {
  try {
    let [batch, characters]: [PageText[], number] = [[], 0]
    const flush = () => {
      if (batch.length > 0) respond({ type: 'pages', pages: batch })
      batch = []
      characters = 0
    }
    const read = await readText(file, (page) => {
      batch.push(page)
      characters += page.text.length
      if (characters >= batchCharacters) flush()
    })
    flush()
    respond({ type: 'done', file: read })
  } catch (problem) {
    const why = problem instanceof TooLargeText ? 'too-large' : 'damaged'
    respond({ type: 'done', file: { is: 'unreadable', why } })
  }
}

async function readPages(file: FileParts, { pages, engine }: NonNullable<Begun['scan']>): Promise<void> {
  if (recognizer === null) {
    beUnimportant()
    recognizer = openRecognizer(engine)
  }
  let opened: Recognizer
  try {
    opened = await recognizer
  } catch {
    recognizer = null
    respond({ type: 'scan-done', problem: 'no-engine' })
    return
  }
  try {
    await readScan(file, { pages, recognizer: opened, onPage: (page) => respond({ type: 'scanned', page }) })
    respond({ type: 'scan-done', problem: null })
  } catch {
    respond({ type: 'scan-done', problem: 'damaged' })
  }
}

/** Everything else on this computer goes first while scans are read. */
function beUnimportant(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // The system does not allow it.
  }
}

if (parentPort) parentPort.on('message', ({ data }) => receive(data as ReaderRequest))
else process.on('message', (message) => receive(message as ReaderRequest)).on('disconnect', () => process.exit(0))
