import { appendFileSync, existsSync, renameSync, truncateSync } from 'node:fs'
import { appendFile, chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'

/** The current log file. */
export const logFile = 'steward.log'

/** Number of files kept, including the current one. */
const most = 5

/** `steward.log`, then the older ones, `steward.1.log` to `steward.4.log`. */
const names = [logFile, ...Array.from({ length: most - 1 }, (_, index) => `steward.${index + 1}.log`)]

/** Rotates the files: each is renamed to the next name, and the oldest is overwritten. Throws the errors of `fs`. */
function moveFilesOn(folder: string): void {
  for (let index = most - 1; index > 0; index -= 1) {
    const [from, to] = [join(folder, names[index - 1] ?? ''), join(folder, names[index] ?? '')]
    if (existsSync(from)) renameSync(from, to)
  }
}

/** The last lines of all files, oldest first. Unreadable files are skipped. */
export async function readLogLines(folder: string, most: number): Promise<string[]> {
  const lines: string[] = []
  for (const name of names) {
    if (lines.length >= most) break
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    lines.unshift(...text.split(/\r?\n/).filter((line) => line !== ''))
  }
  return lines.slice(-most)
}

/** The log folder of a user-data folder. */
export const logFolder = (userDataDir: string): string => join(userDataDir, 'logs')

/** Writes one line. Never throws. */
export type LineSink = (line: string) => void

/** Size in bytes at which the next file is begun. */
const maxBytes = 1024 * 1024

/**
 * The log file, written line by line and rotated when full. Rejects if nothing can be written at first; after that, a full disk
 * only costs lines. Each line is with the system when the call returns, so that the last ones outlive a crash of the process.
 */
export async function openRotatingFile(folder: string): Promise<LineSink> {
  const path = join(folder, logFile)
  await ensurePrivateFolder(folder)
  await appendFile(path, '', { mode: 0o600 })
  let { size } = await stat(path)
  await chmod(path, 0o600)
  /** Whether the last line may have been written in part. */
  let isTorn = false
  return (line) => {
    try {
      if (size >= maxBytes) {
        beginFile(folder)
        size = 0
      }
      size += appendLines(folder, isTorn ? ['', line] : [line])
      isTorn = false
    } catch {
      // The disk is full: the next line is tried all the same.
      isTorn = true
    }
  }
}

/** Appends lines to the current file, which is created if it is missing; returns their bytes. Throws the errors of `fs`. */
export function appendLines(folder: string, lines: readonly string[]): number {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  appendFileSync(join(folder, logFile), bytes, { mode: 0o600 })
  return bytes.length
}

/** Moves the files on; empties the current one where they cannot be moved. */
function beginFile(folder: string): void {
  try {
    moveFilesOn(folder)
  } catch {
    truncateSync(join(folder, logFile))
  }
}
