import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { directoryEnd, directoryEntry, localHeader, type ZipEntryFacts } from './zip-records.ts'

/** Fast: a list's XML compresses to a tenth at any level. */
const level = 4

/** One file inside, written piece by piece; it is compressed off the main thread. */
export type ZipEntry = {
  write(content: string | Uint8Array): Promise<void>
  end(): Promise<void>
}

/** A ZIP file, written from front to back; only the sizes of an entry are filled in afterwards. */
export type ZipWriter = {
  /** Only one entry may be open at a time. */
  entry(name: string): Promise<ZipEntry>
  add(name: string, content: string | Uint8Array): Promise<void>
  end(): Promise<void>
  abandon(): void
}

/** The file to which a ZIP is written. */
export type ZipTarget = {
  /** Bytes written so far. */
  readonly length: number
  append(bytes: Uint8Array): Promise<void>
  /** Overwrites bytes that were appended before. */
  patch(bytes: Uint8Array, position: number): Promise<void>
}

/**
 * A {@link ZipWriter} that fills an empty file. yazl is not used: with sizes that are unknown in advance it writes them after the
 * data, in 64 bits beyond 4 GiB although the entry's header announces 32.
 */
export function createZipWriter(file: ZipTarget): ZipWriter {
  const entries: ZipEntryFacts[] = []
  let open: DeflateRaw | null = null

  async function entry(name: string): Promise<ZipEntry> {
    const facts: ZipEntryFacts = { name, offset: file.length, crc: 0, compressed: 0, size: 0 }
    await file.append(localHeader(facts))
    const deflate = createDeflateRaw({ level })
    open = deflate
    const drained = drain(deflate, file, facts)
    return {
      async write(content) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content
        facts.crc = crc32(bytes, facts.crc)
        facts.size += bytes.length
        await compress(deflate, bytes).catch(async (stopped: unknown) => {
          // If the file rejected a write, its error is thrown here.
          await drained
          throw stopped
        })
      },
      async end() {
        deflate.end()
        await drained
        open = null
        await file.patch(localHeader(facts), facts.offset)
        entries.push(facts)
      },
    }
  }

  return {
    entry,
    async add(name, content) {
      const one = await entry(name)
      await one.write(content)
      await one.end()
    },
    async end() {
      const directory = Buffer.concat(entries.map(directoryEntry))
      const offset = file.length
      await file.append(directory)
      await file.append(directoryEnd({ entries: entries.length, offset, length: directory.length }))
    },
    abandon: () => void open?.destroy(),
  }
}

/** Settles when the compressor accepted these bytes, so that nothing piles up before it. */
function compress(deflate: DeflateRaw, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    deflate.write(bytes, (stopped) => (stopped ? reject(stopped) : resolve()))
  })
}

/** Rejects with the file's error, which the writer receives; no other code needs to handle it. */
function drain(deflate: DeflateRaw, file: ZipTarget, facts: ZipEntryFacts): Promise<void> {
  const drained = (async () => {
    for await (const chunk of deflate) {
      facts.compressed += chunk.length
      await file.append(chunk)
    }
  })()
  drained.catch(() => {})
  return drained
}
