import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { damagedCache } from '../cache-errors.ts'
import { type DatabaseFile, type Db, openDatabase } from '../open-database.ts'
import { nameOfDamaged } from './damaged-name.ts'
import { type LogFacts, lostAtEnd, readLogFacts } from './log-facts.ts'

/** Attempts to read a log to its end. */
const tries = 3

/**
 * Opens a store whose write-ahead log was left by a crash, and makes sure that the whole log was read: to the library a disk
 * error looks like the log's end, and all later commits, acknowledged and on the disk, would be silently lost.
 * @throws the errors of {@link openDatabase}; AppError `cache/damaged` if the store was truncated; the file system's error when
 * the log cannot be read
 */
export function openWithLog(file: DatabaseFile): Db {
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
export function openWithAnyLog(file: DatabaseFile): Db {
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

function framesOf(db: Db): number {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  return row?.log ?? 0
}
