import { AppError, type AppErrorCode, toAppError } from '../../shared/domain/app-error.ts'
import type { ListedResource, Resource } from '../../shared/service/resource.ts'
import type {
  ListedAnswer,
  ListName,
  PageCounts,
  PageOutcome,
  ReadName,
  SweepEnd,
  SweepStart,
  ValuationAges,
} from './connection-store.ts'
import type { HeldWriteName } from './file-rows.ts'
import type { LedgerWriteName } from './ledger/ledger-calls.ts'
import type { StoreFiles } from './open-stores.ts'
import type { OutboxCommit, OutboxStore } from './outbox-store.ts'
import type { BuiltView } from './reads/build-view.ts'
import type { View } from './reads/view.ts'
import type { LedgerReport } from './recovery/ledger-report.ts'
import type { ValuationAnswer } from './valuations.ts'

/**
 * The role of a worker: sweeps and writes; reads; building large views for the reader that started it; or reads and writes on one
 * pair of in-memory stores. `workerUrl` is the code of the reader's own worker.
 */
export type WorkerSetup =
  | { role: 'writer' | 'views'; files: StoreFiles }
  | { role: 'reader'; files: StoreFiles; workerUrl: string }
  | { role: 'memory' }

/** Every call that a worker answers, with its input and output. */
export type Calls = {
  open: { input: null; output: { mirrorRebuilt: boolean; ledgerReport: LedgerReport | null; isWritable: boolean } }
  read: { input: { name: ReadName; input: unknown }; output: unknown }
  readText: { input: { name: ListName; input: unknown }; output: string }
  /** The rows are in shared memory. */
  buildView: { input: View; output: BuiltView }
  beginSweep: { input: ListedResource; output: SweepStart }
  /** Its outcome is sent first, as a {@link PageRead}. */
  applyPage: { input: { sweepId: number; after: string | null; bytes: Uint8Array<ArrayBuffer> }; output: PageCounts }
  flush: { input: null; output: null }
  completeSweep: { input: number; output: SweepEnd }
  abandonSweep: { input: number; output: null }
  removeRecords: { input: { resource: ListedResource; ids: readonly string[] }; output: null }
  applyRecord: { input: { resource: ListedResource; bytes: Uint8Array<ArrayBuffer> }; output: null }
  applyListed: { input: { resource: ListedResource; bytes: Uint8Array<ArrayBuffer> }; output: ListedAnswer }
  entitiesToValue: { input: { limit: number; notCheckedSince: string }; output: { ids: string[]; total: number } }
  applyValuation: { input: ValuationAnswer; output: PageCounts }
  refuseValuation: { input: { entityId: string; status: number }; output: null }
  valuationAges: { input: null; output: ValuationAges }
  completeValuations: { input: null; output: null }
  keep: { input: { name: LedgerWriteName; input: unknown }; output: null }
  keepHeld: { input: { name: HeldWriteName; input: unknown }; output: null }
  outboxLoad: { input: null; output: Awaited<ReturnType<OutboxStore['load']>> }
  outboxCommit: { input: OutboxCommit; output: null }
  outboxSetAllPaused: { input: boolean; output: null }
  lastComplete: { input: null; output: Partial<Record<Resource, string>> }
  close: { input: null; output: null }
}

export type CallName = keyof Calls

export type Request = { [Name in CallName]: { number: number; call: Name; input: Calls[Name]['input'] } }[CallName]

export type PageRead = { kind: 'page-read'; number: number; outcome: PageOutcome }
export type Message =
  | { kind: 'answer'; number: number; output: unknown }
  | { kind: 'failure'; number: number; error: CarriedError }
  | PageRead
  | { kind: 'changed'; resources: Resource[] }

/** An AppError as it crosses threads: without its cause, which may quote client data. */
export type CarriedError = { code: AppErrorCode; message: string; nextStep: string; detail: string | undefined }

export function carryError(thrown: unknown): CarriedError {
  const { code, message, nextStep, detail } = toAppError(thrown)
  return { code, message, nextStep, detail }
}

export function uncarryError({ code, message, nextStep, detail }: CarriedError): AppError {
  return new AppError(code, { message, nextStep, ...(detail === undefined ? {} : { detail }) })
}
