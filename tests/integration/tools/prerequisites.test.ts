import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(process.cwd(), 'tools/prerequisites.mjs'), ...args])

it('npm run prerequisites finds everything that these tests need', async () => {
  expect((await run('tests')).stdout).toBe('Everything for “tests” is installed.\n')
})

it('npm run prerequisites says what it takes', async () => {
  await expect(run('everything')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('tests|desktop|package'),
  })
})
