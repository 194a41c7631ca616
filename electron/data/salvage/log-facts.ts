import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
/** SQLite locks by the byte here, and leaves the page that has it empty. */
const lockByte = 0x40000000

/** What a log of changes says of itself and of its store, as far as can be told without the key. */
export type LogFacts = {
  /** So many frames end with the last commit; with the power, that one may have gone in part. */
  committed: number
  /** So many end with the commit before, which was on the disk before the last began. */
  surely: number
  /** So many pages the store has after the last commit. */
  pages: number
  /** Bytes a page. */
  pageSize: number
  /** Numbers of the pages, from 1, that its commits changed. */
  logged: ReadonlySet<number>
}

/**
 * Reads frames in a row that bear the log's own two numbers, the last of a commit marked.
 * @throws the file system's errors
 */
export function readLogFacts(path: string): LogFacts {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const header = readAt(file, 0, headerBytes)
    if (header.length < headerBytes) return { committed: 0, surely: 0, pages: 0, pageSize: 0, logged: new Set() }
    const pageSize = header.readUInt32BE(8)
    const own = header.subarray(16, 24)
    const found = { committed: 0, surely: 0, pages: 0, pageSize, logged: new Set<number>() }
    let uncommitted: number[] = []
    const frame = frameHeaderBytes + pageSize
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
 * Whether a store has lost pages at its end that its log does not have.
 * @throws the file system's errors
 */
export function isCutShort(path: string, { pages, pageSize, logged }: LogFacts): boolean {
  if (pages === 0) return false
  const there = Math.floor(statSync(path).size / pageSize)
  for (let page = there + 1; page <= pages; page += 1) {
    if (!logged.has(page) && page !== lockByte / pageSize + 1) return true
  }
  return false
}
