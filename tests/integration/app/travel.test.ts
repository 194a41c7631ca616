import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

/** Sealed files, without the labels beside them. */
const sealedIn = async (folder: string) => (await readdir(folder)).filter((name) => !name.endsWith('.key'))

const verdictOf = async (core: Core, id: string, household: string) =>
  (await core.travel.get({ connectionId: id, household_id: household })).pinned?.verdict ?? null

/** Returns the household with the most documents. */
async function fullestHousehold(core: Core, id: string): Promise<{ id: string; documents: number }> {
  const sort = { column: 'document_count', direction: 'desc' } as const
  const { rows } = await core.households.list({ connectionId: id, offset: 0, limit: 1, sort })
  const [first] = rows
  if (!first || first.document_count < 2) throw new Error('The firm has too few documents.')
  return { id: first.id, documents: first.document_count }
}

it('travel forgets the files with a sign-out, keeps the pin, and is ready again after the next sign-in', async () => {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const sandbox = await startTenant(3)
  const core = await startCore({ userDataDir, keychain })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  const household = await fullestHousehold(core, id)
  await core.travel.pin({ connectionId: id, household_id: household.id })
  await expect.poll(() => verdictOf(core, id, household.id)).toBe('ready')
  const folder = join(userDataDir, 'connections', id, 'files')
  expect(await sealedIn(folder)).toHaveLength(household.documents)

  await core.connections.signOut({ connectionId: id })
  await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' })

  await signIn(core, id)
  await expect
    .poll(async () => (await core.travel.get({ connectionId: id, household_id: household.id })).pinned?.documents)
    .toEqual({ total: household.documents, held: household.documents })
  await expect.poll(() => verdictOf(core, id, household.id)).toBe('ready')
  expect(await sealedIn(folder)).toHaveLength(household.documents)
})

it('travel keeps pins of two connections apart, and one that is gone is told so', async () => {
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
  const [alder, birch] = [await startTenant(3), await startTenant(4)]
  const first = (await core.connections.add(inputFor(alder, 'Alder'))).id
  const second = (await core.connections.add(inputFor(birch, 'Birch'))).id
  for (const id of [first, second]) await signIn(core, id)
  for (const id of [first, second]) await synced(core, id)
  const household = await fullestHousehold(core, first)
  await core.travel.pin({ connectionId: first, household_id: household.id })
  await expect.poll(() => verdictOf(core, first, household.id)).toBe('ready')
  expect((await core.travel.list({ connectionId: second })).households).toEqual([])

  await alder.control.colleague.remove('households', household.id)
  await core.travel.check({ connectionId: first, household_id: household.id })
  await expect
    .poll(async () => (await core.travel.get({ connectionId: first, household_id: household.id })).pinned?.problem)
    .toBe('The service no longer has this household.')
})
