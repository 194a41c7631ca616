import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { isDamage } from './cache-errors.ts'
import type { Db } from './open-database.ts'

/** A disk that fails now and then may do so while it is looked at, too. */
const looks = 2

/** How much is read at once, bytes. */
const piece = 4 * 1024 * 1024

/**
 * Looks again before a store is taken for damaged: SQLite calls an error of the disk damage as well, and a copy that was put
 * aside on a plane cannot be fetched anew.
 *
 * @param path - of the store; what lies beside it belongs to it
 * @param open - opens it as usual
 * @returns the store, where every page of it can be read after all; null when it is damaged
 * @throws the file system's error, or SQLite's, where the disk fails still
 */
export function confirmDamage(path: string, open: () => Db): Db | null {
  for (let look = 0; look < looks; look += 1) {
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) readThrough(path + suffix)
    const db = openOrNull(open)
    if (db !== null && isWhole(db)) return db
    db?.close()
  }
  return null
}

function readThrough(path: string): void {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(piece)
    for (let at = 0, length = piece; length > 0; at += length) length = readSync(file, bytes, 0, piece, at)
  } finally {
    closeSync(file)
  }
}

function openOrNull(open: () => Db): Db | null {
  try {
    return open()
  } catch (problem) {
    if (isDamage(problem)) return null
    throw problem
  }
}

function isWhole(db: Db): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  }
}
