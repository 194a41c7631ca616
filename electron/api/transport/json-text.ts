import { randomBytes } from 'node:crypto'

/** An output that is JSON text already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Puts JSON texts into messages as they are, instead of parsing them only to write them again: the encoder writes a mark, and
 * the mark is replaced in what it has written. Marks cannot be guessed, so no record's text can be one.
 */
export function createSplices() {
  const secret = randomBytes(16).toString('hex')
  const waiting = new Map<string, string>()
  let count = 0
  return {
    /** The mark to write in place of a text. */
    mark({ text }: JsonText): string {
      count += 1
      const mark = `${secret}-${count}`
      waiting.set(mark, text)
      return mark
    },
    /** A message with its texts in place of their marks. */
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
