import { expect, test } from 'vitest'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { runCopy } from '../../faults/copy.ts'

test('after every complete sweep the copy is what the service has, whatever came before', async () => {
  const { numRuns, seed: first } = propertyRuns(600, 40)
  const failed: string[] = []
  let compared = 0
  for (let seed = first; seed < first + numRuns; seed += 1) {
    const { problems, compared: count } = await runCopy(seed)
    compared += count
    failed.push(...problems.map((problem) => `npm run faults -- --runs 1 --seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
  expect(compared).toBeGreaterThan(numRuns * 5)
})
