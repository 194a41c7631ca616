import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { createUndoWorld, type UndoWorld } from './support/undo-world.ts'

const worlds: UndoWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end()
})

async function open(graceMs?: number): Promise<UndoWorld> {
  const world = await createUndoWorld(graceMs)
  worlds.push(world)
  return world
}

type Act = (world: UndoWorld) => Promise<unknown>

const person = fc.constantFrom('a', 'b', 'c')
const act = (name: string, run: Act) => ({ run, toString: () => name })

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(act('create', (world) => world.create())) },
    { weight: 5, arbitrary: person.map((who) => act(`edit ${who}`, (world) => world.edit([who]))) },
    { weight: 2, arbitrary: fc.constant(act('edit a created person', (world) => world.editCreated())) },
    { weight: 2, arbitrary: fc.constant(act('bulk edit', (world) => world.edit(['a', 'b', 'c']))) },
    { weight: 1, arbitrary: person.map((who) => act(`delete ${who}`, (world) => world.remove(who))) },
    { weight: 6, arbitrary: fc.nat(3).map((back) => act(`undo save -${back}`, (world) => world.undoSave(back))) },
    { weight: 2, arbitrary: fc.constant(act('undo the latest', (world) => world.undoLatest())) },
    { weight: 2, arbitrary: fc.nat(5).map((nth) => act(`send ${nth} now`, (world) => world.sendOne(nth))) },
    { weight: 1, arbitrary: fc.constant(act('send now', (world) => world.sendAll())) },
    {
      weight: 6,
      arbitrary: fc.integer({ min: 0, max: 70_000 }).map((ms) => act(`wait ${ms}`, (world) => world.pass(ms))),
    },
    { weight: 2, arbitrary: fc.constant(act('restart', (world) => world.restart())) },
    {
      weight: 2,
      arbitrary: fc
        .integer({ min: -7_200_000, max: 7_200_000 })
        .map((ms) => act(`set the clock ${ms}`, async (world) => world.setClock(ms))),
    },
  ),
  { minLength: 8, maxLength: 30 },
)

it('the outbox never sends what was undone in time, and sends everything else exactly once, whatever happens in between', async () => {
  let undone = 0
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      const world = await createUndoWorld()
      try {
        for (const { run } of plan) await run(world)
        // No period is longer than a minute, wherever the clock was set.
        await world.pass(61_000)
        expect(world.outbox().counts()).toEqual({ open: 0, attention: 0 })
        expect(world.problems()).toEqual([])
        undone += world.undone()
      } finally {
        await world.end()
      }
    }),
    propertyRuns(600),
  )
  expect(undone).toBeGreaterThan(5)
})

it('the outbox sends nothing before its period is over, a deletion after a minute, and at once what the user asks to send', async () => {
  const world = await open()
  await world.edit(['a'])
  await world.remove('b')
  await world.pass(9_900)
  expect(world.sent()).toEqual([])
  await world.pass(200)
  expect(world.sent()).toEqual(['PUT a'])
  await world.pass(49_800)
  expect(world.sent()).toEqual(['PUT a'])
  await world.pass(200)
  expect(world.sent()).toEqual(['PUT a', 'DELETE b'])
  await world.edit(['a'])
  await world.edit(['c'])
  await world.sendOne(1)
  await world.pass(0)
  expect(world.sent()).toEqual(['PUT a', 'DELETE b', 'PUT c'])
  await world.sendAll()
  await world.pass(0)
  expect(world.sent()).toEqual(['PUT a', 'DELETE b', 'PUT c', 'PUT a'])
})

it('the outbox waits out the rest of the period after a restart, and can still be undone then', async () => {
  const world = await open()
  await world.edit(['a'])
  await world.edit(['b'])
  await world.pass(6_000)
  await world.restart()
  await world.pass(3_000)
  expect(world.sent()).toEqual([])
  await world.undoLatest()
  await world.pass(2_000)
  expect(world.sent()).toEqual(['PUT a'])
  expect(world.problems()).toEqual([])
})

it('the outbox undoes the last of several edits and keeps the ones before, in their own period', async () => {
  const world = await open()
  await world.create()
  await world.pass(4_000)
  await world.editCreated()
  await world.undoSave(0)
  await world.pass(6_100)
  expect(world.sent()).toEqual(['POST Person 1'])
  expect(world.problems()).toEqual([])
  await expect(world.outbox().undo({ latest: true })).rejects.toMatchObject({ code: 'outbox/nothing-to-undo' })
})

it('the outbox undoes the older of two edits that are sent together, and keeps the newer one', async () => {
  const world = await open()
  await world.edit(['a'])
  const base = { id: 'a', city: 'City 1' }
  const later = { action: 'update', resource: 'individuals', record_id: 'a', base, fields: { suffix: 'Jr.' } } as const
  await world.outbox().saveAll([later])
  const [first] = world.offers()
  expect(world.outbox().undoableUntil(String(first?.save_id))).not.toBeNull()
  await world.undoSave(0)
  expect(world.outbox().undoableUntil(String(first?.save_id))).toBeNull()
  await world.pass(10_100)
  expect(world.sent()).toEqual(['PUT a'])
  expect(world.problems()).toEqual([])
  await expect(world.outbox().undo({ save_id: String(first?.save_id) })).rejects.toMatchObject({
    code: 'outbox/nothing-to-undo',
  })
})

it('the outbox offers no undo any more once the change is sent before its period is over', async () => {
  const world = await open()
  await world.edit(['a'])
  const [offer] = world.offers()
  expect(world.outbox().undoableUntil(String(offer?.save_id))).toBe(offer?.until)
  await world.sendAll()
  await world.pass(0)
  expect(world.sent()).toEqual(['PUT a'])
  expect(world.outbox().undoableUntil(String(offer?.save_id))).toBeNull()
})

it('the outbox gives a folded edit and what it was folded into a new period, because they are sent together', async () => {
  const world = await open()
  await world.create()
  await world.pass(8_000)
  await world.editCreated()
  await world.pass(8_000)
  expect(world.sent()).toEqual([])
  await world.pass(2_100)
  expect(world.sent()).toEqual(['POST Person 1'])
})

it('the outbox brings the unsent edit back when the deletion that replaced it is undone', async () => {
  const world = await open()
  await world.edit(['a'])
  await world.remove('a')
  await world.undoSave(0)
  await world.pass(10_100)
  expect(world.sent()).toEqual(['PUT a'])
  expect(world.problems()).toEqual([])
})

it('the outbox deletes once what is deleted twice, and takes it back for both', async () => {
  const world = await open()
  await world.remove('a')
  await world.remove('a')
  const [first, second] = world.offers()
  expect(second).toEqual(first)
  await world.undoSave(0)
  await world.pass(61_000)
  expect(world.sent()).toEqual([])
  expect(world.problems()).toEqual([])
})

it('the outbox sends at once, and offers no undo, where the user chose that nothing waits', async () => {
  const world = await open(0)
  await world.remove('a')
  await world.pass(0)
  expect(world.sent()).toEqual(['DELETE a'])
  expect(world.offers()).toEqual([null])
})

const newPerson = (first_name: string): Write => ({
  action: 'create',
  resource: 'individuals',
  fields: { first_name, last_name: 'Imported', household_id: `household_${first_name}` },
})

it('the outbox sends nothing of a save of several steps before it ends, and then all of it can be undone as one', async () => {
  const world = await open()
  const outbox = world.outbox()
  const step = (name: string) => outbox.saveAll([newPerson(name)], { saveId: 'import', more: true })
  await step('Ada')
  await world.pass(90_000)
  await step('Bea')
  await world.pass(500)
  await step('Cleo')
  expect(world.sent()).toEqual([])
  const offer = await outbox.endSave('import')
  expect(offer).toEqual({ save_id: 'import', until: '2026-11-21T12:01:40.500Z' })
  await world.pass(9_900)
  expect(world.sent()).toEqual([])
  expect(await outbox.undo({ save_id: 'import' })).toHaveLength(3)
  await world.pass(120_000)
  expect(world.sent()).toEqual([])
  expect(outbox.counts()).toEqual({ open: 0, attention: 0 })
})

it('the outbox sends a save of several steps once its time is over, also one that a crash cut short', async () => {
  const world = await open()
  const step = (name: string) => world.outbox().saveAll([newPerson(name)], { saveId: 'import', more: true })
  await step('Ada')
  await world.pass(30_000)
  await step('Bea')
  await world.outbox().endSave('import')
  await world.pass(10_001)
  expect(world.sent()).toEqual(['POST Ada', 'POST Bea'])
  await step('Cleo')
  await world.pass(30_000)
  expect(world.sent()).toHaveLength(2)
  await world.restart()
  await world.pass(1)
  expect(world.sent()).toEqual(['POST Ada', 'POST Bea', 'POST Cleo'])
})

it('the outbox offers nothing where nothing waits', async () => {
  const world = await open(0)
  await world.outbox().saveAll([newPerson('Ada')], { saveId: 'import', more: true })
  expect(await world.outbox().endSave('import')).toBeNull()
  await world.pass(1)
  expect(world.sent()).toEqual(['POST Ada'])
})
