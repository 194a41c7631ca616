import type { LogEventName, LogFields } from './log-events.ts'

/** Writes down that something happened. Never throws and never waits; what cannot be written is lost. */
export type Log = <Name extends LogEventName>(event: Name, fields: LogFields<Name>) => void

/** A {@link Log} that writes nothing down. */
export const noLog: Log = () => {}
