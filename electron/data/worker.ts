import { parentPort, workerData } from 'node:worker_threads'
import { isDamage, toCacheError } from './cache-errors.ts'
import { leaveReadable, openStores, openStoresForReading, openStoresInMemory, reportDamage } from './open-stores.ts'
import { settleMirror } from './overlay/replay-ledger.ts'
import { type CarriedError, carryError, type Message, type Request, type WorkerSetup } from './protocol.ts'
import { createViewBuilder } from './reads/build-view.ts'
import { createReader } from './reads/reader.ts'
import { createVersions } from './reads/versions.ts'
import { reportOnLedger } from './recovery/ledger-report.ts'
import { createViewsWorker } from './views-worker.ts'
import { createHandlers, type Handlers } from './worker-calls.ts'
import { createWriter, type Writer } from './writer.ts'

/** The data worker's entry: opens its stores at the first call, then answers calls one after another. */
function start(port: NonNullable<typeof parentPort>, setup: WorkerSetup): void {
  const post = (message: Message) => port.postMessage(message)
  let opened: ReturnType<typeof openFor> | undefined
  const answer = async (request: Request) => {
    const { number } = request
    try {
      opened ??= openFor(setup, post)
      if ('error' in opened) return post({ kind: 'failure', number, error: opened.error })
      const output = await handle(opened.handlers, request, (outcome) => post({ kind: 'page-read', number, outcome }))
      post({ kind: 'answer', number, output })
      if (request.call === 'close') port.close()
    } catch (problem) {
      post({ kind: 'failure', number, error: judge(setup, problem) })
    }
  }
  port.on('message', (request: Request) => void answer(request))
}

function openFor(
  setup: WorkerSetup,
  post: (message: Message) => void,
): { handlers: Handlers } | { error: CarriedError } {
  try {
    const stores = storesFor(setup)
    const { mirror, ledger } = stores
    const onChanged = (resources: Extract<Message, { kind: 'changed' }>['resources']) =>
      post({ kind: 'changed', resources })
    const writes = setup.role === 'writer' || setup.role === 'memory'
    const writer = writes
      ? createWriter({ mirror, ledger, now: Date.now, onChanged, onTrouble: (problem) => judge(setup, problem) })
      : null
    // Runs before the mirror is updated from the ledger: the mirror may be the only record of a lost write.
    const ledgerReport = setup.role === 'writer' && stores.isWritable ? reportOnLedger(stores, Date.now()) : null
    if (writer) settleAtOpening(writer)
    const viewsWorker = setup.role === 'reader' ? createViewsWorker(setup) : undefined
    const reads = viewsWorker !== undefined || setup.role === 'memory'
    const reader = reads ? createReader(mirror, ledger, { buildElsewhere: viewsWorker?.build ?? null }) : null
    const viewBuilder = setup.role === 'views' ? createViewBuilder({ mirror, versions: createVersions(mirror) }) : null
    const close = async () => {
      writer?.batch.commit()
      await viewsWorker?.close()
      mirror.close()
      ledger.close()
      if (setup.role === 'writer' && stores.isWritable) leaveReadable(setup.files)
    }
    const { mirrorRebuilt, isWritable } = stores
    const opened = { mirrorRebuilt, ledgerReport, isWritable }
    return { handlers: createHandlers({ writer, reader, viewBuilder, opened, close }) }
  } catch (problem) {
    return { error: judge(setup, problem) }
  }
}

/** A full disk must not prevent reading; the ledger's changes are then shown after the next write. */
function settleAtOpening(writer: Writer): void {
  try {
    settleMirror(writer)
  } catch (problem) {
    if (isDamage(problem)) throw problem
  }
}

/** Maps an error for the main thread; damage is recorded for the next opening. */
function judge(setup: WorkerSetup, problem: unknown): CarriedError {
  const error = carryError(toCacheError(problem))
  if (setup.role !== 'memory' && error.code === 'cache/damaged') reportDamage(setup.files.folder)
  return error
}

function storesFor(setup: WorkerSetup) {
  if (setup.role === 'memory') return openStoresInMemory()
  if (setup.role === 'writer') return openStores(setup.files)
  return { ...openStoresForReading(setup.files), mirrorRebuilt: false, salvaged: null, isWritable: false }
}

type Handler = (input: Request['input'], onOutcome: Parameters<Handlers['applyPage']>[1]) => unknown

function handle(handlers: Handlers, request: Request, onOutcome: Parameters<Handler>[1]): unknown {
  // The union of requests pairs every call with its own input.
  const handler = handlers[request.call] as Handler
  return handler(request.input, onOutcome)
}

if (parentPort) start(parentPort, workerData)
