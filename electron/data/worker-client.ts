import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/domain/app-error.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { PageOutcome } from './connection-store.ts'
import { type CallName, type Calls, type Message, uncarryError, type WorkerSetup } from './protocol.ts'

export type CallOptions = { transfer?: ArrayBuffer[]; onOutcome?: (outcome: PageOutcome) => void }

/** A data worker as seen from the main thread. */
export type WorkerClient = {
  call<Name extends CallName>(
    name: Name,
    input: Calls[Name]['input'],
    options?: CallOptions,
  ): Promise<Calls[Name]['output']>
  /** Ends the thread at once; uncommitted data is downloaded again. */
  terminate(): Promise<void>
}

type ClientOptions = {
  workerUrl: URL
  setup: WorkerSetup
  onChanged?: (resources: Resource[]) => void
  /** Called once when the thread ends unexpectedly: through a bug of ours, or because it ran out of memory. */
  onDied?: (cause: unknown) => void
}

type Pending = {
  resolve(output: never): void
  reject(error: unknown): void
  onOutcome: CallOptions['onOutcome']
}

/** Heap of a data worker, MiB: pages are parsed and dropped, so a small young generation keeps memory use constant. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 1024 }

/** Starts a data worker. When it dies, every call to it is rejected with `cache/not-open`. */
export function startWorker({ workerUrl, setup, onChanged, onDied }: ClientOptions): WorkerClient {
  const worker = new Worker(workerUrl, { workerData: setup, resourceLimits })
  const pending = new Map<number, Pending>()
  let next = 1
  let dead: AppError | null = null
  /** True once the end of the thread is requested. */
  let ending = false

  const die = (cause?: unknown) => {
    if (!ending && dead === null) onDied?.(cause)
    dead ??= ending ? notOpen(cause) : ended(cause)
    for (const { reject } of pending.values()) reject(dead)
    pending.clear()
  }

  worker.on('error', die)
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
      if (name === 'close') ending = true
      return new Promise((resolve, reject) => {
        pending.set(number, { resolve, reject, onOutcome: options.onOutcome })
        worker.postMessage({ number, call: name, input }, options.transfer ?? [])
      })
    },
    async terminate() {
      ending = true
      await worker.terminate()
    },
  }
}

/** A call in progress may or may not have been committed: the caller reads again. */
function ended(cause: unknown): AppError {
  return new AppError('cache/not-open', {
    message: 'The part of Steward that keeps the offline copy failed unexpectedly. It is being restarted.',
    nextStep: 'Check whether your last change is there, and make it again if not. Everything before it is safe.',
    cause,
  })
}

function notOpen(cause: unknown): AppError {
  return new AppError('cache/not-open', {
    message: 'The offline copy is not open.',
    nextStep: 'Open the connection again.',
    cause,
  })
}
