import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { mountSmallDisk, type SmallDisk } from '../../crash/small-disk.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, cleanUp } = createTenantCores()
// Cores are stopped before their disk is unmounted.
const { startCore, startTenant, cleanUp: cleanUpCores } = createTenantCores()

afterEach(cleanUp)

const list = { offset: 0, limit: 1, sort: { column: 'title', direction: 'asc' } } as const

async function save(core: Core, connectionId: string) {
  const { rows } = await core.households.list({ connectionId, ...list })
  const fields = { first_name: 'Zelda', last_name: 'New', household_id: String(rows[0]?.id) }
  return core.outbox.save({ connectionId, write: { action: 'create', resource: 'individuals', fields } })
}

it('Steward shows what there is in a folder that cannot be written, changes nothing, and goes on by itself when it can be', async () => {
  const userDataDir = join(await tempFolder(), 'data')
  const disk = await mountSmallDisk(userDataDir, 64)
  if (typeof disk === 'string') return console.warn(`NOT RUN: ${disk}`)
  try {
    await tryOn(disk, userDataDir)
  } finally {
    await cleanUpCores()
    await disk.remove()
  }
})

async function tryOn(disk: SmallDisk, userDataDir: string): Promise<void> {
  const keychain = createKeychainDouble()
  const sandbox = await startTenant(3)
  const first = await startCore({ userDataDir, keychain })
  const { id } = await first.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(first, id)
  await synced(first, id)
  await sandbox.close()
  await save(first, id)
  const before = await first.households.list({ connectionId: id, ...list })
  await first.close()
  await disk.setReadOnly(true)

  const core = await startCore({ userDataDir, keychain })
  expect(await core.households.list({ connectionId: id, ...list })).toEqual(before)
  expect(await core.connections.list({})).toMatchObject([
    { cache: 'open', read_only: true, unsent: 1, cacheProblem: { code: 'cache/write-failed' } },
  ])
  await expect(save(core, id)).rejects.toMatchObject({ code: 'outbox/read-only' })

  await disk.setReadOnly(false)
  const isWritable = async () => (await core.connections.list({}))[0]?.read_only === false
  await expect.poll(isWritable).toBe(true)
  await save(core, id)
  expect(await core.connections.list({})).toMatchObject([{ cache: 'open', unsent: 2, cacheProblem: null }])
  await core.close()
}
