import { mkdirSync } from 'node:fs'
import type { Log } from './log.ts'
import { logLine } from './log-events.ts'
import { appendLines, type LineSink, openRotatingFile } from './log-files.ts'

/**
 * `lateMs`: the disk belongs to the start until then. `againMs`: how soon a file that cannot be opened, such as on a full disk, is
 * tried again.
 */
const rests = { lateMs: 3_000, againMs: 5_000 }
/** Maximum number of lines buffered while they cannot be written; the newest are kept. */
const mostWaiting = 500

/** A log that can be closed. */
export type OpenLog = {
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
