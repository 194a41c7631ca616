import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStore } from '../../../electron/data/connection-store.ts'
import { makeFolder, openStore, removeFolder } from './support/open-store.ts'
import { anEdit, step } from './support/operations.ts'
import { anIndividual } from './support/records.ts'

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

test('a draft outlives the end of the worker in the next instant, and other settings are none', async () => {
  await store.writeLedger('places.setMe', { user_id: 'user_1' })
  await store.writeLedger('drafts.keep', { name: 'household_1', json: '{"values":1}' })
  await store.writeLedger('drafts.keep', { name: 'household_1', json: '{"values":2}' })
  await store.writeLedger('drafts.keep', { name: 'new:households', json: '{}' })
  await store.terminate()
  store = await openStore(folder)
  expect(await store.read('drafts.list', {})).toEqual([
    { name: 'household_1', json: '{"values":2}' },
    { name: 'new:households', json: '{}' },
  ])
})

test('a draft that was saved or discarded is forgotten', async () => {
  await store.writeLedger('drafts.keep', { name: 'household_1', json: '{}' })
  await store.writeLedger('drafts.keep', { name: 'household_1', json: null })
  await store.writeLedger('drafts.keep', { name: 'household_2', json: null })
  expect(await store.read('drafts.list', {})).toEqual([])
})

test('a draft that was saved is gone as soon as the save is kept, whatever ends in the next instant', async () => {
  await store.writeLedger('drafts.keep', { name: 'client_profile_1', json: '{"values":1}' })
  await store.writeLedger('drafts.keep', { name: 'client_profile_2', json: '{"values":2}' })
  const edit = anEdit(1, 'individuals', anIndividual(1), { city: 'Turin' })
  await store.outbox.commit({ ...step(edit), draft: 'client_profile_1' })
  await store.terminate()
  store = await openStore(folder)
  expect(await store.read('drafts.list', {})).toEqual([{ name: 'client_profile_2', json: '{"values":2}' }])
  expect((await store.outbox.load()).operations.map(({ id }) => id)).toEqual([edit.id])
})
