import { expect, test } from 'vitest'
import type { OutboxCommit } from '../../../electron/data/ledger/operations.ts'
import {
  type Batching,
  createCommitQueue,
  createOpenOperations,
  transition,
} from '../../../electron/outbox/operations.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { aCreate, anOperation, at } from './operations.ts'

const nobody: Batching = { isExpected: () => false, rest: () => Promise.resolve() }

/**
 * Creates a queue over edits e1, e2, … and a creation c1; `kept` has the ids of each commit, in the order in which they reach the
 * disk.
 */
function arrange({ edits = 4, batching = nobody, fails = (_: OutboxCommit): boolean => false } = {}) {
  const updates = Array.from({ length: edits }, (_, nth) =>
    anOperation({ id: `e${nth + 1}`, seq: nth + 1, record_id: `client_profile_${nth + 1}` }),
  )
  const operations = createOpenOperations([...updates, aCreate({ id: 'c1', seq: 900 })])
  const kept: string[][] = []
  const turns = createCommitQueue({
    operations,
    batching,
    async commit(step) {
      kept.push(step.operations.map(({ id }) => id))
      await nextTurn()
      if (fails(step)) throw new Error('The disk is full.')
      for (const operation of step.operations) operations.put(operation)
    },
  })
  const attempt = (id: string) => turns.change(id, oneMore)
  return { operations, kept, turns, attempt }
}

const oneMore = (operation: Operation): OutboxCommit =>
  transition(operation, { attempts: operation.attempts + 1 }, { at, event: 'sent', note: 'Sent.' })

/** Waits until everything that is ready to run has run. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('things are done one after the other, whatever became of those before', async () => {
  const { turns } = arrange()
  const said: string[] = []
  const slowly = (name: string) => async () => {
    said.push(`${name} begins`)
    await nextTurn()
    said.push(`${name} ends`)
    if (name === 'second') throw new Error('No.')
    return name
  }
  const outcomes = await Promise.allSettled(['first', 'second', 'third'].map((name) => turns.alone(slowly(name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(said).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('edits that wait for their turn together are kept together, and each hears of its own', async () => {
  const { kept, attempt } = arrange()
  const done = await Promise.all(['e1', 'e2', 'e3'].map(attempt))
  expect(kept).toEqual([['e1', 'e2', 'e3']])
  expect(done.map((operation) => [operation?.id, operation?.attempts])).toEqual([
    ['e1', 1],
    ['e2', 1],
    ['e3', 1],
  ])
})

test('a plan is made from the operation as it is when its turn comes', async () => {
  const { kept, attempt } = arrange()
  const [first, second] = await Promise.all([attempt('e1'), attempt('e1')])
  expect(kept).toEqual([['e1'], ['e1']])
  expect([first?.attempts, second?.attempts]).toEqual([1, 2])
})

test('what others may depend on is kept by itself, and nothing overtakes it', async () => {
  const { operations, kept, turns, attempt } = arrange()
  const touchesAnother = () =>
    turns.change('e3', (operation) => {
      const other = operations.get('e4')
      const step = oneMore(operation)
      return other ? { ...step, operations: [...step.operations, { ...other, attempts: 7 }] } : step
    })
  const all = [touchesAnother(), attempt('e1'), attempt('c1'), attempt('e2'), touchesAnother(), attempt('e4')]
  const done = await Promise.all(all)
  expect(kept).toEqual([['e3', 'e4'], ['e1'], ['c1'], ['e2'], ['e3', 'e4'], ['e4']])
  expect(done.map((operation) => operation?.id)).toEqual(['e3', 'e1', 'c1', 'e2', 'e3', 'e4'])
  expect(operations.get('e4')?.attempts).toBe(8)
})

test('an action that is alone stands between the edits before it and those after it', async () => {
  const { kept, turns, attempt } = arrange()
  const action = async () => {
    kept.push(['alone'])
  }
  await Promise.all([attempt('e1'), turns.alone(action), attempt('e2')])
  expect(kept).toEqual([['e1'], ['alone'], ['e2']])
})

test('an edit that cannot be kept takes no other along', async () => {
  const fails = ({ operations }: OutboxCommit) => operations.some(({ id }) => id === 'e2')
  const { operations, kept, attempt } = arrange({ fails })
  const outcomes = await Promise.allSettled(['e1', 'e2', 'e3'].map(attempt))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(kept).toEqual([['e1', 'e2', 'e3'], ['e1'], ['e2'], ['e3']])
  expect(['e1', 'e2', 'e3'].map((id) => operations.get(id)?.attempts)).toEqual([1, 0, 1])
})

test('a plan that fails, plans nothing, or has no operation any more ends for itself alone', async () => {
  const { kept, turns, attempt } = arrange()
  const failing = turns.change('e2', () => {
    throw new Error('It cannot be planned.')
  })
  const outcomes = await Promise.allSettled([
    attempt('e1'),
    failing,
    turns.change('e3', () => null),
    attempt('e4'),
    attempt('gone'),
  ])
  expect(outcomes.map((one) => (one.status === 'rejected' ? 'rejected' : (one.value?.id ?? null)))).toEqual([
    'e1',
    'rejected',
    null,
    'e4',
    null,
  ])
  expect(kept).toEqual([['e1', 'e4']])
})

/** Creates a batching double that expects more writes until told otherwise; its rest lasts until the test ends it. */
function arrangeCompany() {
  const rest = Promise.withResolvers<void>()
  const state = { isExpected: true, endRest: rest.resolve, rests: 0 }
  const batching: Batching = {
    isExpected: () => state.isExpected,
    rest: () => {
      state.rests += 1
      return rest.promise
    },
  }
  return { state, batching }
}

test('while answers may come that bring more, edits wait for them, but no longer than a rest', async () => {
  const { state, batching } = arrangeCompany()
  const { kept, attempt } = arrange({ batching })
  const both = [attempt('e1'), attempt('e2')]
  await nextTurn()
  expect([kept, state.rests]).toEqual([[], 1])
  state.endRest()
  await Promise.all(both)
  expect(kept).toEqual([['e1', 'e2']])
})

test('a rest that fails is over', async () => {
  const batching = { isExpected: () => true, rest: () => Promise.reject(new Error('No clock.')) }
  const { kept, attempt } = arrange({ batching })
  await attempt('e1')
  expect(kept).toEqual([['e1']])
})

test.each<[string, (world: ReturnType<typeof arrange>, state: { isExpected: boolean }) => Promise<unknown>]>([
  [
    'no answer is expected any more',
    async ({ turns, kept }, state) => {
      turns.look()
      await nextTurn()
      expect(kept).toEqual([])
      state.isExpected = false
      turns.look()
    },
  ],
  ['somebody saves', ({ turns }) => turns.alone(async () => {})],
  ['there is a step that is kept by itself', ({ attempt }) => attempt('c1')],
  ['there are enough', ({ attempt }) => Promise.all(Array.from({ length: 191 }, (_, nth) => attempt(`e${nth + 2}`)))],
])('edits wait no longer once %s', async (_, happens) => {
  const { state, batching } = arrangeCompany()
  const world = arrange({ batching, edits: 192 })
  const first = world.attempt('e1')
  await nextTurn()
  expect(world.kept).toEqual([])
  await Promise.all([first, happens(world, state)])
  expect(world.kept[0]?.[0]).toBe('e1')
})
