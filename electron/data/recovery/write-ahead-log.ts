import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { damagedCache } from '../cache-errors.ts'
import { type DatabaseFile, type Db, openDatabase } from '../open-database.ts'
import { nameOfDamaged } from './damaged-name.ts'
import { type LogFacts, lostAtEnd, readLogFacts } from './log-facts.ts'

/** As often a log is tried that is not read to its end. */
const tries = 3

/**
 * Opens a store whose log a crash has left, and makes sure that all of the log was read: to the library an error of the disk
 * looks like the log's end, and everything behind it, acknowledged and on the disk, would be gone without a word.
 * @throws what {@link openDatabase} throws, and AppError `cache/damaged` where the store was cut short; the file system's error
 *   when the log cannot be read
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
    // Closing takes what was read of the log into the store, and the log away; to take it in again does no harm.
    db.close()
    rmSync(`${file.path}-shm`, { force: true })
    copyFileSync(kept, log)
  }
}

/**
 * Opens a store that may lose the end of its log, since it can be fetched again.
 * @throws as {@link openWithLog}
 */
export function openWithAnyLog(file: DatabaseFile): Db {
  factsOfWhole(file.path)
  return openDatabase(file)
}

/** The library takes what a store has lost for empty pages, or for a page that was never encrypted, and shows what nobody wrote. */
function factsOfWhole(path: string): LogFacts {
  const facts = readLogFacts(path)
  if (existsSync(path) && lostAtEnd(path, facts) > 0) throw damagedCache('cut short')
  return facts
}

function framesOf(db: Db): number {
  const [row] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
  return row?.log ?? 0
}
