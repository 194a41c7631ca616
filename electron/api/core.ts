import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { unpackRows } from '../../shared/ipc/packed-rows.ts'
import type { Unfinished } from '../connections/unfinished-work.ts'

/**
 * The implementation of one procedure: its input, already validated, gives its output. The signal aborts when its caller no
 * longer waits for it. A procedure whose output is `nothing` returns nothing. Errors are AppErrors.
 */
export type UseCase<Input, Output> = [Output] extends [AsyncIterable<infer Event>]
  ? (input: Input, signal: AbortSignal) => AsyncIterable<Event>
  : (input: Input, signal?: AbortSignal) => Promise<[Output] extends [Record<string, never>] ? void : Output>

/** One use case per procedure of the contract, under the same names. `transport/` serves exactly these. */
export type UseCases = {
  [Domain in keyof ContractInputs]: {
    [Name in keyof ContractInputs[Domain] & keyof ContractOutputs[Domain]]: UseCase<
      ContractInputs[Domain][Name],
      ContractOutputs[Domain][Name]
    >
  }
}

/** A use case whose output is read as JSON text; see {@link asText}. */
export type TextUseCase<Input, Output> = ((input: Input) => Promise<Output>) & { text(input: Input): Promise<string> }

/**
 * A use case whose output is written as JSON text where it is read, and checked against the contract there; rows may be packed.
 * `transport/` passes the text on unchanged; a direct call parses it.
 */
export function asText<Input, Output>(text: (input: Input) => Promise<string>): TextUseCase<Input, Output> {
  const parsed = async (input: Input) => unpackRows(JSON.parse(await text(input))) as Output
  return Object.assign(parsed, { text })
}

/** A file whose ticket was redeemed: a shell supplies its bytes, or the reason why there are none. */
export type Taking = {
  /** In bytes, as announced. */
  readonly size: number
  /** Never rejects: an error is stored in the file's row. True when the whole file is on this computer. */
  receive(source: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Never rejects. */
  fail(problem: unknown): Promise<void>
}

/** The use cases, and what only a host may ask for. All throw AppErrors. */
export type Core = UseCases & {
  /**
   * Checks whether a procedure may be called now, by its path (`households.list`). Called before every procedure, and again after
   * a long wait such as a dialog, before any data leaves.
   * @throws AppError `lock/locked`, `policy/forbidden`
   */
  gate(procedure: string): void
  /** For code in the main process that displays something: while locked, nothing that names a client is shown. */
  isLocked(): boolean
  /** Redeems the ticket of an announced file; null if the ticket is not valid, and while nothing may be written. */
  takeFile(ticket: string): Taking | null
  /** Takes in files that the operating system passed to Steward, by absolute path. Pages never see these paths. */
  openFiles(paths: readonly string[]): Promise<void>
  /**
   * The address of the screen that a link leads to.
   * @param screen - the current screen of the front window; its connection is searched first
   * @throws AppError `link/not-understood`, `link/not-found`
   */
  findLink(link: string, screen: string | null): Promise<string>
  /** For the confirmation before Steward quits. Throws `cache/…`. */
  unfinished(): Promise<Unfinished>
  /** Ends the core and everything else that registered with its shutdown; see `app/shutdown.ts`. */
  close(): Promise<void>
}
