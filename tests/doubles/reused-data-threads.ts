import { EventEmitter } from 'node:events'
import { statSync } from 'node:fs'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Message, Request } from '../../electron/data/workers/protocol.ts'
import type { DataThread, StartThread } from '../../electron/data/workers/worker-client.ts'
import { dataWorker } from './data-worker.ts'

/** A thread with the data worker's code, and where its messages and its end are reported. */
type Loaded = { worker: Worker; events: EventEmitter }

/** Threads that have closed their stores, by the code and the limits that they were started with. */
const idle = new Map<string, Loaded[]>()

/**
 * Data threads for tests that are not about threads: real ones, which are not ended once they have closed their stores, but open the
 * next test's. Loading the data worker's code takes most of the processor time of opening a store.
 *
 * A thread that is ended in any other way ends.
 */
export const reuseDataThread: StartThread = (resourceLimits) => {
  const threads = idleThreads(resourceLimits)
  const loaded = threads.pop() ?? load(resourceLimits)
  loaded.worker.ref()
  return lend(loaded, () => {
    // An idle thread does not keep its process running.
    loaded.worker.unref()
    threads.push(loaded)
  })
}

function idleThreads(resourceLimits: ResourceLimits): Loaded[] {
  // A run of mutants replaces the code in its place.
  const key = JSON.stringify([resourceLimits, statSync(dataWorker).mtimeMs])
  const threads = idle.get(key) ?? []
  idle.set(key, threads)
  return threads
}

function load(resourceLimits: ResourceLimits): Loaded {
  const loaded: Loaded = { worker: new Worker(dataWorker, { resourceLimits }), events: new EventEmitter() }
  for (const event of ['error', 'exit', 'message']) {
    loaded.worker.on(event, (told) => loaded.events.emit(event, told))
  }
  return loaded
}

/** A thread until it is ended; `giveBack` is called instead of ending it if `close` was its last call and was answered. */
function lend(loaded: Loaded, giveBack: () => void): DataThread {
  const { worker } = loaded
  const events = new EventEmitter()
  loaded.events = events
  const unanswered = new Set<number>()
  let closing: number | null = null
  let isClosed = false
  let ended: Promise<unknown> | undefined
  events.on('message', (message: Message) => {
    if (message.kind !== 'answer' && message.kind !== 'failure') return
    unanswered.delete(message.number)
    isClosed = message.kind === 'answer' && message.number === closing
  })
  const end = async () => {
    if (!isClosed || unanswered.size > 0) return worker.terminate()
    giveBack()
    return events.emit('exit')
  }
  return {
    on: (event: string, listener: (...told: never[]) => void) => events.on(event, listener as () => void),
    postMessage(request: Request, transfer) {
      unanswered.add(request.number)
      if (request.call === 'close') closing = request.number
      worker.postMessage(request, transfer)
    },
    terminate: () => {
      ended ??= end()
      return ended
    },
  }
}
