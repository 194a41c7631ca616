import { expect, it } from 'vitest'
import { judgeSeed } from '../../tables/judge.ts'

it('five hundred made tables are read without a false value and without a row that is in no list', async () => {
  const failed: string[] = []
  for (let seed = 1; seed <= 500; seed++) {
    const { problems } = await judgeSeed(seed)
    failed.push(...problems.map((problem) => `seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
})
