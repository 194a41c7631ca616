import { afterAll, expect, it } from 'vitest'
import { createHouseholds } from '../../faults/merge-households.ts'
import { createPeople } from '../../faults/merge-people.ts'
import { runMerge } from '../../faults/merges.ts'
import { runFaults } from '../../faults/run.ts'
import { createGround } from '../../faults/world.ts'

const ground = createGround()
afterAll(() => ground.remove())

it('the outbox loses nothing, doubles nothing and comes to an end, whatever happens: eight bad days', async () => {
  const first = 20_261_121
  const failed: string[] = []
  let [writes, clears] = [0, 0]
  for (let seed = first; seed < first + 8; seed += 1) {
    const { problems, ...counted } = await runFaults(ground, seed)
    writes += counted.writes
    clears += counted.clears
    failed.push(...problems.map((problem) => `npm run faults -- --runs 1 --seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
  expect(writes).toBeGreaterThan(80)
  expect(clears).toBeGreaterThan(5)
})

it('the outbox never takes a record of a colleague for a new one of ours: days on which there were many', async () => {
  const failed: string[] = []
  let twins = 0
  for (const seed of [4, 10, 15]) {
    const { problems, twins: made } = await runFaults(ground, seed)
    twins += made
    failed.push(...problems.map((problem) => `npm run faults -- --runs 1 --seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
  expect(twins).toBeGreaterThan(3)
})

it('the outbox neither clears a colleague’s part of an address nor sends an undone one: days on which they met', async () => {
  const failed: string[] = []
  for (const seed of [56, 68]) {
    const { problems } = await runFaults(ground, seed)
    failed.push(...problems.map((problem) => `npm run faults -- --runs 1 --seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
})

for (const [what, createScene] of [
  ['people leaves no document without its person, and deletes nobody too early', createPeople],
  ['households leaves no record without its household, and deletes none before it is empty', createHouseholds],
] as const) {
  it(`a merge of two ${what}, whatever happens: 24 merges`, async () => {
    const failed: string[] = []
    const ends = new Set<string>()
    for (let seed = 1; seed <= 24; seed += 1) {
      const { problems, end } = await runMerge(ground, seed, createScene)
      ends.add(end)
      failed.push(...problems.map((problem) => `npm run faults -- --only merges --runs 1 --seed ${seed}: ${problem}`))
    }
    expect(failed).toEqual([])
    expect([...ends].toSorted()).toEqual(['done', 'put back', 'stopped', 'undone'])
  })
}

it('has the same day for the same seed', async () => {
  const [one, other] = [await runFaults(ground, 7), await runFaults(ground, 7)]
  expect(other.trace).toBe(one.trace)
  expect(one.trace.length).toBeGreaterThan(1_000)
})
