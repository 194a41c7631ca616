import { expect, it } from 'vitest'
import { judgeSeed } from '../../statements/judge.ts'

it('statements of four firms are read, mapped and logged to the cent, or asked, or refused by name', async () => {
  const failed: string[] = []
  let valuations = 0
  for (let seed = 101; seed <= 104; seed++) {
    const { files, problems, valuations: made } = await judgeSeed(seed)
    valuations += made
    for (const { name, problems: own } of files)
      failed.push(...own.map((problem) => `seed ${seed}: ${name}: ${problem}`))
    failed.push(...problems.map((problem) => `seed ${seed}: ${problem}`))
  }
  expect(failed).toEqual([])
  expect(valuations).toBeGreaterThan(20)
})

it('the date in the name of a file that is cut off is asked, because the line that says what it is may be missing', async () => {
  const { files } = await judgeSeed(256)
  expect(files.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))).toEqual([])
})

it('an account whose number a spreadsheet damaged is not added to the one of last month, though all of its holdings were sold', async () => {
  const results = [await judgeSeed(6), await judgeSeed(69)]
  expect(results.flatMap(({ files }) => files.flatMap(({ problems }) => problems))).toEqual([])
})

it('an account that is twice in a table of accounts is not logged with twice its value, though the total of the file is that', async () => {
  const { files } = await judgeSeed(683)
  expect(files.flatMap(({ problems }) => problems)).toEqual([])
})
