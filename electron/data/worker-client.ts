import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { PageOutcome } from './connection-store.ts'
import { type CallName, type Calls, type Message, uncarryError, type WorkerSetup } from './protocol.ts'

export type CallOptions = { transfer?: ArrayBuffer[]; onOutcome?: (outcome: PageOutcome) => void }

/** A data worker as the main thread sees it. */
export type WorkerClient = {
  call<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    options?: CallOptions,
  ): Promise<Calls[Name]['output']>
  /** Ends the thread at once; what it had not committed is asked for again. */
  terminate(): Promise<void>
}

type ClientOptions = {
  workerUrl: URL
  setup: WorkerSetup
  onChanged?: (resources: Resource[]) => void
  /** Told when the thread ends by a mistake of ours, or for want of memory. */
  onDied?: (cause: unknown) => void
}

type Pending = {
  resolve(output: never): void
  reject(error: unknown): void
  onOutcome: CallOptions['onOutcome']
}

/** Heap of a data worker, MiB: pages are parsed and dropped, so a small young generation keeps memory flat. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 }

/** Starts a data worker. When it dies, every call to it is rejected with `cache/not-open`. */
export function startWorker({ workerUrl, setup, onChanged, onDied }: ClientOptions): WorkerClient {
  const worker = new Worker(workerUrl, { workerData: setup, resourceLimits })
  const pending = new Map<number, Pending>()
  let next = 1
  let dead: AppError | null = null

  const die = (cause?: unknown) => {
    dead ??= notOpen(cause)
    for (const { reject } of pending.values()) reject(dead)
    pending.clear()
  }

  worker.on('error', (cause) => {
    onDied?.(cause)
    die(cause)
  })
  worker.on('exit', () => die())
  worker.on('message', (message: Message) => {
    if (message.kind === 'changed') return onChanged?.(message.resources)
    const call = pending.get(message.number)
    if (message.kind === 'page-read') return call?.onOutcome?.(message.outcome)
    pending.delete(message.number)
    if (message.kind === 'failure') call?.reject(uncarryError(message.error))
    else call?.resolve(message.output as never)
  })

  return {
    call(name, input, options = {}) {
      if (dead) return Promise.reject(dead)
      const number = next++
      return new Promise((resolve, reject) => {
        pending.set(number, { resolve, reject, onOutcome: options.onOutcome })
        worker.postMessage({ number, call: name, input }, options.transfer ?? [])
      })
    },
    async terminate() {
      await worker.terminate()
    },
  }
}

function notOpen(cause: unknown): AppError {
  return new AppError('cache/not-open', {
    message: 'The local copy is not open.',
    nextStep: 'Open the connection again.',
    cause,
  })
}
