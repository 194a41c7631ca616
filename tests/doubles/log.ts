import { type Log, logLine } from '../../electron/logs/log.ts'

/** A log in memory; every line is exactly as it would be on disk. */
export function createLogDouble(): { log: Log; lines: string[]; entries(): Record<string, unknown>[] } {
  const lines: string[] = []
  return {
    log: (event, fields) => void lines.push(logLine(new Date(), event, fields)),
    lines,
    entries: () => lines.map((line) => JSON.parse(line)),
  }
}
