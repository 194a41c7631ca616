import { expect, test } from 'vitest'
import { openStoresInMemory } from '../../../electron/data/open-stores.ts'
import { settleMirror } from '../../../electron/data/overlay/replay-ledger.ts'
import {
  applyRecord,
  applyValuation,
  completeValuations,
  entitiesToValue,
  forgetFutureTimes,
  refuseValuation,
  valuationAges,
} from '../../../electron/data/records.ts'
import { applyPage, completeSweep } from '../../../electron/data/sweep/apply-sweep.ts'
import { createWriter } from '../../../electron/data/writer.ts'
import type { ListedResource } from '../../../shared/service/resource.ts'
import { aHousehold, anEntity, anIndividual, aValuation, bodyOf, pageOf } from './support/records.ts'

const day = 86_400_000
const hour = 3_600_000
const today = Date.UTC(2026, 0, 10)

function createCopy() {
  const stores = openStoresInMemory()
  const clock = { now: today }
  const writer = createWriter({ ...stores, now: () => clock.now, onChanged: () => {} })
  settleMirror(writer)
  const begin = (resource: ListedResource) =>
    writer.batch.write(() => {
      writer.pages.settle(resource)
      return writer.sweeps.begin(resource, clock.now)
    })
  const one = (sql: string) => stores.mirror.prepare<[], number | null>(sql).pluck().get()
  return {
    clock,
    writer,
    begin,
    async sweep(resource: ListedResource, records: readonly unknown[]) {
      const { sweepId } = begin(resource)
      applyPage(writer, { sweepId, after: null, bytes: pageOf(records, { total: records.length }) }, () => {})
      await completeSweep(writer, sweepId)
    },
    value: (entity: number) =>
      applyValuation(writer, {
        entityId: `entity_${entity}`,
        bytes: bodyOf(aValuation(entity, { entity_id: `entity_${entity}` })),
      }),
    refuse: (entity: number) => refuseValuation(writer, { entityId: `entity_${entity}`, status: 403 }),
    /** Entities whose valuations were not checked in the last hour. */
    due: () => {
      const since = new Date(clock.now - hour).toISOString()
      return entitiesToValue(writer, { limit: 10, notCheckedSince: since, notRefusedSince: since }).ids.toSorted()
    },
    read: (person: number) => applyRecord(writer, 'individuals', bodyOf(anIndividual(person))),
    completeOf: (resource: string) =>
      one(`SELECT complete_ended_at FROM resource_state WHERE resource = '${resource}'`) ?? null,
    checkedOf: (person: number) => one(`SELECT checked_at FROM individuals WHERE id = 'client_profile_${person}'`),
    refusals: () => one('SELECT count(*) FROM valuation_refusal'),
    counts: () =>
      ['individuals', 'entities', 'households', 'valuations'].map((table) => one(`SELECT count(*) FROM ${table}`)),
  }
}

const people = [anIndividual(1), anIndividual(2)]
const entities = [anEntity(1), anEntity(2), anEntity(3)]

/** A copy that was read today: three entities, of which two have a valuation, and the third one’s was refused. */
async function createRead() {
  const copy = createCopy()
  await copy.sweep('individuals', people)
  await copy.sweep('entities', entities)
  copy.value(1)
  copy.value(2)
  copy.refuse(3)
  completeValuations(copy.writer)
  return copy
}

test('what a clock two days ahead noted counts as never checked once the clock is right, and nothing is lost', async () => {
  const copy = await createRead()
  copy.clock.now = today + 2 * day
  await copy.sweep('individuals', people)
  copy.value(1)
  copy.refuse(3)
  copy.read(2)
  const open = copy.begin('households')
  applyPage(
    copy.writer,
    {
      sweepId: open.sweepId,
      after: null,
      bytes: pageOf([aHousehold(1)], { endCursor: 'c1', hasNext: true, total: 2 }),
    },
    () => {},
  )
  const before = copy.counts()
  copy.clock.now = today + hour / 2
  forgetFutureTimes(copy.writer)
  expect(copy.due()).toEqual(['entity_1', 'entity_3'])
  expect(copy.refusals()).toBe(0)
  expect(valuationAges(copy.writer)).toEqual({
    checkedFrom: new Date(today).toISOString(),
    neverChecked: 2,
    refused: [],
  })
  expect(copy.completeOf('individuals')).toBeNull()
  expect(copy.completeOf('entities')).toBe(today)
  expect(copy.completeOf('valuations')).toBe(today)
  expect(copy.checkedOf(2)).toBeLessThanOrEqual(copy.clock.now)
  // The walk of a list that was begun in the future begins again at the first page.
  expect(copy.begin('households')).toMatchObject({ after: null, received: 0 })
  expect(copy.counts()).toEqual(before)
})

test('a refusal that a wrong clock noted is forgotten, though nothing else is in the future', async () => {
  const copy = await createRead()
  copy.clock.now = today + 2 * day
  copy.refuse(3)
  copy.clock.now = today
  forgetFutureTimes(copy.writer)
  expect(copy.refusals()).toBe(0)
  expect(copy.due()).toEqual(['entity_3'])
})

test('a person who was read alone while the clock was wrong counts as checked with the list, though nothing else is in the future', async () => {
  const copy = await createRead()
  copy.clock.now = today + 2 * day
  copy.read(2)
  copy.clock.now = today + hour
  forgetFutureTimes(copy.writer)
  expect(copy.checkedOf(2)).toBe(0)
  expect(copy.due()).toEqual([])
  // Noticed once: a record that is read at the right time stays as it is.
  copy.read(2)
  forgetFutureTimes(copy.writer)
  expect(copy.checkedOf(2)).toBe(today + hour)
})

test('times up to this moment stay', async () => {
  const copy = await createRead()
  forgetFutureTimes(copy.writer)
  expect(copy.completeOf('individuals')).toBe(today)
  expect(copy.due()).toEqual([])
  expect(copy.refusals()).toBe(1)
  // A clock that was behind has noted times that are too old: they only make more due.
  copy.clock.now = today + 2 * day
  forgetFutureTimes(copy.writer)
  expect(copy.due()).toEqual(['entity_1', 'entity_2', 'entity_3'])
  expect(copy.completeOf('individuals')).toBe(today)
})
