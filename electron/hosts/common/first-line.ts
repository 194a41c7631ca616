import { createInterface } from 'node:readline'

const maxTailLines = 20

/**
 * The first line of a service's output.
 *
 * @param exited - settles when the service ended
 * @returns rejects if the service ended before it printed a line
 */
export function readFirstLine(output: NodeJS.ReadableStream | null, exited: Promise<unknown>): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    // Later lines are also read, and dropped: a full pipe would block the service.
    if (output !== null) createInterface({ input: output }).on('line', resolve)
    void exited.then(() => reject(new Error('The service ended before it said it was ready.')))
  })
  // A caller that only uses the exit need not await the line.
  line.catch(() => {})
  return line
}

/** Keeps the last lines of a service's error output for an error message; they are not mixed into Steward's own output. */
export function keepTail(complaints: NodeJS.ReadableStream | null): () => string {
  const lines: string[] = []
  if (complaints !== null) {
    createInterface({ input: complaints }).on('line', (line) => {
      lines.push(line)
      if (lines.length > maxTailLines) lines.shift()
    })
  }
  return () => lines.join('\n')
}
