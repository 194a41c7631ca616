import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { removalMarker } from '../../../electron/security/app-files.ts'
import {
  accountsOf,
  finishAtEnd,
  finishAtStart,
  removeEverything,
} from '../../../electron/security/remove-everything.ts'
import { removalWords } from '../../../shared/domain/lock.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
afterEach(cleanUp)

const typed = removalWords

/** Returns which canaries occur in which files below a folder. */
async function findIn(folder: string, canaries: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name))
    found.push(...canaries.filter((canary) => content.includes(canary)).map((canary) => `${entry.name}: ${canary}`))
  }
  return found
}

/** Sets up a tenant in use, with a draft and an unsent change, in a folder that also contains a file of the user's own. */
async function inUse() {
  const [userDataDir, keychain, shell] = [await tempFolder(), createKeychainDouble(), shellDouble()]
  const tenant = await startTenant(3)
  const core = await startCore({ userDataDir, keychain, shell })
  const { id } = await core.connections.add(inputFor(tenant, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  const { rows } = await core.households.list({
    connectionId: id,
    offset: 0,
    limit: 1,
    sort: { column: 'title', direction: 'asc' },
  })
  await core.app.setPreferences({ theme: 'dark' })
  await core.app.noteScreen({ path: `/c/${id}/households/${rows[0]?.id}` })
  await core.drafts.keep({ connectionId: id, name: 'new:households', json: '{"base":null,"values":{},"dirty":true}' })
  await writeFile(join(userDataDir, 'letter.txt'), 'mine')
  return { userDataDir, keychain, shell, tenant, core, id, name: rows[0]?.title ?? '' }
}

const names = async (folder: string) => (await readdir(folder)).toSorted()

it('the removal says beforehand what is only here, and names nothing while Steward is locked', async () => {
  const { core } = await inUse()
  expect(await core.lock.localData({})).toEqual({
    connections: [{ name: 'Alder', unsent: 0, staged: 0, drafts: 1 }],
    others: 0,
  })
  await core.lock.lock({})
  expect(await core.lock.localData({})).toEqual({
    connections: [{ name: null, unsent: 0, staged: 0, drafts: 1 }],
    others: 0,
  })
})

it('the removal counts what a connection left that was removed before, of which nothing more is known', async () => {
  const { core, id } = await inUse()
  await core.connections.remove({ connectionId: id })
  expect(await core.lock.localData({})).toEqual({ connections: [], others: 1 })
  await expect(core.lock.removeEverything({ typed })).rejects.toMatchObject({ code: 'outbox/unsent' })
})

it.each(['', 'Remove everything', 'remove', 'remove everything now'])(
  'the removal asks for the very words: %j',
  async (words) => {
    const { core, keychain, userDataDir } = await inUse()
    const [before, secrets] = [await names(userDataDir), [...keychain.entries]]
    await expect(core.lock.removeEverything({ typed: words, unsent: 'drop' })).rejects.toMatchObject({
      code: 'lock/not-confirmed',
    })
    await expect(core.lock.removeEverything({ typed })).rejects.toMatchObject({ code: 'outbox/unsent' })
    expect(await names(userDataDir)).toEqual(before)
    expect([...keychain.entries]).toEqual(secrets)
    expect(core.isLocked()).toBe(false)
  },
)

it('the removal goes on when a part does not close and the keychain does not answer; the next start removes the rest', async () => {
  const folder = await tempFolder()
  const { keychain, entries } = createKeychainDouble()
  await keychain.set('one', 'secret')
  await writeFile(join(folder, 'preferences.json'), '{}')
  const never = new Promise<never>(() => {})
  const stuck = { ...keychain, delete: () => never }
  const removal = { userDataDir: folder, accounts: ['one'], end: () => never, patienceMs: 20 }
  expect(await removeEverything({ ...removal, keychain: stuck })).toEqual({ secretsGone: false })
  expect(await names(folder)).toEqual([removalMarker])
  await finishAtStart(folder, async () => keychain)
  expect(entries.size).toBe(0)
  expect(await names(folder)).toEqual([])
})

it('the removal leaves no secret, no name and no file of its own, and then ends', async () => {
  const { core, keychain, shell, userDataDir, tenant, name } = await inUse()
  await core.lock.setPassphrase({ current: null, next: 'correct horse' })
  const canaries = [tenant.clientSecret, name, ...keychain.entries.values()]
  expect(await core.lock.removeEverything({ typed, unsent: 'drop' })).toEqual({ secrets_gone: true })
  expect(keychain.entries.size).toBe(0)
  expect(await names(userDataDir)).toEqual(['letter.txt', removalMarker])
  expect(await core.lock.state({})).toMatchObject({ locked: 'removed' })
  for (const procedure of ['app.setPreferences', 'app.noteScreen', 'connections.add', 'lock.unlock', 'drafts.keep']) {
    expect(() => core.gate(procedure)).toThrow('locked')
  }
  await expect.poll(() => shell.quits).toBe(1)
  await core.close()
  await finishAtEnd(userDataDir)
  expect(await names(userDataDir)).toEqual(['letter.txt'])
  expect(await findIn(userDataDir, canaries)).toEqual([])

  const later = await startCore({ userDataDir, keychain })
  expect(await later.connections.list({})).toEqual([])
  expect(await later.lock.state({})).toMatchObject({ locked: null, has_passphrase: false })
  expect(await later.app.getPreferences({})).toMatchObject({ theme: 'system' })
})

it('the removal can be done at the lock screen, by a user who forgot the passphrase', async () => {
  const { core, keychain, userDataDir } = await inUse()
  await core.lock.setPassphrase({ current: null, next: 'correct horse' })
  await core.lock.lock({})
  expect(() => core.gate('lock.removeEverything')).not.toThrow()
  await core.lock.removeEverything({ typed, unsent: 'drop' })
  expect(keychain.entries.size).toBe(0)
  expect(await names(userDataDir)).toEqual(['letter.txt', removalMarker])
})

it('the removal removes nothing while the keychain is locked, and says so', async () => {
  const { core, keychain, userDataDir } = await inUse()
  keychain.mood = 'locked'
  await expect(core.lock.removeEverything({ typed, unsent: 'drop' })).rejects.toMatchObject({
    code: 'keychain/locked',
  })
  keychain.mood = 'open'
  expect(await names(userDataDir)).toContain('connections')
  expect(await names(userDataDir)).not.toContain(removalMarker)
  expect(await core.lock.state({})).toMatchObject({ locked: null })
  expect((await core.connections.list({})).map(({ cache }) => cache)).toEqual(['open'])
})

it('the removal goes on to its end, although something cannot be closed and its note not be renewed', async () => {
  const [userDataDir, { keychain, entries }] = [await tempFolder(), createKeychainDouble()]
  for (const name of ['connections', 'logs']) await mkdir(join(userDataDir, name))
  const accounts = accountsOf(['0'.repeat(32)])
  for (const account of accounts) await keychain.set(account, 'secret')
  const marker = join(userDataDir, removalMarker)
  const removed = removeEverything({
    userDataDir,
    keychain,
    accounts,
    async end() {
      await rm(marker)
      // The marker file cannot replace a folder that is not empty.
      await mkdir(join(marker, 'in-its-way'), { recursive: true })
      throw new Error('A worker does not answer.')
    },
  })
  expect(await removed).toEqual({ secretsGone: true })
  expect([entries.size, await names(userDataDir)]).toEqual([0, [removalMarker]])
})

/** Starts a removal whose process ended right after the marker was written. */
async function cutShort(core: Core, userDataDir: string, accounts: readonly string[]): Promise<void> {
  await core.close()
  await writeFile(join(userDataDir, removalMarker), JSON.stringify({ version: 1, accounts }))
}

it('the removal is finished by the next start before anything opens, when it was cut short', async () => {
  const { core, keychain, userDataDir, name } = await inUse()
  const accounts = [...keychain.entries.keys()]
  const canaries = [name, ...keychain.entries.values()]
  await cutShort(core, userDataDir, accounts)
  await mkdir(join(userDataDir, 'browser-profile'))

  keychain.mood = 'locked'
  await expect(startCore({ userDataDir, keychain })).rejects.toMatchObject({ code: 'keychain/locked' })
  expect(await names(userDataDir)).toContain('connections')
  keychain.mood = 'open'
  const later = await startCore({ userDataDir, keychain })
  expect(await later.connections.list({})).toEqual([])
  expect(keychain.entries.size).toBe(0)
  expect(await names(userDataDir)).toEqual(['letter.txt'])
  expect(await findIn(userDataDir, canaries)).toEqual([])
})

it('the removal is never taken for not begun when its note is damaged', async () => {
  const { core, userDataDir, keychain } = await inUse()
  await core.close()
  await writeFile(join(userDataDir, removalMarker), '{')
  const later = await startCore({ userDataDir, keychain })
  expect(await later.connections.list({})).toEqual([])
  expect(await names(userDataDir)).toEqual(['letter.txt'])
})
