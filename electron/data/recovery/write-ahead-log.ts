import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { damagedCache } from '../cache-errors.ts'
import { type DatabaseFile, openDatabase, pageSize, type WritableDatabase } from '../open-database.ts'

/** Attempts to read a log to its end. */
const tries = 3

/**
 * Opens a store whose write-ahead log was left by a crash, and makes sure that the whole log was read: to the library a disk
 * error looks like the log's end, and all later commits, acknowledged and on the disk, would be silently lost.
 * @throws the errors of {@link openDatabase}; AppError `cache/damaged` if the store was truncated; the file system's error when
 * the log cannot be read
 */
export function openWithLog(file: DatabaseFile): WritableDatabase {
  const log = `${file.path}-wal`
  const kept = `${file.path}.log`
  if (existsSync(kept) && !existsSync(log)) renameSync(kept, log)
  const facts = factsOfWhole(file.path)
  if (facts.committed === 0) return openDatabase(file)
  copyFileSync(log, kept)
  for (let left = tries - 1; ; left -= 1) {
    const db = openDatabase(file)
    const found = framesOf(db)
    if (found >= facts.committed || left === 0) {
      if (found < facts.surely) renameSync(kept, `${nameOfDamaged(file.path)}-wal`)
      else rmSync(kept)
      return db
    }
    // Closing writes the part of the log that was read into the store and deletes the log; applying that part again is harmless.
    db.close()
    rmSync(`${file.path}-shm`, { force: true })
    copyFileSync(kept, log)
  }
}

/**
 * Opens a store that may lose the end of its log, because it can be downloaded again.
 * @throws as {@link openWithLog}
 */
export function openWithAnyLog(file: DatabaseFile): WritableDatabase {
  factsOfWhole(file.path)
  return openDatabase(file)
}

/**
 * The library treats missing pages as empty, or as pages that were never encrypted, and would return data that was never written.
 */
function factsOfWhole(path: string): LogFacts {
  const facts = readLogFacts(path)
  if (existsSync(path) && lostAtEnd(path, facts) > 0) throw damagedCache('cut short')
  return facts
}

function framesOf(db: WritableDatabase): number {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  return row?.log ?? 0
}

const headerBytes = 32
const frameHeaderBytes = 24
/** SQLite uses this byte for locking, and leaves its page empty. */
const lockByte = 0x40000000

/** Facts about a write-ahead log and its store, as far as they can be read without the key. */
type LogFacts = {
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

/** The new name of a damaged file. The files next to it, above all its write-ahead log, get the same name. */
export const nameOfDamaged = (path: string): string =>
  `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
