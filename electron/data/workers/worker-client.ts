import { type ResourceLimits, Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { SlowRead } from '../reads/reader.ts'
import {
  type CallsOf,
  type Message,
  type Opened,
  type OpeningReport,
  type Request,
  type UnreadableCells,
  uncarryError,
  type WorkerSetup,
} from './protocol.ts'

/**
 * A data worker as seen from another thread. When the worker dies, every call to it is rejected with `cache/not-open`.
 *
 * @typeParam Handlers - the type of its handlers; see `worker-calls.ts`
 */
export type WorkerClient<Handlers> = {
  /**
   * Opens the worker's stores. A call's own `bytes` (an argument, or a property of one) are transferred: the caller can no longer
   * use them. A function as the last argument is called with what the handler reports while it runs.
   * @throws AppError `cache/…`
   */
  open(): Promise<{ report: OpeningReport; calls: CallsOf<Handlers> }>
  /** Commits, closes the stores and ends the thread. Never rejects: what was not committed is downloaded again. */
  close(): Promise<void>
  /** Ends the thread at once; uncommitted data is downloaded again. */
  terminate(): Promise<void>
}

/** A thread that runs the data worker's code: the part of Node's `Worker` that a client uses. */
export type DataThread = {
  on(event: 'message', listener: (message: Message) => void): unknown
  on(event: 'error', listener: (cause: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(request: Request, transfer: ArrayBuffer[]): void
  terminate(): Promise<unknown>
}

/** Starts a data thread with these limits of memory. */
export type StartThread = (resourceLimits: ResourceLimits) => DataThread

/** Starts threads with the data worker's code at this address. */
export const threadsOf =
  (code: URL): StartThread =>
  (resourceLimits) =>
    new Worker(code, { resourceLimits })

type ClientOptions = {
  startThread: StartThread
  setup: WorkerSetup
  onChanged?: (resources: Resource[], onlyChecked: Resource[]) => void
  /** Called for cells of a list that cannot be shown, once for each column. */
  onUnreadable?: (cells: UnreadableCells) => void
  /** Called for a slow read that lacks an index. */
  onSlow?: (slow: SlowRead) => void
  /** Called with the error of each call that fails, and with those of writes that no call waits for. */
  onFailure?: (problem: AppError) => void
  /** Called once when the thread ends unexpectedly: through a bug of ours, or because it ran out of memory. */
  onDied?: (cause: unknown) => void
}

type Pending = { resolve(output: unknown): void; reject(error: unknown): void; onProgress: (value: unknown) => void }

/**
 * Young generation of a data worker's heap, MiB. Pages are parsed and dropped, so a small one keeps memory use constant. A reader's
 * is larger: with 8 MiB, it would be collected during one of every ten windows of a list.
 */
const youngGenerationMb = { writer: 8, orders: 8, reader: 32 } as const

const resourceLimitsOf = ({ role }: WorkerSetup) => ({
  maxYoungGenerationSizeMb: youngGenerationMb[role],
  maxOldGenerationSizeMb: 1024,
})

/** Starts a data worker. */
export function startWorker<Handlers>(options: ClientOptions): WorkerClient<Handlers> {
  const { startThread, setup, onChanged, onUnreadable, onSlow, onFailure, onDied } = options
  const worker = startThread(resourceLimitsOf(setup))
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
  worker.on('message', (message) => {
    if (message.kind === 'changed') return onChanged?.(message.resources, message.onlyChecked)
    if (message.kind === 'unreadable') return onUnreadable?.(message)
    if (message.kind === 'slow') return onSlow?.(message)
    if (message.kind === 'trouble') return onFailure?.(uncarryError(message.error))
    const call = pending.get(message.number)
    if (message.kind === 'progress') return call?.onProgress(message.value)
    pending.delete(message.number)
    if (message.kind === 'answer') return call?.resolve(message.output)
    const problem = uncarryError(message.error)
    onFailure?.(problem)
    call?.reject(problem)
  })

  const send = (call: string, input: readonly unknown[]): Promise<unknown> => {
    if (dead) return Promise.reject(dead)
    const number = next++
    const last = input.at(-1)
    const onProgress = isCallback(last) ? last : () => {}
    const { values, transfer } = packed(isCallback(last) ? input.slice(0, -1) : input)
    return new Promise((resolve, reject) => {
      pending.set(number, { resolve, reject, onProgress })
      worker.postMessage({ number, call, input: values, isFollowed: isCallback(last) } satisfies Request, transfer)
    })
  }

  return {
    async open() {
      // The worker answers this call so; see `worker.ts`.
      const { names, report } = (await send('open', [setup])) as Opened
      const calls = Object.fromEntries(names.map((name) => [name, (...input: unknown[]) => send(name, input)]))
      // The names are those of the handlers themselves.
      return { report, calls: calls as CallsOf<Handlers> }
    },
    async close() {
      ending = true
      await send('close', []).catch(() => {})
      await worker.terminate()
    },
    async terminate() {
      ending = true
      await worker.terminate()
    },
  }
}

const isCallback = (value: unknown): value is (value: unknown) => void => typeof value === 'function'

/** The arguments with those of their bytes that are transferred. */
function packed(input: readonly unknown[]): { values: unknown[]; transfer: ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = []
  const take = (bytes: Uint8Array) => {
    const taken = whole(bytes)
    transfer.push(taken.buffer)
    return taken
  }
  const values = input.map((value) => {
    if (value instanceof Uint8Array) return take(value)
    if (typeof value !== 'object' || value === null || !('bytes' in value)) return value
    return value.bytes instanceof Uint8Array ? { ...value, bytes: take(value.bytes) } : value
  })
  return { values, transfer }
}

/** Bytes whose memory can be transferred: small Buffers share a pool, and transferring a slice would take the whole pool. */
export function whole(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  if (!(buffer instanceof ArrayBuffer)) return new Uint8Array(bytes)
  const isOwn = buffer.byteLength > Buffer.poolSize && buffer.byteLength - bytes.byteLength < 4096
  return isOwn || bytes.byteLength === buffer.byteLength ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
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

/** A worker that another one uses for itself. */
type OwnWorker<Calls> = {
  ask<Answer>(call: (calls: CallsOf<Calls>) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

type Options<Calls> = {
  start(): WorkerClient<Calls>
  /** ms without a call after which the worker ends, and so gives its memory back. */
  endAfter: number
}

/** {@link OwnWorker}, started by the first call: a small firm never starts one. If it dies or has ended, the next call starts another. */
export function createOwnWorker<Calls>({ start, endAfter }: Options<Calls>): OwnWorker<Calls> {
  type Started = { worker: WorkerClient<Calls>; opened: ReturnType<WorkerClient<Calls>['open']> }
  let started: Started | undefined
  let underWay = 0
  let ending: NodeJS.Timeout | undefined

  const begin = (): Started => {
    const worker = start()
    return { worker, opened: worker.open() }
  }
  const end = async () => {
    clearTimeout(ending)
    const last = started
    started = undefined
    await last?.worker.close()
  }
  const endLater = () => {
    if (underWay > 0) return
    ending = setTimeout(() => void end(), endAfter).unref()
  }

  return {
    async ask(call) {
      clearTimeout(ending)
      started ??= begin()
      const current = started
      underWay++
      try {
        const { calls } = await current.opened
        return await call(calls)
      } catch (problem) {
        if (problem instanceof AppError && problem.code === 'cache/not-open' && started === current) started = undefined
        throw problem
      } finally {
        underWay--
        endLater()
      }
    },
    close: end,
  }
}
