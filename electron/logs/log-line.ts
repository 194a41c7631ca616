import type { Kind } from './field-kinds.ts'
import { connection, frames } from './field-kinds.ts'
import { type LogEventName, type LogLevel, logEvents } from './log-events.ts'
import { redactWithin } from './redact.ts'

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
