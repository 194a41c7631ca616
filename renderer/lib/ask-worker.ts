/** The part of `Worker` used here. */
export type AskedWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

type Options = {
  /** Terminates the worker; the promise then resolves to null. */
  signal: AbortSignal
  /** A worker that takes longer than this many ms is terminated. */
  patienceMs: number
  /** Buffers of the message that the worker gets in place of the page. */
  transfer?: Transferable[]
}

/**
 * Has a worker of its own answer one message, so that the window stays usable whatever the message costs.
 *
 * @returns null if the worker fails or does not answer in time
 */
export function askWorker<Answer>(worker: AskedWorker, message: unknown, options: Options): Promise<Answer | null> {
  const { signal, patienceMs, transfer = [] } = options
  return new Promise((resolve) => {
    const end = (answer: Answer | null) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end(null), patienceMs)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    signal.addEventListener('abort', () => end(null), { once: true })
    // A signal that was aborted before has no event any more.
    if (signal.aborted) end(null)
    else worker.postMessage(message, transfer)
  })
}
