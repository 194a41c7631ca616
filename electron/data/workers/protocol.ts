import { AppError, type AppErrorCode, toAppError } from '../../../shared/domain/app-error.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { StoreFiles } from '../open-stores.ts'
import type { SlowRead } from '../reads/reader.ts'
import type { LedgerReport } from '../recovery/ledger-report.ts'

/**
 * The role of a worker: sweeps and writes, and reads as well if its stores are in memory (`files` is null); reads; or sorts large lists for the
 * reader that started it.
 */
export type WorkerSetup =
  | { role: 'writer'; files: StoreFiles | null }
  | { role: 'reader'; files: StoreFiles }
  | { role: 'orders'; files: StoreFiles }

/** The result of opening the stores in a worker. */
export type OpeningReport = {
  /** The mirror was damaged and started empty; the damaged file is next to it under another name. */
  mirrorRebuilt: boolean
  /** Set if the ledger was damaged, truncated or restored from an older copy; reported for three days. */
  ledgerReport: LedgerReport | null
  /** False if the folder was not writable when the stores were opened: everything except reading fails. */
  isWritable: boolean
}

/**
 * A worker's calls as another thread makes them: one method per handler, with the handler's own input and output. A generic
 * handler is asynchronous itself, since TypeScript would lose its type parameters here.
 */
export type CallsOf<Handlers> = { [Name in keyof Handlers]: Remote<Handlers[Name]> }

type Remote<Handler> = Handler extends (...input: never[]) => Promise<unknown>
  ? Handler
  : Handler extends (...input: infer Input) => infer Output
    ? (...input: Input) => Promise<Output>
    : never

/**
 * `open` opens the stores of the {@link WorkerSetup} in its input, and `close` closes them; every other call is the name of a handler.
 * `isFollowed`: the call's last argument was a function, which stays with the caller.
 */
export type Request = { number: number; call: string; input: readonly unknown[]; isFollowed: boolean }

/** The answer to `open`: the names of the worker's handlers, and what was found. */
export type Opened = { names: string[]; report: OpeningReport }

export type Message =
  | { kind: 'answer'; number: number; output: unknown }
  | { kind: 'failure'; number: number; error: CarriedError }
  /** The handler called the function that was the last argument of a call. */
  | { kind: 'progress'; number: number; value: unknown }
  | { kind: 'changed'; resources: Resource[]; onlyChecked: Resource[] }
  | ({ kind: 'unreadable' } & UnreadableCells)
  | ({ kind: 'slow' } & SlowRead)
  /** The mirror could not be written after the ledger had committed; no call fails by it. */
  | { kind: 'trouble'; error: CarriedError }

/** Cells of a list that cannot be shown, and the error of their computation; null if there was none. */
export type UnreadableCells = { resource: Resource; columns: readonly string[]; cause: CarriedCause | null }

/** Where an error was thrown, without its message, which may quote client data. */
type CarriedCause = { name: string; stack: string }

/** An AppError as it crosses threads. */
export type CarriedError = {
  code: AppErrorCode
  message: string
  nextStep: string
  detail: string | undefined
  cause: CarriedCause | null
}

/** An error in the form that crosses threads. */
export function carryError(thrown: unknown): CarriedError {
  const { code, message, nextStep, detail, cause } = toAppError(thrown)
  return { code, message, nextStep, detail, cause: carryCause(cause) }
}

/** The AppError that another thread carried. */
export function uncarryError({ code, message, nextStep, detail, cause }: CarriedError): AppError {
  const options = { message, nextStep, cause: uncarryCause(cause) }
  return new AppError(code, detail === undefined ? options : { ...options, detail })
}

/** An error's class and stack; null for a thrown value that is no error. */
export function carryCause(thrown: unknown): CarriedCause | null {
  if (!(thrown instanceof Error)) return null
  const { name, message, stack = '' } = thrown
  // A message may have lines of its own, and begins the stack.
  const said = stack.indexOf(message)
  return { name, stack: said < 0 ? '' : stack.slice(said + message.length) }
}

/** An error with the class and stack that another thread carried. */
export function uncarryCause(cause: CarriedCause | null): Error | undefined {
  if (cause === null) return undefined
  const error = new Error('')
  error.name = cause.name
  error.stack = cause.stack
  return error
}
