import type { LogEventName, LogFields } from './log-events.ts'

/** Logs an event. Never throws and never blocks; a line that cannot be written is lost. */
export type Log = <Name extends LogEventName>(event: Name, fields: LogFields<Name>) => void

/** A {@link Log} that discards everything. */
export const noLog: Log = () => {}
