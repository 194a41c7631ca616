import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CopyAge, isTooOld, readCacheAge } from '../../../electron/policy/cache-age.ts'
import { listedResources } from '../../../shared/service/resource.ts'

const hour = 60 * 60_000
const now = Date.parse('2026-03-02T12:00:00Z')
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString()

/** Every list was last compared this many hours ago. */
const checked = (hoursAgo: number): CopyAge['complete'] =>
  Object.fromEntries(listedResources.map((resource) => [resource, at(hoursAgo)]))

const copy = (differently: Partial<CopyAge>): CopyAge => ({
  maxHours: 24,
  now,
  complete: checked(1),
  begun: now - 1000 * hour,
  seen: now - hour,
  ...differently,
})

describe('a copy is too old', () => {
  it.each<[string, Partial<CopyAge>, boolean]>([
    ['when all lists were checked an hour ago', {}, false],
    ['when they were checked a day ago, to the minute', { complete: checked(24) }, false],
    ['when they were checked a day and a minute ago', { complete: checked(24 + 1 / 60) }, true],
    ['when one list of six was not checked for a day', { complete: { ...checked(1), documents: at(25) } }, true],
    ['when valuations were not, which are no list', { complete: { ...checked(1), valuations: at(900) } }, false],
    ['when a list was never compared to its end, and it was begun long ago', { complete: {} }, true],
    ['when nothing was compared yet, and it was begun just now', { complete: {}, begun: now, seen: now }, false],
    ['when the clock was set right by a few minutes', { seen: now + 5 * 60_000 }, false],
    ['when the clock stands before a moment that was seen', { seen: now + hour }, true],
    ['when the clock stands before the last check', { complete: checked(-1) }, true],
    ['when the clock stands before it was begun', { complete: {}, begun: now + hour, seen: 0 }, true],
  ])('%s: %j', (_what, differently, tooOld) => {
    expect(isTooOld(copy(differently))).toBe(tooOld)
  })
})

it('the age of a copy is read from a file of at most a thousand bytes, and begins now with another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-age-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const age = { begun: 1, seen: 2 }
  const readWith = (length: number) => {
    writeFileSync(join(folder, 'mirror.db-age.json'), JSON.stringify(age).padEnd(length))
    return readCacheAge(folder, now)
  }
  expect(await readWith(1_000)).toEqual(age)
  expect(await readWith(1_001)).toEqual({ begun: now, seen: now })
})
