import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPassphraseThrottle, type PassphraseThrottle } from '../../../electron/security/passphrase-throttle.ts'
import type { AppError } from '../../../shared/domain/app-error.ts'

const attemptsFile = 'lock-attempts.json'

const freeAttempts = 5

let folder: string
let time: number
const open = () => openPassphraseThrottle(folder, () => time)
const fail = async (attempts: PassphraseThrottle, times: number) => {
  for (let each = 0; each < times; each += 1) {
    time = Math.max(time, attempts.waitUntil() ?? 0)
    await attempts.begin()
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-attempts-'))
  time = Date.parse('2026-03-01T12:00:00Z')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('the pause after wrong passphrases waits half a minute after five, twice as long after each more, and a quarter of an hour at most', async () => {
  const waits: number[] = []
  for (const wrong of [4, 5, 6, 7, 8, 9, 10, 11, 1000]) {
    await writeFile(join(folder, attemptsFile), JSON.stringify({ wrong, at: time }))
    waits.push(((await open()).waitUntil() ?? time) - time)
  }
  expect(waits.map((wait) => wait / 1000)).toEqual([0, 30, 60, 120, 240, 480, 900, 900, 900])
})

it('the pause after wrong passphrases takes none while it waits, and says until when', async () => {
  const attempts = await open()
  await fail(attempts, freeAttempts)
  expect(attempts.waitUntil()).toBe(time + 30_000)
  await expect(attempts.begin()).rejects.toMatchObject({
    code: 'lock/wait',
    nextStep: expect.stringContaining('Wait 30 seconds'),
  })
  time += 30_000
  expect(attempts.waitUntil()).toBeNull()
  await attempts.begin()
  expect(attempts.waitUntil()).toBe(time + 60_000)
  time += 60_000
  await attempts.begin()
  await expect(attempts.begin()).rejects.toMatchObject({ nextStep: expect.stringContaining('Wait 2 minutes') })
})

it('the pause after wrong passphrases begins again after the right passphrase, and does not count what was never compared', async () => {
  const attempts = await open()
  await attempts.begin()
  await attempts.takeBack()
  await fail(attempts, freeAttempts - 1)
  await attempts.begin()
  await attempts.takeBack()
  expect(attempts.waitUntil()).toBeNull()
  await attempts.begin()
  await attempts.right()
  await fail(attempts, freeAttempts - 1)
  expect(attempts.waitUntil()).toBeNull()
})

it('the pause after wrong passphrases counts on over restarts, in a file of this user alone', async () => {
  await fail(await open(), freeAttempts)
  expect((await stat(join(folder, attemptsFile))).mode & 0o777).toBe(0o600)
  expect((await open()).waitUntil()).toBe(time + 30_000)
})

it('the pause after wrong passphrases waits when the count is damaged, and no longer than the wait when the clock was set back', async () => {
  await writeFile(join(folder, attemptsFile), 'zero')
  expect((await open()).waitUntil()).toBe(time + 30_000)
  await writeFile(join(folder, attemptsFile), JSON.stringify({ wrong: freeAttempts, at: time + 86_400_000 }))
  const attempts = await open()
  expect(attempts.waitUntil()).toBe(time + 30_000)
  time += 30_000
  expect(attempts.waitUntil()).toBeNull()
})

it('the pause after wrong passphrases is never named shorter than it is, nor longer by a minute', async () => {
  const began = time
  await writeFile(join(folder, attemptsFile), JSON.stringify({ wrong: 10, at: began }))
  const attempts = await open()
  for (let passed = 0; passed < 900; passed += 7) {
    time = began + passed * 1000
    const { nextStep } = await attempts.begin().then(
      () => expect.unreachable('no attempt is accepted yet'),
      (thrown: AppError) => thrown,
    )
    const [, count, unit] = /^Wait (\d+) (seconds|minutes)/.exec(nextStep) ?? []
    const named = Number(count) * (unit === 'minutes' ? 60 : 1)
    expect(named).toBeGreaterThanOrEqual(900 - passed)
    expect(named).toBeLessThan(900 - passed + 60)
  }
})
