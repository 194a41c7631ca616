import { TooLargeText } from './extract/pages.ts'
import { type FileParts, readText } from './extract/read-text.ts'
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

let receiving: (FileParts & { at: number }) | null = null

function receive(request: ReaderRequest): void {
  if (request.type === 'begin') {
    const { mediaType, name, limits, places, size } = request
    receiving = { mediaType, name, limits, places, bytes: new Uint8Array(size), at: 0 }
  } else if (receiving !== null && request.type === 'bytes') {
    // More bytes than were announced are left out, and fewer are zeros.
    const room = receiving.bytes.byteLength - receiving.at
    receiving.bytes.set(request.bytes.subarray(0, room), receiving.at)
    receiving.at += Math.min(room, request.bytes.byteLength)
  } else if (receiving !== null) {
    const file = receiving
    receiving = null
    void readOne(file)
  }
}

async function readOne(file: FileParts): Promise<void> {
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() > file.limits.memoryMb * 1024 * 1024) process.exit(memoryExitCode)
  }, lookMs)
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
  } finally {
    clearInterval(looking)
  }
}

if (parentPort) parentPort.on('message', ({ data }) => receive(data as ReaderRequest))
else process.on('message', (message) => receive(message as ReaderRequest)).on('disconnect', () => process.exit(0))
