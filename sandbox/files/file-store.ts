import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface StoredFile {
  storedName: string
  size: number
  sha256: string
}

export interface ByteRange {
  /** Positions of the first and last byte, both included. */
  start: number
  end: number
}

export interface FileStore {
  /** Streams the content to disk; a partial file is removed if the stream fails. */
  save(content: Readable): Promise<StoredFile>
  read(storedName: string, range?: ByteRange): Readable
  remove(storedName: string): Promise<void>
}

/** Stores uploaded files under random names; the names that senders give are kept in the store, never on disk. */
export function createFileStore(directory: string): FileStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pathOf = (storedName: string) => join(directory, storedName)
  return {
    async save(content) {
      const storedName = randomUUID()
      const hash = createHash('sha256')
      let size = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          size += chunk.length
          done(null, chunk)
        },
      })
      try {
        await pipeline(content, measure, createWriteStream(pathOf(storedName), { mode: 0o600, flags: 'wx' }))
      } catch (error) {
        await rm(pathOf(storedName), { force: true })
        throw error
      }
      return { storedName, size, sha256: hash.digest('hex') }
    },
    read: (storedName, range) => createReadStream(pathOf(storedName), range ?? {}),
    remove: (storedName) => rm(pathOf(storedName), { force: true }),
  }
}
