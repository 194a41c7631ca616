import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { createNewerVersion } from '../../../electron/updates/daily-look.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const firstHouseholds = (core: Core, id: string) =>
  core.households.list({ connectionId: id, offset: 0, limit: 50, sort: { column: 'title', direction: 'asc' } })

async function* everyFile(folder: string): AsyncGenerator<{ path: string; bytes: Buffer }> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield { path, bytes: await readFile(path) }
  }
}

describe('the core', () => {
  it('reads a tenant after sign-in, and again after a restart with the service gone', async () => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    expect(await signIn(core, id)).toEqual(['preparing', 'exchanging-code', 'opening-cache', 'done'])
    await synced(core, id)
    const online = await firstHouseholds(core, id)
    expect(online.total).toBe(12)
    await core.close()
    await sandbox.close()

    const later = await startCore({ userDataDir, keychain })
    expect(await firstHouseholds(later, id)).toEqual(online)
    expect(await later.connections.list({})).toMatchObject([{ id, session: 'signed-in', cache: 'open' }])
  })

  it('tells pages of a newer version as soon as a look found it, and again when it is gone', async () => {
    const newer = createNewerVersion()
    const shell = { ...shellDouble(), newer }
    const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), shell })
    expect(await core.app.info({})).toMatchObject({ newer: null })
    const leaving = new AbortController()
    const events = core.events.subscribe({}, leaving.signal)[Symbol.asyncIterator]()
    // The first event is the state of the lock.
    await events.next()
    for (const version of ['0.2.0', null]) {
      const next = events.next()
      newer.note(version)
      expect(await next).toEqual({ done: false, value: { type: 'newer-version' } })
      expect(await core.app.info({})).toMatchObject({ newer: version })
    }
    leaving.abort()
  })

  it('keeps two connections apart', async () => {
    const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    const [alder, birch] = [await startTenant(3), await startTenant(4)]
    const ids = [
      (await core.connections.add(inputFor(alder, 'Alder'))).id,
      (await core.connections.add(inputFor(birch, 'Birch'))).id,
    ] as const
    for (const id of ids) await signIn(core, id)
    for (const id of ids) await synced(core, id)
    const titles = await Promise.all(
      ids.map(async (id) => (await firstHouseholds(core, id)).rows.map((row) => row.id).sort()),
    )
    expect(titles[0]).toHaveLength(12)
    expect(titles[1]).toHaveLength(12)
    expect(titles[0]?.filter((id) => titles[1]?.includes(id))).toEqual([])
  })

  it('removes tokens, cache and its key on sign-out, and leaves the ledger', async () => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    await core.connections.signOut({ connectionId: id })
    expect([...keychain.entries.keys()].sort()).toEqual([`${id}:client-secret`, `${id}:ledger-key`])
    const names = (await readdir(join(userDataDir, 'connections', id))).filter((name) => !/-(wal|shm)$/.test(name))
    expect(names.sort()).toEqual(['ledger.db', 'ledger.key.json', 'reserve'])

    await core.connections.remove({ connectionId: id })
    expect([...keychain.entries.keys()]).toEqual([`${id}:ledger-key`])
    expect(await core.connections.list({})).toEqual([])
  })

  it('signs in again after signing out, with the same ledger', async () => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    const ledgerKey = keychain.entries.get(`${id}:ledger-key`)
    await core.connections.signOut({ connectionId: id })
    await signIn(core, id)
    await synced(core, id)
    expect((await firstHouseholds(core, id)).total).toBe(12)
    expect(keychain.entries.get(`${id}:ledger-key`)).toBe(ledgerKey)
  })

  it('says that a damaged offline copy was put aside, and downloads a new one', async () => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    await core.close()
    const mirror = join(userDataDir, 'connections', id, 'mirror.db')
    await writeFile(mirror, Buffer.alloc(8192, 7))

    const later = await startCore({ userDataDir, keychain })
    expect(await later.connections.open({ connectionId: id })).toMatchObject({
      cache: 'open',
      cacheProblem: { code: 'cache/damaged' },
    })
    await synced(later, id)
    expect((await firstHouseholds(later, id)).total).toBe(12)
    expect((await readdir(dirname(mirror))).filter((name) => name.includes('.damaged-'))).not.toEqual([])
  })

  it('writes neither secret nor a client name in clear to any file', async () => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    const people = await core.individuals.list({
      connectionId: id,
      offset: 0,
      limit: 100,
      sort: { column: 'title', direction: 'asc' },
    })
    const emails = people.rows.flatMap((row) => row.email ?? [])
    expect(emails.length).toBeGreaterThan(5)
    await core.close()
    const canaries = [sandbox.clientSecret, ...keychain.entries.values(), ...emails]
    const files: string[] = []
    for await (const { path, bytes } of everyFile(userDataDir)) {
      files.push(path)
      expect(canaries.filter((canary) => bytes.includes(canary))).toEqual([])
      expect(bytes.subarray(0, 15).toString()).not.toBe('SQLite format 3')
    }
    expect(files.some((path) => path.endsWith('mirror.db'))).toBe(true)
  })

  it('opens the demo firm, stops its service, and still reads it', async () => {
    const userDataDir = await tempFolder()
    const core = await startCore({ userDataDir, keychain: createKeychainDouble() })
    const demo = await core.connections.openDemo({})
    expect(demo).toMatchObject({ kind: 'demo', session: 'signed-in', cache: 'open', demoServiceRunning: true })
    await synced(core, demo.id)
    expect((await firstHouseholds(core, demo.id)).total).toBe(40)
    expect(await core.connections.setDemoService({ running: false })).toMatchObject({
      demoServiceRunning: false,
      cache: 'open',
    })
    await core.close()

    const later = await startCore({ userDataDir, keychain: createKeychainDouble(), demo: 'offline' })
    expect(await later.app.info({})).toMatchObject({ startWith: demo.id })
    expect((await firstHouseholds(later, demo.id)).total).toBe(40)
    await later.connections.setDemoService({ running: true })
    await synced(later, demo.id)
    expect(await later.sync.status({ connectionId: demo.id })).toMatchObject({ reachable: 'online', problem: null })
  })
})
