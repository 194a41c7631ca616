import type { Formatted } from './format-markdown.ts'
import { formatMarkdown } from './format-markdown.ts'

/** Formatted at once, on the page's own thread: at worst a few milliseconds. */
export const maxAtOnce = 1_000
/** A worker that takes longer is ended. */
const patienceMs = 5_000

/** The part of a worker that is needed here. */
export type FormattingWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const startWorker = (): FormattingWorker =>
  new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })

/** Text that is short enough to be formatted at once; undefined for a longer one, null for one that cannot be drawn formatted. */
export const formatAtOnce = (text: string): Formatted[] | null | undefined =>
  text.length <= maxAtOnce ? formatMarkdown(text) : undefined

/**
 * Formats a text in a worker of its own.
 *
 * @param signal - ends the worker; nothing is told any more
 * @returns null when the text cannot be formatted, or not in time
 */
export function formatInWorker(
  text: string,
  { signal, start = startWorker }: { signal: AbortSignal; start?: () => FormattingWorker },
): Promise<Formatted[] | null> {
  return new Promise((resolve) => {
    const worker = start()
    const end = (formatted: Formatted[] | null) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(formatted)
    }
    const timer = setTimeout(() => end(null), patienceMs)
    worker.addEventListener('message', ({ data }: MessageEvent<Formatted[] | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    signal.addEventListener('abort', () => end(null), { once: true })
    worker.postMessage(text)
  })
}
