import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedStore, openConnectionStore } from '../../electron/data/connection-store.ts'
import type { StoreFiles } from '../../electron/data/open-stores.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { startDataThread } from '../doubles/data-worker.ts'
import { anEdit, step } from '../integration/data/support/operations.ts'
import { anIndividual, pageOf } from '../integration/data/support/records.ts'

const people = 300
const writes = 140
const drafts = 40

/** The data that was written, for comparison with what is read. */
export type Truth = {
  /** Individuals as the service sent them. */
  served: Map<string, JsonFields>
  operations: Map<string, Operation>
  drafts: Map<string, string>
}

/** Stores with data in every kind of place, once after a clean end and once after a kill. */
export type Furnished = { root: string; ended: string; killed: string; truth: Truth; remove(): void }

export const filesIn = (folder: string): StoreFiles => ({
  folder,
  mirror: { key: 'a1'.repeat(32), created: false },
  ledger: { key: 'b2'.repeat(32), created: false },
})

export const openIn = (folder: string): Promise<OpenedStore> =>
  openConnectionStore({
    startThread: startDataThread,
    memory: false,
    ...filesIn(folder),
  })

/** Writes through the workers, as the app does. */
export async function furnish(): Promise<Furnished> {
  const root = mkdtempSync(join(tmpdir(), 'steward-stores-'))
  const [work, ended, killed] = ['work', 'ended', 'killed'].map((name) => join(root, name)) as [string, string, string]
  mkdirSync(work)
  const truth: Truth = { served: new Map(), operations: new Map(), drafts: new Map() }
  const first = await openIn(work)
  await fetchPeople(first, truth)
  await writeHalf(first, truth, 0)
  await first.close()
  cpSync(work, ended, { recursive: true })
  const later: Truth = { ...truth, operations: new Map(truth.operations), drafts: new Map(truth.drafts) }
  const second = await openIn(work)
  await writeHalf(second, later, 1)
  // No write is in progress, so a copy of the files now is what a kill would leave.
  cpSync(work, killed, { recursive: true })
  await second.close()
  return { root, ended, killed, truth: later, remove: () => rmSync(root, { recursive: true, force: true }) }
}

async function fetchPeople(store: OpenedStore, { served }: Truth): Promise<void> {
  for (let n = 0; n < people; n += 1) {
    const person = anIndividual(n, { notes: `${n} `.repeat(200) })
    served.set(person.id, person as JsonFields)
  }
  const { sweepId } = await store.beginSweep('individuals')
  const bytes = pageOf([...served.values()], { endCursor: 'end', hasNext: false, total: people })
  await store.applyPage({ sweepId, after: null, bytes }, () => {})
  await store.completeSweep(sweepId)
}

/** Each edit changes one person. Every fifth edit is already done, and drafts are long enough to need pages of their own. */
async function writeHalf(store: OpenedStore, truth: Truth, half: 0 | 1): Promise<void> {
  const own = [...truth.served.values()]
  for (let n = half * (writes / 2); n < (half + 1) * (writes / 2); n += 1) {
    const person = own[n] as JsonFields & { id: string }
    const edit = anEdit(n + 1, 'individuals', person, { city: `City ${n}` })
    const operation: Operation = n % 5 === 4 ? { ...edit, state: 'done' } : edit
    await store.outbox.commit(step(operation))
    truth.operations.set(operation.id, operation)
  }
  for (let n = half * (drafts / 2); n < (half + 1) * (drafts / 2); n += 1) {
    const json = JSON.stringify({ text: `draft ${n} `.repeat(250) })
    await store.writeLedger('drafts.keep', { name: `individuals:${n * 7919}`, json })
    truth.drafts.set(`individuals:${n * 7919}`, json)
  }
}
