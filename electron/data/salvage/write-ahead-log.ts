import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { type DatabaseFile, type Db, openDatabase } from '../open-database.ts'
import { nameOfDamaged } from './damaged-name.ts'

const headerBytes = 32
const frameHeaderBytes = 24

/** How many frames of a log must be found again, as far as can be told without its key. */
export type LogFacts = {
  /** Up to the last commit; with the power, that one may have gone in part. */
  committed: number
  /** Up to the one before, which was on the disk before the last began. */
  surely: number
}

/** What a log of changes says of itself: frames in a row that bear its own two numbers, the last of a commit marked. */
export function readLogFacts(log: Buffer): LogFacts {
  const facts: LogFacts = { committed: 0, surely: 0 }
  if (log.length < headerBytes) return facts
  const frame = frameHeaderBytes + log.readUInt32BE(8)
  const own = log.subarray(16, 24)
  for (let at = headerBytes, count = 1; at + frame <= log.length; at += frame, count += 1) {
    if (!log.subarray(at + 8, at + 16).equals(own)) break
    if (log.readUInt32BE(at + 4) === 0) continue
    facts.surely = facts.committed
    facts.committed = count
  }
  return facts
}

/** As often a log is tried that is not read to its end. */
const tries = 3

/**
 * Opens a store whose log a crash has left, and makes sure that all of the log was read: to the library an error of the disk
 * looks like the log's end, and everything behind it, acknowledged and on the disk, would be gone without a word.
 * @throws what {@link openDatabase} throws; the file system's error when the log cannot be read
 */
export function openWithLog(file: DatabaseFile): Db {
  const log = `${file.path}-wal`
  const kept = `${file.path}.log`
  if (existsSync(kept) && !existsSync(log)) renameSync(kept, log)
  if (!existsSync(log)) return openDatabase(file)
  const facts = readLogFacts(readFileSync(log))
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
    // Closing takes what was read of the log into the store, and the log away; to take it in again does no harm.
    db.close()
    rmSync(`${file.path}-shm`, { force: true })
    copyFileSync(kept, log)
  }
}

function framesOf(db: Db): number {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  return row?.log ?? 0
}
