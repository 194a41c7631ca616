import { AppError } from '../../shared/domain/app-error.ts'
import type { ListedResource, Resource } from '../../shared/service/resource.ts'
import { commitStep } from './commit-outbox.ts'
import type { PageOutcome, SweepStart } from './connection-store.ts'
import { loadOutbox, setAllPaused } from './ledger/operations.ts'
import { writeLedger } from './ledger/write-ledger.ts'
import { applyListed } from './listed.ts'
import { keepHeld } from './mirror/cached-files.ts'
import type { Db } from './open-database.ts'
import { ensureSettled } from './overlay/replay-ledger.ts'
import type { Calls } from './protocol.ts'
import type { ViewBuilder } from './reads/build-view.ts'
import { listText } from './reads/list-outputs.ts'
import { answerRead } from './reads/read.ts'
import type { Reader } from './reads/reader.ts'
import { applyRecord, removeRecords } from './records.ts'
import { applyPage } from './sweep/apply-page.ts'
import { abandonSweep, completeSweep } from './sweep/complete-sweep.ts'
import { applyValuation, completeValuations, entitiesToValue, refuseValuation, valuationAges } from './valuations.ts'
import type { Writer } from './writer.ts'

/** One handler per call; only `applyPage` uses `onOutcome`. */
export type Handlers = {
  [Name in keyof Calls]: (
    input: Calls[Name]['input'],
    onOutcome: (outcome: PageOutcome) => void,
  ) => Calls[Name]['output'] | Promise<Calls[Name]['output']>
}

type Parts = {
  writer: Writer | null
  reader: Reader | null
  viewBuilder: ViewBuilder | null
  opened: Calls['open']['output']
  close: () => void | Promise<void>
}

/** The handler of each call; a call that the worker's role does not serve is a bug of ours. */
export function createHandlers({ writer, reader, viewBuilder, opened, close }: Parts): Handlers {
  const write = () => writer ?? wrongRole()
  const settled = () => {
    const found = write()
    ensureSettled(found)
    return found
  }
  return {
    open: () => opened,
    read: ({ name, input }) => answerAny(reader ?? wrongRole(), name, input),
    async readText({ name, input }) {
      return listText(name, await answerAny(reader ?? wrongRole(), name, input))
    },
    buildView: (view) => (viewBuilder ?? wrongRole()).build(view),
    beginSweep: (resource) => beginSweep(settled(), resource),
    applyPage: (page, onOutcome) => applyPage(settled(), page, onOutcome),
    flush: () => nothing(write().batch.commit()),
    completeSweep: (sweepId) => completeSweep(settled(), sweepId),
    async abandonSweep(sweepId) {
      await abandonSweep(settled(), sweepId)
      return null
    },
    removeRecords: ({ resource, ids }) => nothing(removeRecords(settled(), resource, ids)),
    applyRecord: ({ resource, bytes }) => nothing(applyRecord(settled(), resource, bytes)),
    applyListed: ({ resource, bytes }) => applyListed(settled(), resource, bytes),
    entitiesToValue: (options) => entitiesToValue(write(), options),
    applyValuation: (answer) => applyValuation(settled(), answer),
    refuseValuation: (refusal) => nothing(refuseValuation(settled(), refusal)),
    valuationAges: () => valuationAges(write()),
    completeValuations: () => nothing(completeValuations(write())),
    keep: ({ name, input }) => nothing(writeLedger(write(), name, input)),
    keepHeld: ({ name, input }) => nothing(keepHeld(write(), name, input)),
    outboxLoad: () => loadOutbox(write().ledger),
    outboxCommit: (step) => nothing(commitStep(write(), step)),
    outboxSetAllPaused: (paused) => nothing(setAllPaused(write().ledger, paused)),
    lastComplete: () => lastComplete(write().mirror),
    async close() {
      await close()
      return null
    },
  }
}

/** The caller's types guarantee that the input belongs to the name. */
function answerAny(reader: Reader, name: Calls['read']['input']['name'], input: unknown): unknown {
  const answer: (reader: Reader, name: never, input: never) => unknown = answerRead
  return answer(reader, name as never, input as never)
}

function beginSweep(writer: Writer, resource: ListedResource): SweepStart {
  const { nextPage, ...start } = writer.batch.write(() => writer.sweeps.begin(resource, writer.now()))
  return { ...start, expectedCursors: writer.pages.cursorsFrom(resource, nextPage) }
}

function lastComplete(mirror: Db): Partial<Record<Resource, string>> {
  const rows = mirror
    .prepare<[], { resource: Resource; at: number }>(
      'SELECT resource, complete_ended_at AS at FROM resource_state WHERE complete_ended_at IS NOT NULL',
    )
    .all()
  return Object.fromEntries(rows.map(({ resource, at }) => [resource, new Date(at).toISOString()]))
}

function nothing(_: unknown): null {
  return null
}

function wrongRole(): never {
  throw new AppError('internal/unexpected', {
    message: 'Something went wrong inside Steward.',
    nextStep: 'Restart Steward.',
    detail: 'a data worker was asked for what it does not serve',
  })
}
