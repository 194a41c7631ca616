import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readResults } from '../../reliability/results.ts'
import { reliabilityRows } from '../../reliability/rows.ts'
import { tableOf, withTable } from '../../reliability/table.ts'

const page = readFileSync('RELIABILITY.md', 'utf8')

it('the table of RELIABILITY.md is what the runs have left, and nobody wrote in it', () => {
  expect(withTable(page, tableOf(reliabilityRows, readResults()))).toBe(page)
})

it('a row that was not run says so, and one that did not hold says with which seed', () => {
  const results = readResults()
  const lines = tableOf(reliabilityRows, results).split('\n')
  for (const { id } of reliabilityRows) {
    const line = lines.find((one) => one.startsWith(`| ${id} |`))
    const result = results[id]
    if (result === undefined) expect(line).toContain('| not run |')
    else if (result.verdict === 'held') expect(Object.keys(result.figures).length, id).toBeGreaterThan(0)
    else expect(line).toContain('--seed')
  }
})

it('a table that lost its place is not written anywhere else', () => {
  expect(() => withTable('# Reliability\n', 'x')).toThrow('marks')
})
