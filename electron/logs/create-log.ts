import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connection, frames, type Kind } from './field-kinds.ts'
import type { Log } from './log.ts'
import { type LogEventName, type LogLevel, logEvents } from './log-events.ts'
import { type LineSink, logFile, openRotatingFile } from './log-files.ts'
import { redactWithin } from './redact.ts'

/**
 * `lateMs`: the log library is loaded only after the start. `againMs`: how soon a failed write, such as on a full disk, is
 * retried.
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
  const waiting: Parameters<LineSink>[] = []
  let sink: LineSink | null = null
  let opening: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const drain = (to: LineSink) => {
    for (const line of waiting.splice(0)) to(...line)
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
    if (waiting.length > 0) appendPlainly(folder, waiting)
  }
  process.once('exit', writeAtExit)

  return {
    log(event, fields) {
      try {
        const { level, line } = logLine(now(), event, fields)
        if (sink !== null) return sink(level, line)
        waiting.push([level, line])
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

/** Without the library: for a process that ends before the library was loaded. */
function appendPlainly(folder: string, lines: readonly Parameters<LineSink>[]): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    appendFileSync(join(folder, logFile), lines.map(([, line]) => `${line}\n`).join(''), { mode: 0o600 })
  } catch {
    // There is no place left to report this.
  }
}

/** Kinds that define their values exactly, but whose values look like text that the redactor removes. */
const exact: readonly Kind<unknown>[] = [connection, frames]

/** Replaces a value that its field may not contain. */
export const withheld = '[withheld]'

/** One line: time, level, event, and the fields that the table of events has for it. Other fields are left out. */
export function logLine(at: Date, event: LogEventName, given: object): { level: LogLevel; line: string } {
  const { level, fields } = logEvents[event]
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(given))
  const said = Object.entries<Kind<unknown>>(fields).map(([name, kind]) => {
    const value = values.get(name)
    if (!kind.holds(value)) return [name, withheld]
    return [name, exact.includes(kind) ? value : redactWithin(value)]
  })
  return { level, line: JSON.stringify({ at: at.toISOString(), level, event, ...Object.fromEntries(said) }) }
}
