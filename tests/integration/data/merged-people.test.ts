import { expect, onTestFinished, test } from 'vitest'
import { localToday } from '../../../shared/domain/days.ts'
import type { EstateNode } from '../../../shared/ipc/estate.ts'
import { makeFolder, openStore, removeFolder, sweep } from './support/open-store.ts'
import { aHousehold, anEntity, anIndividual, aUser } from './support/records.ts'

const person = (nth: number): EstateNode => ({ resource: 'individuals', id: `client_profile_${nth}` })
const entity = (nth: number): EstateNode => ({ resource: 'entities', id: `entity_${nth}` })

test('what this computer alone stores of a household moves to the one that is kept when a merge ends', async () => {
  const folder = makeFolder()
  const store = await openStore(folder)
  onTestFinished(async () => {
    await store.close()
    removeFolder(folder)
  })
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2), aHousehold(3)]])
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(2), anIndividual(3)]])
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  const [kept, dropped] = ['household_1', 'household_2']
  const setApart = (one_id: string, other_id: string) =>
    store.writeLedger('doubles.setApart', { resource: 'households', one_id, other_id, apart: true })
  await setApart(kept, dropped)
  await setApart(dropped, 'household_3')
  await store.writeLedger('changes.look', { household_id: dropped, to: 7 })
  const record = { resource: 'households' as const, id: dropped }
  const date = { kind: 'review', title: 'Review', date: localToday(), every: 'year', until: null } as const
  await store.writeLedger('dates.add', { id: 'date-1', household_id: dropped, record, fields: date, source: null })
  await store.writeLedger('places.setFavourite', { ...record, favourite: true })
  const met = { met_at: '2026-03-01T12:00:00.000Z', note: 'Spoke about the boat.' }
  await store.writeLedger('changes.meet', { household_id: dropped, id: 'met-1', meeting: met })
  const except = (rule_id: string, id: string, reason: string) =>
    store.writeLedger('rules.setException', {
      rule_id,
      household_id: id,
      record: { resource: 'households', id },
      reason,
    })
  await except('will', dropped, 'Abroad')
  await except('trust', dropped, 'From the second')
  await except('trust', kept, 'From the first')
  const own = { amount: { usd: 5, year: 2026 }, primaries: null, is_off: false }
  await store.writeLedger('estate.setAmount', { household_id: dropped, own })
  const link = { id: 'role', from: person(3), to: entity(2), role: 'Trustee', origin: 'drawn' } as const
  await store.writeLedger('estate.addLink', { ...link, household_id: dropped })

  const merged = [{ resource: 'households' as const, from_id: dropped, to_id: kept, household_id: kept }]
  await store.outbox.commit({ operations: [], events: [], merged })

  const { one, other } = await store.read('doubles.compareHouseholds', { one_id: kept, other_id: dropped })
  expect(one.own).toEqual({
    ...{ dates: 1, meetings: 1, roles: 1, exceptions: 2, apart: 1 },
    ...{ has_amount: true, is_favorite: true, is_pinned: false },
  })
  expect(other.own).toMatchObject({ dates: 0, meetings: 0, roles: 0, exceptions: 1, apart: 0, is_favorite: false })
  const lookedAt = (household_id: string) => store.read('changes.household', { household_id })
  expect(await lookedAt(kept)).toMatchObject({ looked_at: null, looked_to: 0 })
  expect(await lookedAt(dropped)).toMatchObject({ looked_at: null, looked_to: 0 })
  const { meetings } = await store.read('changes.meetings', { household_id: kept })
  expect(meetings).toEqual([{ id: 'met-1', ...met }])
  const exceptions = await store.read('rules.exceptions', { household_id: kept })
  expect(exceptions.map(({ rule_id, reason }) => `${rule_id}: ${reason}`).toSorted()).toEqual([
    'trust: From the first',
    'will: Abroad',
  ])
})

test('what this computer alone stores of a person moves to the one that is kept when a merge ends', async () => {
  const folder = makeFolder()
  const store = await openStore(folder)
  onTestFinished(async () => {
    await store.close()
    removeFolder(folder)
  })
  await sweep(store, 'users', [[aUser(1)]])
  await sweep(store, 'households', [[aHousehold(1), aHousehold(2)]])
  await sweep(store, 'individuals', [[anIndividual(1), anIndividual(2), anIndividual(3)]])
  await sweep(store, 'entities', [[anEntity(1), anEntity(2)]])
  const [kept, dropped] = [person(1), person(2)]
  const date = { kind: 'review', title: 'Review', date: localToday(), every: 'year', until: null } as const
  const record = { resource: 'individuals' as const, id: dropped.id }
  await store.writeLedger('dates.add', {
    ...{ id: 'date-1', household_id: 'household_2', record, fields: date, source: null },
  })
  await store.writeLedger('places.setFavourite', { ...record, favourite: true })
  const link = (id: string, from: EstateNode, to: EstateNode, role: string) =>
    store.writeLedger('estate.addLink', { id, household_id: 'household_1', from, to, role, origin: 'drawn' })
  await link('own', kept, entity(1), 'Trustee')
  await link('same', dropped, entity(1), 'Trustee')
  await link('moved', dropped, entity(2), 'Grantor')
  await link('between', dropped, kept, 'Advisor')

  const merged = [
    { resource: 'individuals' as const, from_id: dropped.id, to_id: kept.id, household_id: 'household_1' },
  ]
  await store.outbox.commit({ operations: [], events: [], merged })

  const { dates } = await store.read('dates.ofRecord', { resource: 'individuals', id: kept.id })
  expect(dates.map(({ id }) => id)).toEqual(['date-1'])
  expect((await store.read('dates.ofRecord', record)).dates).toEqual([])
  const ofHousehold = await store.read('dates.ofHousehold', { household_id: 'household_1' })
  expect(ofHousehold.dates.map(({ id }) => id)).toEqual(['date-1'])
  expect((await store.read('places.favourites', {})).map(({ id }) => id)).toEqual([kept.id])
  expect(await rolesOf(kept.id)).toEqual(['Trustee entity_1', 'Grantor entity_2'])
  expect(await rolesOf(dropped.id)).toEqual([])

  async function rolesOf(id: string) {
    const { links } = await store.read('estate.roles', { resource: 'individuals', id })
    return links.map(({ role, to }) => `${role} ${to.id}`)
  }
})
