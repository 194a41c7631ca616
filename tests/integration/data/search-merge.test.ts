import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { createIdleMerge, createSearchMerge } from '../../../electron/data/mirror/search-index.ts'
import type { WritableDatabase } from '../../../electron/data/open-database.ts'
import { openStores, openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { applyRecord } from '../../../electron/data/records.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import { ledgerKey, lookInto, makeFolder, mirrorKey, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, bodyOf, many, pageOf } from './support/records.ts'

const keys = { mirror: { key: mirrorKey, created: false }, ledger: { key: ledgerKey, created: false } }

let folder: string
let store: OpenedStore

beforeEach(async () => {
  folder = makeFolder()
  store = await openStore(folder)
})
afterEach(async () => {
  await store.close()
  removeFolder(folder)
})

const person = (n: number) =>
  anIndividual(n, { first_name: `Person${n}`, last_name: `Of${(n * 7919) % 10_007}`, city: `City${n % 997}` })

const fail = (problem: unknown) => {
  throw problem
}

/** Households first, then people: the two loads leave segments of their own. */
async function load(people: number): Promise<void> {
  await sweep(store, 'households', [many(aHousehold, 600)])
  await sweep(store, 'individuals', [many(person, people)])
}

/** FTS5 writes each of its segments under a number of its own, from the 37th bit on. */
const segmentsIn = (db: WritableDatabase) =>
  ['search', 'search_name'].map((index) =>
    db
      .prepare<[], number>(`SELECT count(DISTINCT id >> 37) FROM ${index}_data WHERE id >> 37 BETWEEN 1 AND 65535`)
      .pluck()
      .get(),
  )

const segments = () => lookInto(folder, 'mirror', segmentsIn)

/** Pages of the write-ahead log that are not in the database yet. */
const logged = (db: WritableDatabase) => {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
  return state ? state.log - state.checkpointed : 0
}

const found = async (text: string) =>
  (await store.read('search.query', { text, limit: 50 })).hits.map(({ resource, id }) => `${resource} ${id}`)

const words = ['person1', 'person599', 'city7', 'of79', 'household 3', 'p']

test('after a first load the search index becomes one segment, and finds the same', async () => {
  await load(9000)
  expect(Math.max(...segments().map(Number))).toBeGreaterThan(1)
  expect(lookInto(folder, 'mirror', logged)).toBeGreaterThan(1000)
  const before = await Promise.all(words.map(found))
  expect(before.map((hits) => hits.length > 0)).toEqual(words.map(() => true))
  await store.searchMerged()
  expect(segments()).toEqual([1, 1])
  expect(await Promise.all(words.map(found))).toEqual(before)
  // No later commit has to copy the write-ahead log of the load.
  expect(lookInto(folder, 'mirror', logged)).toBeLessThan(1000)
})

test('merging begins when the last of several first loads has ended', async () => {
  const { sweepId } = await store.beginSweep('individuals')
  const first = pageOf(many(person, 300), { endCursor: 'next', hasNext: true, total: 600 })
  await store.applyPage({ sweepId, after: null, bytes: first }, () => {})
  await sweep(store, 'households', [many(aHousehold, 600)])
  await sweep(store, 'entities', [many(anEntity, 600)])
  await store.searchMerged()
  expect(Math.max(...segments().map(Number))).toBeGreaterThan(1)
  const second = pageOf(many(person, 300, 301), { total: 600 })
  await store.applyPage({ sweepId, after: 'next', bytes: second }, () => {})
  await store.completeSweep(sweepId)
  await store.searchMerged()
  expect(segments()).toEqual([1, 1])
})

test('a list that the service refuses does not keep the others from being merged', async () => {
  await store.beginSweep('documents')
  await load(3000)
  expect(Math.max(...segments().map(Number))).toBeGreaterThan(1)
  await store.searchMerged()
  expect(segments()).toEqual([1, 1])
})

test('merging goes on at the next opening, after a kill as well as after a close', async () => {
  await load(3000)
  await store.terminate()
  expect(Math.max(...segments().map(Number))).toBeGreaterThan(1)
  store = await openStore(folder)
  await store.close()
  expect(Math.max(...segments().map(Number))).toBeGreaterThan(1)
  store = await openStore(folder)
  await store.searchMerged()
  expect(segments()).toEqual([1, 1])
  expect(await found('person2999')).toEqual(['individuals client_profile_2999'])
})

test('a call that arrives while the index is merged waits for one step at most, and its record is found', async () => {
  await load(3000)
  await store.close()
  const stores = openStores({ folder, ...keys })
  const writer = createWriter({ ...stores, now: Date.now, onChanged: () => {} })
  const calls = new MessageChannel()
  const order: string[] = []
  const merge = createSearchMerge(stores.mirror, 4)
  const step = () => {
    // Calls of other threads arrive as messages, too.
    if (order.length === 2)
      calls.port1.postMessage(bodyOf(anIndividual(5, { first_name: 'Zuleika', last_name: 'Abel' })))
    order.push('step')
    return merge.step()
  }
  calls.port2.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
    applyRecord(writer, 'individuals', bytes)
    writer.batch.commit()
    order.push('saved')
  })
  const idle = createIdleMerge({ mirror: stores.mirror, merge: { step }, onTrouble: fail })
  idle.start(0)
  await idle.done()
  expect(order.slice(0, 4)).toEqual(['step', 'step', 'step', 'saved'])
  expect(order.lastIndexOf('step')).toBeGreaterThan(5)
  calls.port1.close()
  writer.batch.end()
  stores.mirror.close()
  stores.ledger.close()
  store = await openStore(folder)
  expect(await found('zuleika')).toEqual(['individuals client_profile_5'])
  expect(await found('person5')).not.toContain('individuals client_profile_5')
})

test('nothing is merged inside the transaction of a batch, and again after it', async () => {
  const { mirror, ledger } = openStoresInMemory()
  let steps = 0
  const step = () => {
    steps += 1
    return steps < 3
  }
  const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>()
  const watched = {
    get inTransaction() {
      hasLooked()
      return mirror.inTransaction
    },
    pragma: mirror.pragma.bind(mirror),
  }
  const idle = createIdleMerge({ mirror: watched, merge: { step }, onTrouble: fail })
  mirror.exec('BEGIN')
  idle.start(0)
  await looked
  expect(steps).toBe(0)
  mirror.exec('COMMIT')
  idle.wake()
  await idle.done()
  expect(steps).toBe(3)
  mirror.close()
  ledger.close()
})
