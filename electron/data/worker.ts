import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '../../shared/domain/app-error.ts'
import { isDamage, toCacheError } from './cache-errors.ts'
import { createHeldChanges } from './held-changes.ts'
import { leaveReadable, openStores, openStoresForReading, openStoresInMemory, reportDamage } from './open-stores.ts'
import { settleMirror } from './overlay/replay-ledger.ts'
import {
  type CallsOf,
  type CarriedError,
  carryError,
  type Message,
  type Opened,
  type OpeningReport,
  type Request,
  type WorkerSetup,
} from './protocol.ts'
import { createViewBuilder } from './reads/build-view.ts'
import type { CopyElsewhere } from './reads/column-copies.ts'
import { createReader } from './reads/reader.ts'
import { createVersions } from './reads/versions.ts'
import type { BuildElsewhere } from './reads/views.ts'
import { reportOnLedger } from './recovery/ledger-report.ts'
import { checkTotalsLater } from './repair-totals.ts'
import { createReaderCalls, createViewsCalls, createWriterCalls, type ViewsCalls } from './worker-calls.ts'
import { startWorker, type WorkerClient } from './worker-client.ts'
import { createWriter, type Writer } from './writer.ts'

type Handlers = Readonly<Record<string, (...input: never[]) => unknown>>

/** A worker's handlers, and the function that ends it. */
type Serving = { handlers: Handlers; report: OpeningReport; close(): void | Promise<void> }

/** The data worker's entry: opens its stores at the first call, then answers calls one after another. */
function start(port: NonNullable<typeof parentPort>, setup: WorkerSetup): void {
  const post = (message: Message) => port.postMessage(message)
  const changes = createHeldChanges(post)
  let serving: Serving | { error: CarriedError } | undefined
  const answer = async (request: Request) => {
    const { number, call } = request
    changes.hold()
    try {
      serving ??= serve(setup, changes.post)
      if ('error' in serving) return post({ kind: 'failure', number, error: serving.error })
      const output = await outputOf(serving, request, (value) => post({ kind: 'progress', number, value }))
      post({ kind: 'answer', number, output })
    } catch (problem) {
      post({ kind: 'failure', number, error: carried(setup, problem) })
    } finally {
      changes.release()
      if (call === 'close') port.close()
    }
  }
  port.on('message', (request: Request) => void answer(request))
}

function outputOf(serving: Serving, { call, input }: Request, onProgress: (value: unknown) => void): unknown {
  const { handlers, report } = serving
  if (call === 'open') return { names: Object.keys(handlers), report } satisfies Opened
  if (call === 'close') return serving.close()
  const handler = Object.hasOwn(handlers, call) ? handlers[call] : undefined
  if (handler === undefined) throw unknownCall()
  // The client's methods have the types of these handlers.
  return (handler as (...input: unknown[]) => unknown)(...input, onProgress)
}

function serve(setup: WorkerSetup, post: (message: Message) => void): Serving | { error: CarriedError } {
  try {
    if (setup.role === 'reader') return serveReads(setup)
    if (setup.role === 'views') return serveViews(setup)
    return serveWrites(setup, post)
  } catch (problem) {
    return { error: carried(setup, problem) }
  }
}

function serveWrites(
  setup: Extract<WorkerSetup, { role: 'writer' | 'memory' }>,
  post: (message: Message) => void,
): Serving {
  const stores = setup.role === 'memory' ? openStoresInMemory() : openStores(setup.files)
  const { mirror, ledger, mirrorRebuilt, isWritable } = stores
  const writer = createWriter({
    mirror,
    ledger,
    now: Date.now,
    onChanged: (resources) => post({ kind: 'changed', resources }),
    onTrouble: (problem) => carried(setup, problem),
  })
  // Runs before the mirror is updated from the ledger: the mirror may be the only record of a lost write.
  const ledgerReport = setup.role === 'writer' && isWritable ? reportOnLedger(stores, Date.now()) : null
  settleAtOpening(writer)
  const stopChecking = checkTotalsLater(writer)
  const reads = setup.role === 'memory' ? createReaderCalls(createReader(mirror, ledger)) : {}
  return {
    handlers: { ...createWriterCalls(writer), ...reads },
    report: { mirrorRebuilt, ledgerReport, isWritable },
    close() {
      stopChecking()
      writer.batch.end()
      mirror.close()
      ledger.close()
      if (setup.role === 'writer' && isWritable) leaveReadable(setup.files)
    },
  }
}

/** A reader learns nothing at its opening that the writer does not report. */
const nothingFound: OpeningReport = { mirrorRebuilt: false, ledgerReport: null, isWritable: false }

function serveReads(setup: Extract<WorkerSetup, { role: 'reader' }>): Serving {
  const { mirror, ledger } = openStoresForReading(setup.files)
  const views = createViewsWorker(setup)
  return {
    handlers: createReaderCalls(
      createReader(mirror, ledger, { buildElsewhere: views.build, copyElsewhere: views.copy }),
    ),
    report: nothingFound,
    async close() {
      await views.close()
      mirror.close()
      ledger.close()
    },
  }
}

function serveViews(setup: Extract<WorkerSetup, { role: 'views' }>): Serving {
  const { mirror, ledger } = openStoresForReading(setup.files)
  return {
    handlers: createViewsCalls(createViewBuilder({ mirror, versions: createVersions(mirror) })),
    report: nothingFound,
    close() {
      mirror.close()
      ledger.close()
    },
  }
}

/** A full disk must not prevent reading; the ledger's changes are then shown after the next write, and figures computed by reads. */
function settleAtOpening(writer: Writer): void {
  try {
    settleMirror(writer)
    writer.batch.write(() => {})
    writer.batch.commit()
  } catch (problem) {
    if (isDamage(problem)) throw problem
  }
}

/** An error for another thread; damage is recorded for the next opening. */
function carried(setup: WorkerSetup, problem: unknown): CarriedError {
  const error = carryError(toCacheError(problem))
  if (setup.role !== 'memory' && error.code === 'cache/damaged') reportDamage(setup.files.folder)
  return error
}

type ViewsWorker = { build: BuildElsewhere; copy: CopyElsewhere; close(): Promise<void> }

/**
 * The worker that builds views of large lists for a reader, so that no other read waits while a million rows are sorted. Started
 * by the first such view: a small firm never starts one. If it dies, the next view starts another.
 */
function createViewsWorker({ files, workerUrl }: Extract<WorkerSetup, { role: 'reader' }>): ViewsWorker {
  type Started = { worker: WorkerClient<ViewsCalls>; opened: ReturnType<WorkerClient<ViewsCalls>['open']> }
  let started: Started | undefined
  const begin = (): Started => {
    const worker = startWorker<ViewsCalls>({ workerUrl: new URL(workerUrl), setup: { role: 'views', files } })
    return { worker, opened: worker.open() }
  }
  const ask = async <Answer>(call: (calls: CallsOf<ViewsCalls>) => Promise<Answer>): Promise<Answer> => {
    started ??= begin()
    const current = started
    try {
      const { calls } = await current.opened
      return await call(calls)
    } catch (problem) {
      if (problem instanceof AppError && problem.code === 'cache/not-open' && started === current) started = undefined
      throw problem
    }
  }
  return {
    build: (view) => ask((calls) => calls.buildView(view)),
    copy: (copied) => ask((calls) => calls.copyColumn(copied)),
    close: async () => started?.worker.close(),
  }
}

/** The types of the callers rule this out: a bug of ours. */
function unknownCall(): AppError {
  return new AppError('internal/unexpected', {
    message: 'Something went wrong inside Steward.',
    nextStep: 'Restart Steward.',
    detail: 'a data worker was asked for what it does not serve',
  })
}

if (parentPort) start(parentPort, workerData)
