import { parentPort } from 'node:worker_threads'
import { AppError } from '../../../shared/domain/app-error.ts'
import { isDamage, toCacheError } from '../cache-errors.ts'
import { createMissingIndexes, settleWaiting, startMaintenance } from '../maintenance.ts'
import {
  leaveReadable,
  openStores,
  openStoresForReading,
  openStoresInMemory,
  reportDamage,
  type StoreFiles,
} from '../open-stores.ts'
import { settleMirror } from '../overlay/replay-ledger.ts'
import { createReader, type Reader, type SlowRead } from '../reads/reader.ts'
import { reportOnLedger } from '../recovery/ledger-report.ts'
import { createReserve, noReserve, withReserve } from '../reserve.ts'
import { createWriter, type Writer } from '../writer.ts'
import {
  type CarriedError,
  carryCause,
  carryError,
  type Message,
  type Opened,
  type OpeningReport,
  type Request,
  type WorkerSetup,
} from './protocol.ts'
import {
  createHeldChanges,
  createOrdersCalls,
  createReaderCalls,
  createWriterCalls,
  type OrdersCalls,
} from './worker-calls.ts'
import { createOwnWorker, startWorker, threadsOf } from './worker-client.ts'

type Handlers = Readonly<Record<string, (...input: never[]) => unknown>>

/** A worker's handlers, and the function that ends it. */
type Serving = { handlers: Handlers; report: OpeningReport; close(): void | Promise<void> }

/** The data worker's entry: answers calls one after another. Who started the thread also ends it. */
function start(port: NonNullable<typeof parentPort>): void {
  const post = (message: Message) => port.postMessage(message)
  const changes = createHeldChanges(post)
  let files: StoreFiles | null = null
  let serving: Serving | { error: CarriedError } | undefined
  const open = (setup: WorkerSetup) => {
    files = setup.files
    return serve(setup, changes.post)
  }
  const answer = async (request: Request) => {
    const { number, call, input } = request
    try {
      // `worker-client.ts` opens with a setup.
      if (call === 'open') serving ??= open(input[0] as WorkerSetup)
      if (serving === undefined) throw unknownCall()
      const ready = serving
      if ('error' in ready) return post({ kind: 'failure', number, error: ready.error })
      if (call === 'close') serving = undefined
      await changes.untilAnswered(
        () => outputOf(ready, request, (value) => post({ kind: 'progress', number, value })),
        (output) => post({ kind: 'answer', number, output }),
      )
    } catch (problem) {
      post({ kind: 'failure', number, error: carried(files, problem) })
    }
  }
  port.on('message', (request: Request) => void answer(request))
}

function outputOf(
  serving: Serving,
  { call, input, isFollowed }: Request,
  onProgress: (value: unknown) => void,
): unknown {
  const { handlers, report } = serving
  if (call === 'open') return { names: Object.keys(handlers), report } satisfies Opened
  if (call === 'close') return serving.close()
  const handler = Object.hasOwn(handlers, call) ? handlers[call] : undefined
  if (handler === undefined) throw unknownCall()
  // The client's methods have the types of these handlers.
  return (handler as (...input: unknown[]) => unknown)(...input, ...(isFollowed ? [onProgress] : []))
}

function serve(setup: WorkerSetup, post: (message: Message) => void): Serving | { error: CarriedError } {
  try {
    if (setup.role === 'reader') return serveReads(setup, post)
    if (setup.role === 'orders') return serveOrders(setup, post)
    return serveWrites(setup, post)
  } catch (problem) {
    return { error: carried(setup.files, problem) }
  }
}

function serveWrites(setup: Extract<WorkerSetup, { role: 'writer' }>, post: (message: Message) => void): Serving {
  const { files } = setup
  const stores = files ? openStores(files) : openStoresInMemory()
  const { mirror, ledger, mirrorRebuilt, isWritable } = stores
  const writer = createWriter({
    mirror,
    ledger,
    now: Date.now,
    onChanged: (resources, onlyChecked) => post({ kind: 'changed', resources, onlyChecked }),
    onTrouble: (problem) => post({ kind: 'trouble', error: carried(files, problem) }),
    reserve: files && isWritable ? createReserve(files.folder) : noReserve,
  })
  // Runs before the mirror is updated from the ledger: the mirror may be the only record of a lost write.
  const ledgerReport = files && isWritable ? reportOnLedger(stores, Date.now()) : null
  settleAtOpening(writer)
  writer.reserve.take()
  const stopMaintenance = startMaintenance(writer, isWritable)
  const onUnreadable = reportUnreadable(post)
  const reads = files ? {} : createReaderCalls(createReader(mirror, ledger, { onUnreadable }))
  return {
    handlers: { ...createWriterCalls(writer), ...reads },
    report: { mirrorRebuilt, ledgerReport, isWritable },
    close() {
      stopMaintenance()
      writer.missing.stop()
      writer.batch.end()
      mirror.close()
      ledger.close()
      if (files && isWritable) leaveReadable(files)
    },
  }
}

/** A reader learns nothing at its opening that the writer does not report. */
const nothingFound: OpeningReport = { mirrorRebuilt: false, ledgerReport: null, isWritable: false }

/** ms without work after which the thread that sorts large lists ends, which gives some 30 MiB back. */
const ordersEndAfter = 60_000

function serveReads(setup: Extract<WorkerSetup, { role: 'reader' }>, post: (message: Message) => void): Serving {
  const { mirror, ledger } = openStoresForReading(setup.files)
  const onSlow = (slow: SlowRead) => post({ kind: 'slow', ...slow })
  const orders = createOwnWorker({
    start: () =>
      startWorker<OrdersCalls>({
        startThread: threadsOf(new URL(import.meta.url)),
        setup: { role: 'orders', files: setup.files },
        onSlow,
      }),
    endAfter: ordersEndAfter,
  })
  return {
    handlers: createReaderCalls(
      createReader(mirror, ledger, {
        onUnreadable: reportUnreadable(post),
        onSlow,
        elsewhere: {
          whole: (order) => orders.ask((calls) => calls.whole(order)),
          first: (order) => orders.ask((calls) => calls.first(order)),
        },
      }),
      (name, input) => orders.ask((calls) => calls.read(name, input)),
    ),
    report: nothingFound,
    async close() {
      await orders.close()
      mirror.close()
      ledger.close()
    },
  }
}

/** Reports cells that cannot be shown, each column once: every window of a list may have them. */
function reportUnreadable(post: (message: Message) => void): Reader['onUnreadable'] {
  const reported = new Set<string>()
  return ({ resource, columns, problem }) => {
    const unreported = columns.filter((column) => !reported.has(`${resource}.${column}`))
    if (unreported.length === 0) return
    for (const column of unreported) reported.add(`${resource}.${column}`)
    post({ kind: 'unreadable', resource, columns: unreported, cause: carryCause(problem) })
  }
}

/** A list is read from its beginning to its end, so a larger cache would hold pages that are not read again. */
const ordersCacheKiB = 8000

function serveOrders({ files }: Extract<WorkerSetup, { role: 'orders' }>, post: (message: Message) => void): Serving {
  const { mirror, ledger } = openStoresForReading(files)
  mirror.pragma(`cache_size=-${ordersCacheKiB}`, { simple: true })
  const onSlow = (slow: SlowRead) => post({ kind: 'slow', ...slow })
  return {
    handlers: createOrdersCalls(createReader(mirror, ledger, { onSlow })),
    report: nothingFound,
    close() {
      mirror.close()
      ledger.close()
    },
  }
}

/** A full disk must not prevent reading; without reserved space, the ledger's changes are shown after the next write. */
function settleAtOpening(writer: Writer): void {
  try {
    withReserve(writer.reserve, () => settleMirror(writer))
    writer.batch.write(() => {})
    writer.batch.commit()
    settleWaiting(writer)
    createMissingIndexes(writer)
  } catch (problem) {
    if (isDamage(problem)) throw problem
  }
}

/** An error for another thread; damage is recorded for the next opening. */
function carried(files: StoreFiles | null, problem: unknown): CarriedError {
  const error = carryError(toCacheError(problem))
  if (files && error.code === 'cache/damaged') reportDamage(files.folder)
  return error
}

/** The types of the callers rule this out: a bug of ours. */
function unknownCall(): AppError {
  return new AppError('internal/unexpected', {
    message: 'Something went wrong inside Steward.',
    nextStep: 'Restart Steward.',
    detail: 'a data worker was asked for what it does not serve',
  })
}

if (parentPort) start(parentPort)
