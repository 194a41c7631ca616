import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { isDamage } from './cache-errors.ts'
import type { WritableDatabase } from './open-database.ts'

/** Number of checks: a failing disk may also fail during a check. */
const looks = 2

/** Bytes that are read at once. */
const piece = 4 * 1024 * 1024

/**
 * Checks again before a store is treated as damaged: SQLite also reports disk errors as damage, and a copy that is set aside on a
 * plane cannot be downloaded again.
 *
 * @param path - of the store; files next to it with the same name belong to it
 * @param open - opens it as usual
 * @returns the store if every page of it can be read after all; null when it is damaged
 * @throws the file system's or SQLite's error if the disk still fails
 */
export function confirmDamage(path: string, open: () => WritableDatabase): WritableDatabase | null {
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

function openOrNull(open: () => WritableDatabase): WritableDatabase | null {
  try {
    return open()
  } catch (problem) {
    if (isDamage(problem)) return null
    throw problem
  }
}

function isWhole(db: WritableDatabase): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  }
}
