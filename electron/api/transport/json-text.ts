import { unpackRows } from '../../../shared/ipc/packed-rows.ts'

/** A use case whose output is read as JSON text; see {@link asText}. */
export type TextUseCase<Input, Output> = ((input: Input) => Promise<Output>) & { text(input: Input): Promise<string> }

/**
 * A use case whose output is written as JSON text where it is read, and checked against the contract there; rows may be packed. The
 * transport passes the text on unchanged; a direct call parses it.
 */
export function asText<Input, Output>(text: (input: Input) => Promise<string>): TextUseCase<Input, Output> {
  const parsed = async (input: Input) => unpackRows(JSON.parse(await text(input))) as Output
  return Object.assign(parsed, { text })
}
