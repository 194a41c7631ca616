import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { goodInput } from '../../unit/tenants/connection-input.ts'
import { createTenantCores } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, cleanUp } = createTenantCores()

afterEach(cleanUp)

type Computer = { core: Core; userDataDir: string; keychain: ReturnType<typeof createKeychainDouble> }

async function computer(options: { policyFile?: string } = {}): Promise<Computer> {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const shell = shellDouble((name) => ({ folder: userDataDir, name, replace: true }))
  return { core: await startCore({ userDataDir, keychain, shell, ...options }), userDataDir, keychain }
}

/** Returns the text of the settings file that a computer exports. */
async function exported({ core, userDataDir }: Computer): Promise<string> {
  const { file } = await core.settings.exportFile({})
  return readFile(join(userDataDir, file?.name ?? ''), 'utf8')
}

/** Returns the types of all events sent during an action. */
async function toldBy(core: Core, action: () => Promise<unknown>): Promise<AppEvent['type'][]> {
  const leaving = new AbortController()
  const told: AppEvent['type'][] = []
  const listening = (async () => {
    for await (const event of core.events.subscribe({}, leaving.signal)) told.push(event.type)
  })()
  await action()
  leaving.abort()
  await listening
  return told
}

const otherInput = { ...goodInput, user: 'al@firm.example', name: 'Second' }

async function furnished(): Promise<Computer> {
  const one = await computer()
  await one.core.connections.add(goodInput)
  const { id } = await one.core.connections.add(otherInput)
  await one.core.connections.setReadOnly({ connectionId: id, read_only: true })
  await one.core.app.setPreferences({ theme: 'dark', idle_minutes: 15, notifications: false })
  return one
}

describe('settings that go to another computer', () => {
  it('arrive there whole, without a secret, and go on from there the same', async () => {
    const one = await furnished()
    const text = await exported(one)
    expect(text).not.toContain(goodInput.client_secret)
    const other = await computer()
    expect(await other.core.settings.check({ text })).toEqual({
      preferences: [
        { name: 'theme', from: 'system', to: 'dark' },
        { name: 'idle_minutes', from: 0, to: 15 },
        { name: 'notifications', from: true, to: false },
      ],
      connections: [
        expect.objectContaining({ name: 'Harbour Wealth', known: false, read_only: false, own_authority: false }),
        expect.objectContaining({ name: 'Second', user: 'al@firm.example', known: false, read_only: true }),
      ],
    })
    const told = await toldBy(other.core, async () => {
      expect(await other.core.settings.apply({ text })).toEqual({ preferences: 3, connections: 2 })
    })
    expect(told).toEqual(expect.arrayContaining(['connections-changed', 'preferences-changed']))
    expect(await exported(other)).toBe(text)
    expect(await other.core.app.getPreferences({})).toMatchObject({ theme: 'dark', idle_minutes: 15 })
    expect(other.keychain.entries.size).toBe(0)
    expect(await other.core.settings.check({ text })).toEqual({
      preferences: [],
      connections: [expect.objectContaining({ known: true }), expect.objectContaining({ known: true })],
    })
    expect(await other.core.settings.apply({ text })).toEqual({ preferences: 0, connections: 0 })
  })

  it('ask for the secret of a new connection, and leave a known one as it is', async () => {
    const one = await furnished()
    const other = await computer()
    await other.core.connections.add({ ...goodInput, name: 'As it is called here' })
    await other.core.settings.apply({ text: await exported(one) })
    const [known, fresh] = await other.core.connections.list({})
    expect(known).toMatchObject({ name: 'As it is called here', needs_secret: false })
    expect(fresh).toMatchObject({ name: 'Second', needs_secret: true, session: 'signed-out' })
    const id = fresh?.id ?? ''
    await expect(
      other.core.connections.giveSecret({ connectionId: id, client_secret: ' spaced' }),
    ).rejects.toMatchObject({
      code: 'connection/invalid',
      issues: [{ field: 'client_secret' }],
    })
    await other.core.connections.giveSecret({ connectionId: id, client_secret: 'the secret' })
    expect(other.keychain.entries.get(`${id}:client-secret`)).toBe('the secret')
    expect((await other.core.connections.list({}))[1]).toMatchObject({ needs_secret: false })
  })

  it('change nothing when a part of them is wrong', async () => {
    const { core } = await furnished()
    const before = [await core.app.getPreferences({}), await core.connections.list({})]
    const { client_secret: _secret, ...described } = { ...goodInput, user: 'new@firm.example' }
    const text = JSON.stringify({
      steward_settings: 1,
      preferences: { theme: 'light' },
      connections: [described, { ...described, user: 'bad@firm.example', base_url: 'http://firm.example' }],
    })
    const failure = { code: 'settings/unreadable', issues: [{ field: 'connections.1.base_url' }] }
    const told = await toldBy(core, async () => {
      await expect(core.settings.check({ text })).rejects.toMatchObject(failure)
      await expect(core.settings.apply({ text })).rejects.toMatchObject(failure)
    })
    expect([await core.app.getPreferences({}), await core.connections.list({})]).toEqual(before)
    expect(told.filter((type) => type.endsWith('-changed'))).toEqual([])
  })

  it('bring no connection that the firm does not allow, nor anything beside it', async () => {
    const text = await exported(await furnished())
    const policyFile = join(await tempFolder(), 'policy.json')
    await writeFile(policyFile, JSON.stringify({ allowed_base_urls: ['https://elsewhere.example'] }))
    const { core } = await computer({ policyFile })
    await expect(core.settings.check({ text })).rejects.toMatchObject({ code: 'policy/address-not-allowed' })
    await expect(core.settings.apply({ text })).rejects.toMatchObject({ code: 'policy/address-not-allowed' })
    expect(await core.connections.list({})).toEqual([])
    expect(await core.app.getPreferences({})).toMatchObject({ theme: 'system' })
  })
})

it('Steward keeps every one of many preferences that are chosen at the same moment', async () => {
  const { core } = await computer()
  await Promise.all([
    core.app.setPreferences({ theme: 'dark' }),
    core.app.setPreferences({ density: 'compact' }),
    core.app.setPreferences({ single_keys: false }),
    core.app.setPreferences({ idle_minutes: 5 }),
  ])
  expect(await core.app.getPreferences({})).toEqual({
    theme: 'dark',
    density: 'compact',
    single_keys: false,
    idle_minutes: 5,
  })
})

it('Steward says what it is made of', async () => {
  const { core } = await computer()
  expect(await core.settings.about({})).toEqual({
    version: '0.0.0',
    shell: 'browser',
    system: expect.stringMatching(/^\S+ \S+, \w+$/),
    node: process.versions.node,
    electron: null,
    chromium: null,
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
  })
})
