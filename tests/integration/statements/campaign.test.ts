import { afterAll, expect, it } from 'vitest'
import type { CoreStory } from '../../statements/core/judge.ts'
import { createCoreGround, runCore } from '../../statements/core/run.ts'

const ground = createCoreGround()
afterAll(() => ground.remove())

it('custodians’ files become the valuations that are true, each once, whatever happens to Steward and the network: two histories', async () => {
  const failed: string[] = []
  const totals = { valuations: 0, lives: 0 }
  for (const seed of [5, 6]) {
    const { problems, valuations, lives } = await runCore(ground, seed)
    totals.valuations += valuations
    totals.lives += lives
    failed.push(...problems.map((problem) => `npm run statements -- --stage 2 --runs 1 --seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
  expect(totals.valuations).toBeGreaterThan(10)
  expect(totals.lives).toBeGreaterThan(4)
})

it('the judge finds a valuation that was sent twice, an asset that was not carried over, and a foreign row in an extract', async () => {
  const { problems } = await runCore(ground, 5, { plant: plantThree })
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/is there, and belongs to 0 writes/),
      expect.stringMatching(/lacks .+ [\d.]+ \(/),
      expect.stringMatching(/has a foreign row: .+ 12\.34$/),
    ]),
  )
})

async function plantThree({ office, desk, exported }: CoreStory): Promise<void> {
  const sent = office.valuations().filter(({ id }) => office.isSent(id))
  const [first] = sent
  const poorer = sent.find(({ id, directly_held_assets: assets }) => id !== first?.id && assets.length > 2)
  if (!first || !poorer) throw new RangeError('This history sends too little to plant faults in it.')
  await office.plantAgain(first.id)
  const [, ...others] = poorer.directly_held_assets.toSorted((one, other) => other.value - one.value)
  office.service.control.colleague.edit('valuations', poorer.id, { directly_held_assets: others })
  const dropped = desk.drops.find(({ read }) => read?.accounts.some(({ own }) => own !== null))
  const own = dropped?.read?.accounts.find((account) => account.own !== null)?.own
  if (!dropped || !own) throw new RangeError('This history reads nothing to plant faults in it.')
  const entityId = desk.entityOfAccount(own.account_id, dropped.n)
  exported.push({
    text: 'Account,As of,Name,Identifiers,Kind,Value\n1,2026-07-31,Not theirs,,, 12.34\n',
    dropped,
    entityId,
  })
}
