import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the campaign of faults says on stderr how far it is, and its result on stdout', async () => {
  const order = ['tests/faults/main.ts', '--seed', '1', '--runs', '3', '--every', '1']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, order)
  const lines = stderr.split('\n').filter((line) => line.includes(' runs, '))
  expect(lines.map((line) => line.replace(/[\d.]+ s$/, 'n s'))).toEqual([
    '1 of 3 runs, 0 failed, n s',
    '2 of 3 runs, 0 failed, n s',
  ])
  expect(stdout).toMatch(/^seeds 1 to 3: 0 of 3 runs failed/)
  expect(stdout).not.toContain(' runs, 0 failed')
})
