import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isDiskFull } from './cache-errors.ts'

/** Bytes: the mirror's part of several steps, and the removal of files. */
const size = 4 * 1024 * 1024

/**
 * Disk space that is kept for what must succeed on a full disk: showing an edit that was acknowledged, noting the service's answer, and
 * removing files. A new edit is acknowledged only while it is there.
 */
export type Reserve = {
  /** True if the space is kept, or could be taken now. */
  take(): boolean
  /** Gives the space to the disk; false if it was not kept. */
  release(): boolean
}

/** Stores in memory and in a folder that cannot be written need no space. */
export const noReserve: Reserve = { take: () => true, release: () => false }

/** A {@link Reserve} in a file of a connection's folder. */
export function createReserve(folder: string): Reserve {
  const path = join(folder, 'reserve')
  let isKept = sizeOf(path) === size
  const remove = () => {
    isKept = false
    rmSync(path, { force: true })
  }
  return {
    take() {
      if (isKept) return true
      try {
        const { bavail, bsize } = statfsSync(folder)
        // The next save needs space beside it.
        if (bavail * bsize < 2 * size) return false
        writeFile(path)
        isKept = true
      } catch {
        remove()
      }
      return isKept
    },
    release() {
      if (!isKept) return false
      remove()
      return true
    },
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function writeFile(path: string): void {
  // Random bytes, because a file system may not store zeros.
  const piece = Buffer.alloc(64 * 1024, crypto.getRandomValues(new Uint8Array(4096)))
  const file = openSync(path, 'w', 0o600)
  try {
    for (let at = 0; at < size; at += piece.length) writeSync(file, piece)
  } finally {
    closeSync(file)
  }
}

/** Runs work that must succeed on a full disk: once more with the reserved space, if the disk is full. */
export function withReserve<Result>(reserve: Reserve, work: () => Result): Result {
  try {
    return work()
  } catch (problem) {
    if (!isDiskFull(problem) || !reserve.release()) throw problem
    return work()
  }
}
