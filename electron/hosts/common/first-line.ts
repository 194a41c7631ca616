import { createInterface } from 'node:readline'

const maxTailLines = 20

/**
 * The first line a service prints.
 *
 * @param exited - settles when the service ended
 * @returns rejects when it ended before it printed one
 */
export function readFirstLine(output: NodeJS.ReadableStream | null, exited: Promise<unknown>): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    // Later lines are read too, and dropped: a full pipe would stop the service.
    if (output !== null) createInterface({ input: output }).on('line', resolve)
    void exited.then(() => reject(new Error('The service ended before it said it was ready.')))
  })
  // Whoever started it for its exit alone need not ask for the line.
  line.catch(() => {})
  return line
}

/** Keeps the last lines a service complained with, for when it fails; Steward's own output stays its own. */
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
