import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { type LivePolicy, openLivePolicy } from '../../../electron/policy/live-policy.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'

let policy: FirmPolicy | Error
let live: LivePolicy

const open = async (first: FirmPolicy) => {
  policy = first
  const read = async () => {
    if (policy instanceof Error) throw policy
    return { source: 'a file', problems: [], policy, invalid: [], isReadable: true }
  }
  live = await openLivePolicy({ read, paths: [], last: { read: async () => null, keep: async () => {} } })
}
afterEach(() => live.close())

const failure = new Error('No memory for reg.exe.')

it('the policy in force stays as it was while it cannot be looked at, and is looked at again', async () => {
  await open({ no_export: true })
  policy = failure
  await live.look()
  expect(live.current()).toEqual({ no_export: true })
  policy = { no_export: true, read_only: true }
  await live.look()
  expect(live.current()).toEqual({ no_export: true, read_only: true })
})

it('the policy in force reports a change to every listener, also when one of them fails', async () => {
  await open({})
  const told: string[] = []
  live.onChanged(async () => {
    told.push('first')
    throw failure
  })
  live.onChanged(() => void told.push('second'))
  policy = { read_only: true }
  await live.look()
  policy = {}
  await live.look()
  expect(told).toEqual(['first', 'second', 'first', 'second'])
})

it('the policy in force is in force at once, though a listener still waits after the change before; that is told one at a time', async () => {
  await open({})
  const first = Promise.withResolvers<void>()
  const told: FirmPolicy[] = []
  live.onChanged(() => {
    told.push(live.current())
    return first.promise
  })
  policy = { no_export: true }
  const looked = live.look()
  await expect.poll(() => told).toEqual([{ no_export: true }])
  policy = { read_only: true }
  const again = live.look()
  await expect.poll(() => live.current()).toEqual({ read_only: true })
  expect(told).toHaveLength(1)
  first.resolve()
  await Promise.all([looked, again])
  expect(told).toEqual([{ no_export: true }, { read_only: true }])
})

it('the policy in force follows a file that changes while it is read for the first time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-policy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'policy.json')
  let now: FirmPolicy = {}
  const read = async () => {
    const found = now
    now = { read_only: true }
    if (found.read_only === undefined) await writeFile(path, JSON.stringify(now))
    return { source: path, problems: [], policy: found, invalid: [], isReadable: true }
  }
  live = await openLivePolicy({ read, paths: [path], last: { read: async () => null, keep: async () => {} } })
  expect(live.current()).toEqual({})
  await expect.poll(() => live.current()).toEqual({ read_only: true })
})

it('the policy in force is not there at all where the first look fails: nothing begins without it', async () => {
  policy = failure
  const read = async () => {
    throw failure
  }
  await expect(
    openLivePolicy({ read, paths: [], last: { read: async () => null, keep: async () => {} } }),
  ).rejects.toBe(failure)
})
