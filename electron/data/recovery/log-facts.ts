import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { pageSize } from '../open-database.ts'

const headerBytes = 32
const frameHeaderBytes = 24
/** SQLite uses this byte for locking, and leaves its page empty. */
const lockByte = 0x40000000

/** Facts about a write-ahead log and its store, as far as they can be read without the key. */
export type LogFacts = {
  /** Number of frames up to the last commit; a power failure may have lost part of that commit. */
  committed: number
  /** Number of frames up to the commit before, which was on the disk before the last one began. */
  surely: number
  /** Number of the store's pages after the last commit. */
  pages: number
  /** Numbers of the pages, from 1, that its commits changed. */
  logged: ReadonlySet<number>
}

/**
 * Reads a store's log, if there is one: consecutive frames with the log's own two salt values, each commit marked on its last
 * frame.
 * @param path - of the store
 * @throws the file system's errors
 */
export function readLogFacts(path: string): LogFacts {
  const log = `${path}-wal`
  return existsSync(log) ? readFrames(log) : { committed: 0, surely: 0, pages: 0, logged: new Set() }
}

function readFrames(path: string): LogFacts {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const header = readAt(file, 0, headerBytes)
    const found = { committed: 0, surely: 0, pages: 0, logged: new Set<number>() }
    if (header.length < headerBytes) return found
    const own = header.subarray(16, 24)
    const frame = frameHeaderBytes + header.readUInt32BE(8)
    let uncommitted: number[] = []
    for (let at = headerBytes, count = 1; at + frame <= size; at += frame, count += 1) {
      const head = readAt(file, at, frameHeaderBytes)
      if (!head.subarray(8, 16).equals(own)) break
      uncommitted.push(head.readUInt32BE(0))
      const pages = head.readUInt32BE(4)
      if (pages === 0) continue
      for (const page of uncommitted) found.logged.add(page)
      uncommitted = []
      Object.assign(found, { surely: found.committed, committed: count, pages })
    }
    return found
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, at))
}

/**
 * Number of bytes missing at the end of a store, according to its log or the length of a page; 0 for none.
 * @throws the file system's errors
 */
export function lostAtEnd(path: string, { pages, logged }: LogFacts): number {
  const { size } = statSync(path)
  const there = Math.floor(size / pageSize)
  // Without information from a log, only a partial page is noticed here; SQLite notices missing whole pages.
  if (pages === 0) return size > there * pageSize ? (there + 1) * pageSize - size : 0
  for (let page = there + 1; page <= pages; page += 1) {
    if (!logged.has(page) && page !== lockByte / pageSize + 1) return pages * pageSize - size
  }
  return 0
}
