import { beforeEach, expect, it } from 'vitest'
import { enforcePolicy } from '../../../electron/app/enforce-policy.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'

const failure = new Error('The disk is full.')

let policy: FirmPolicy
/** Null while it is the policy itself. */
let confirmed: FirmPolicy | null
let changed: () => void | Promise<void>
let done: string[]
let presetFails: boolean

beforeEach(() => {
  ;[policy, confirmed, done, presetFails] = [{}, null, [], false]
})

/** An open connection; with `fails`, every call to it fails. */
const runtime = (id: string, { fails = false } = {}) => ({
  connection: { id, kind: 'tenant' as const, base_url: `https://${id}.example.com` },
  async removeIfTooOld() {
    if (fails) throw failure
    done.push(`${id} is young again`)
    return true
  },
  policyChanged: () => void done.push(`${id} knows`),
})

function follow(open: readonly ReturnType<typeof runtime>[], failing: readonly string[] = []) {
  enforcePolicy({
    policy: {
      current: () => policy,
      confirmed: () => confirmed ?? policy,
      onChanged(listener) {
        changed = listener
        return () => {}
      },
    },
    firm: {
      async keepPreset() {
        if (presetFails) throw failure
        return false
      },
    },
    runtimes: {
      all: async () => open,
      async drop(id) {
        if (failing.includes(id)) throw failure
        done.push(`${id} is closed`)
      },
    },
    copies: { removeAll: async (id) => void done.push(`copies of ${id ?? 'all'} are gone`) },
    publish: ({ type }) => void done.push(type),
  })
}

it('enforcing a policy looks at every copy, though one cannot be dealt with', async () => {
  follow([runtime('alder', { fails: true }), runtime('birch')])
  await changed()
  expect(done).toEqual([
    'policy-changed',
    'birch is young again',
    'copies of birch are gone',
    'alder knows',
    'birch knows',
    'connections-changed',
  ])
})

it('enforcing a policy closes what is not allowed, though the firm’s own connection cannot be kept, nor another one closed', async () => {
  follow([runtime('alder'), runtime('birch')], ['alder'])
  ;[policy, presetFails] = [{ allowed_base_urls: [] }, true]
  await changed()
  expect(done).toEqual(
    expect.arrayContaining([
      'copies of alder are gone',
      'copies of birch are gone',
      'birch is closed',
      'birch is young again',
    ]),
  )
})

it('enforcing a policy takes the copies back that other programs were given, where files may not leave any more', async () => {
  follow([])
  policy = { no_save_as: true }
  await changed()
  expect(done).toEqual(['policy-changed', 'copies of all are gone', 'connections-changed'])
})

it('enforcing a policy removes no copies by settings that the firm did not confirm, though they apply', async () => {
  const alder = { ...runtime('alder'), removeIfTooOld: async () => false }
  follow([alder])
  ;[policy, confirmed] = [{ no_save_as: true, allowed_base_urls: [] }, {}]
  await changed()
  expect(done).toEqual(['policy-changed', 'alder is closed', 'alder knows', 'connections-changed'])
})
