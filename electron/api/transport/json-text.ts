import { randomBytes } from 'node:crypto'

/** An output that is already JSON text. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A use case whose output is read as JSON text; see {@link asText}. */
export type TextUseCase<Input, Output> = ((input: Input) => Promise<Output>) & { text(input: Input): Promise<string> }

/**
 * A use case whose output is written as JSON text where it is read, and validated against the contract there. The transport
 * passes the text on unchanged; a direct call parses it.
 */
export function asText<Input, Output>(text: (input: Input) => Promise<string>): TextUseCase<Input, Output> {
  const parsed = async (input: Input): Promise<Output> => JSON.parse(await text(input))
  return Object.assign(parsed, { text })
}

/**
 * Inserts JSON texts into messages unchanged, instead of parsing and serialising them again: the encoder writes a mark, which is
 * then replaced by the text. Marks are random, so a record's text cannot imitate one.
 */
export function createSplices() {
  const secret = randomBytes(16).toString('hex')
  const waiting = new Map<string, string>()
  let count = 0
  return {
    /** The mark to encode in place of a text. */
    mark({ text }: JsonText): string {
      count += 1
      const mark = `${secret}-${count}`
      waiting.set(mark, text)
      return mark
    },
    /** A message whose marks are replaced by their texts. */
    splice(message: string): string {
      if (waiting.size === 0) return message
      const at = message.indexOf(`"${secret}-`)
      if (at < 0) return message
      const end = message.indexOf('"', at + 1)
      const mark = message.slice(at + 1, end)
      const text = waiting.get(mark)
      if (text === undefined) return message
      waiting.delete(mark)
      return message.slice(0, at) + text + message.slice(end + 1)
    },
  }
}
