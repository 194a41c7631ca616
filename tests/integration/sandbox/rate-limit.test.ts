import { afterEach, expect, test } from 'vitest'
import { parseOptions } from '../../../sandbox/command-line.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

const time = { now: Date.parse('2026-10-01T00:00:00Z') }
let sandbox: TestSandbox
afterEach(() => sandbox.close())

async function limited(rateLimit: number): Promise<(paths: readonly string[]) => Promise<number[]>> {
  sandbox = await startTestSandbox({ households: 2, rateLimit, clock: () => time.now })
  return async (paths) => {
    const statuses: number[] = []
    for (const path of paths) statuses.push((await sandbox.client.api(path)).status)
    return statuses
  }
}

test('beyond the limit every kind of request is refused, and told how many seconds to wait', async () => {
  const ask = await limited(3)
  expect(await ask(['/households', '/users', '/individuals', '/entities'])).toEqual([200, 200, 200, 429])
  const refused = await sandbox.client.api('/households', { method: 'POST', json: {} })
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1', 'content-type': 'application/json; charset=utf-8' },
    body: { error: { code: 'rate_limited' } },
  })
  // Sign-in is not limited.
  expect((await sandbox.client.token({ grant_type: 'client_credentials' })).status).toBe(200)
  expect(sandbox.control.stats()).toMatchObject({ pauses: 1, mostDuringPause: 1 })
})

test('waiting as long as told is enough, and no more is saved up than one second of it', async () => {
  const ask = await limited(2)
  expect(await ask(['/users', '/users', '/users'])).toEqual([200, 200, 429])
  time.now += 1000
  expect(await ask(['/users', '/users', '/users'])).toEqual([200, 200, 429])
  time.now += 60_000
  expect(await ask(['/users', '/users', '/users'])).toEqual([200, 200, 429])
  expect(sandbox.control.stats()).toMatchObject({ pauses: 3, mostDuringPause: 0 })
  sandbox.control.resetStats()
  expect(sandbox.control.stats()).toMatchObject({ pauses: 0, mostDuringPause: 0 })
})

test('without the option nothing is refused, and its value is a whole number of at least one', async () => {
  sandbox = await startTestSandbox({ households: 2, clock: () => time.now })
  const answers = await Promise.all(Array.from({ length: 60 }, () => sandbox.client.api('/users')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(parseOptions([])).not.toHaveProperty('rateLimit')
  expect(parseOptions(['--rate-limit', '10'])).toMatchObject({ rateLimit: 10 })
  for (const wrong of ['0', '-1', '1.5', 'ten', '']) expect(() => parseOptions([`--rate-limit=${wrong}`])).toThrow()
})
