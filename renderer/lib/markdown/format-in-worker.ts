import { type AskedWorker, askWorker } from '../ask-worker.ts'
import { type Formatted, formatMarkdown } from './format-markdown.ts'

/** Maximum number of characters formatted synchronously: takes a few milliseconds at worst. */
const maxAtOnce = 1_000
/** A worker that takes longer than this many ms is terminated. */
const patienceMs = 5_000

const startWorker = (): AskedWorker => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })

/**
 * Formats a short text synchronously. Undefined if it is longer than {@link maxAtOnce} characters, null if it cannot be drawn
 * formatted.
 */
export const formatAtOnce = (text: string): Formatted[] | null | undefined =>
  text.length <= maxAtOnce ? formatMarkdown(text) : undefined

/**
 * Formats a text in its own worker.
 *
 * @param signal - terminates the worker; the promise then resolves to null
 * @returns null if the text cannot be formatted, or not within 5 s
 */
export function formatInWorker(
  text: string,
  { signal, start = startWorker }: { signal: AbortSignal; start?: () => AskedWorker },
): Promise<Formatted[] | null> {
  return askWorker(start(), text, { signal, patienceMs })
}
