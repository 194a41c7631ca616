import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const names = ['client-secret', 'ledger-key', 'mirror-key', 'organization-sign-in']
const list = { offset: 0, limit: 50, sort: { column: 'title', direction: 'asc' } } as const

it('two advisors of one firm share a computer and nothing else', async () => {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const sandbox = await startTenant(3)
  const core = await startCore({ userDataDir, keychain })
  const add = async (user: string) => core.connections.add({ ...inputFor(sandbox, 'Alder'), user })
  const [jo, al] = [await add('jo@alder.example'), await add('al@alder.example')]
  expect([jo.name, al.name]).toEqual(['Alder', 'Alder (al@alder.example)'])
  for (const { id } of [jo, al]) {
    await signIn(core, id)
    await synced(core, id)
  }
  const accountsOf = (id: string) =>
    [...keychain.entries.keys()].filter((account) => account.startsWith(`${id}:`)).map((account) => account.slice(33))
  for (const { id } of [jo, al]) expect(accountsOf(id).sort()).toEqual(names)
  expect(keychain.entries.size).toBe(2 * names.length)
  for (const key of ['mirror-key', 'ledger-key']) {
    expect(keychain.entries.get(`${jo.id}:${key}`)).not.toBe(keychain.entries.get(`${al.id}:${key}`))
  }

  // A record that waits to be sent is in one outbox and one copy.
  sandbox.control.goOffline()
  const titlesOf = async (id: string) =>
    (await core.households.list({ connectionId: id, ...list })).rows.map(({ title }) => title)
  const before = await titlesOf(jo.id)
  expect(before).toHaveLength(12)
  expect(await titlesOf(al.id)).toEqual(before)
  const { rows } = await core.users.list({ connectionId: jo.id, ...list })
  await core.outbox.save({
    connectionId: jo.id,
    write: {
      action: 'create',
      resource: 'households',
      fields: {
        primary_relationship_owner_id: rows[0]?.id ?? '',
        primary_individuals: [{ first_name: 'Zelda', last_name: 'New', state: 'NY' }],
      },
    },
  })
  expect(await titlesOf(jo.id)).toHaveLength(13)
  expect(await titlesOf(al.id)).toEqual(before)
  expect((await core.outbox.counts({ connectionId: jo.id })).open).toBe(1)
  expect((await core.outbox.counts({ connectionId: al.id })).open).toBe(0)

  // What one of them removes, the other still has.
  await core.connections.remove({ connectionId: jo.id, unsent: 'keep' })
  expect(accountsOf(jo.id)).toEqual(['ledger-key'])
  expect(accountsOf(al.id).sort()).toEqual(names)
  expect(await titlesOf(al.id)).toEqual(before)
  expect(await core.connections.list({})).toMatchObject([{ id: al.id, session: 'signed-in', cache: 'open' }])
  await stat(join(userDataDir, 'connections', al.id, 'mirror.db'))
  await expect(stat(join(userDataDir, 'connections', jo.id, 'mirror.db'))).rejects.toMatchObject({ code: 'ENOENT' })
})
