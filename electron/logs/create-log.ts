import { appendFileSync, existsSync, mkdirSync, renameSync, truncateSync } from 'node:fs'
import { appendFile, chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../platform/private-file.ts'
import { type Log, logLine } from './log.ts'

/**
 * `lateMs`: the disk belongs to the start until then. `againMs`: how soon a file that cannot be opened, such as on a full disk, is
 * tried again.
 */
const rests = { lateMs: 3_000, againMs: 5_000 }
/** Maximum number of lines buffered while they cannot be written; the newest are kept. */
const mostWaiting = 500

/** A log that can be closed. */
type OpenLog = {
  log: Log
  /** Writes the buffered lines. */
  close(): Promise<void>
}

type Options = {
  folder: string
  now?: () => Date
  open?: (folder: string) => Promise<LineSink>
  lateMs?: number
  againMs?: number
}

/**
 * The log in its own folder. The first lines are buffered in memory until the start is over; the last lines reach the disk
 * however the process ends, except when it is killed.
 */
export function createLog({ folder, now = () => new Date(), open = openRotatingFile, ...given }: Options): OpenLog {
  const { lateMs, againMs } = { ...rests, ...given }
  const waiting: string[] = []
  let sink: LineSink | null = null
  let opening: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const drain = (to: LineSink) => {
    for (const line of waiting.splice(0)) to(line)
  }
  const openNow = async () => {
    sink = await open(folder).catch(() => null)
    if (sink !== null) drain(sink)
    opening = null
  }
  const openAfter = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = null
      opening ??= openNow().then(() => {
        if (sink === null && waiting.length > 0) openAfter(againMs)
      })
    }, ms).unref()
  }
  const writeAtExit = () => {
    if (waiting.length > 0) appendAtEnd(folder, waiting)
  }
  process.once('exit', writeAtExit)

  return {
    log(event, fields) {
      try {
        const line = logLine(now(), event, fields)
        if (sink !== null) return sink(line)
        waiting.push(line)
        if (waiting.length > mostWaiting) waiting.shift()
        openAfter(lateMs)
      } catch {
        // A logging error must not make the logged operation fail.
      }
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      await opening
      writeAtExit()
      waiting.length = 0
      process.off('exit', writeAtExit)
    },
  }
}

/** For a process that ends before its file was opened. */
function appendAtEnd(folder: string, lines: readonly string[]): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendLines(folder, lines)
  } catch {
    // There is no place left to report this.
  }
}

/** The current log file. */
const logFile = 'steward.log'

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
type LineSink = (line: string) => void

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
function appendLines(folder: string, lines: readonly string[]): number {
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
