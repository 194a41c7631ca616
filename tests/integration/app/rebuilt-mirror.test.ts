import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const sort = { column: 'title', direction: 'asc' } as const

/** A tenant with three downloaded files that are searched. */
async function openTenant() {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const sandbox = await startTenant(5)
  const core = await startCore({ userDataDir, keychain })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  const { rows } = await core.documents.list({ connectionId: id, offset: 0, limit: 3, sort })
  const documents = rows.map((row) => row.id)
  for (const document of documents) await fetched(core, id, document)
  await expect.poll(() => core.texts.coverage({ connectionId: id })).toMatchObject({ waiting: 0, is_working: false })
  const folder = join(userDataDir, 'connections', id)
  return { core, id, userDataDir, keychain, sandbox, documents, folder }
}

async function fetched(core: Core, connectionId: string, id: string): Promise<void> {
  const file = { kind: 'document', id } as const
  const fetching = core.files.fetch({ connectionId, file, refresh: false }, new AbortController().signal)
  for await (const progress of fetching) expect(progress).toBeDefined()
}

const contentOf = async (core: Core, connectionId: string, id: string) =>
  (await core.files.read({ connectionId, file: { kind: 'document', id }, offset: 0, length: 1024 * 1024 })).base64

const heldIn = async (core: Core, connectionId: string, documents: readonly string[]) => {
  const held = []
  for (const id of documents) held.push((await core.files.held({ connectionId, file: { kind: 'document', id } })).file)
  return held
}

/** Damages the first page, which no start can read. */
async function damage(folder: string): Promise<void> {
  const file = await open(join(folder, 'mirror.db'), 'r+')
  await file.write(Buffer.alloc(64, 7), 0, 64, 600)
  await file.close()
}

const downloads = (sandbox: TestSandbox) =>
  Object.entries(sandbox.control.stats().requests).filter(([path]) => path.includes('download'))

describe('files beside a damaged offline copy', () => {
  it('open again without the service, and their text is searched again without a download', async () => {
    const { core, id, userDataDir, keychain, sandbox, documents, folder } = await openTenant()
    const before = await heldIn(core, id, documents)
    const contents = await Promise.all(documents.map((document) => contentOf(core, id, document)))
    const { searchable, scans, no_text_kind } = await core.texts.coverage({ connectionId: id })
    await core.close()
    await damage(folder)
    sandbox.control.goOffline()
    sandbox.control.resetStats()

    const again = await startCore({ userDataDir, keychain })
    expect(await again.connections.open({ connectionId: id })).toMatchObject({
      cacheProblem: { code: 'cache/damaged' },
    })
    expect(existsSync(join(folder, 'mirror.db.rebuilt'))).toBe(false)
    expect(await heldIn(again, id, documents)).toEqual(before)
    expect(await Promise.all(documents.map((document) => contentOf(again, id, document)))).toEqual(contents)

    sandbox.control.goOnline()
    await again.sync.start({ connectionId: id })
    await expect
      .poll(() => again.texts.coverage({ connectionId: id }))
      .toMatchObject({ searchable, scans, no_text_kind, waiting: 0, is_working: false })
    await synced(again, id)
    expect(await heldIn(again, id, documents)).toEqual(before)
    expect(downloads(sandbox)).toEqual([])
  })

  it('are found by the start after one that ended before it took them over', async () => {
    const { core, id, userDataDir, keychain, documents, folder } = await openTenant()
    const before = await heldIn(core, id, documents)
    await core.close()
    await damage(folder)
    const first = await startCore({ userDataDir, keychain })
    await first.connections.open({ connectionId: id })
    await first.close()
    // As a kill leaves it between the new mirror and its first rows.
    for (const name of await readdir(folder)) if (/^mirror\.db(?:-wal|-shm)?$/.test(name)) await rm(join(folder, name))
    await writeFile(join(folder, 'mirror.db.rebuilt'), '')
    const second = await startCore({ userDataDir, keychain })
    expect(await heldIn(second, id, documents)).toEqual(before)
  })

  it('open again although an earlier version of Steward stored no label beside them', async () => {
    const { core, id, userDataDir, keychain, documents, folder } = await openTenant()
    const before = await heldIn(core, id, documents)
    await core.close()
    const labels = async () => (await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.key'))
    for (const name of await labels()) await rm(join(folder, 'files', name))
    const updated = await startCore({ userDataDir, keychain })
    await updated.connections.open({ connectionId: id })
    await expect.poll(labels).toHaveLength(documents.length)
    await updated.close()
    await damage(folder)
    const again = await startCore({ userDataDir, keychain })
    expect(await heldIn(again, id, documents)).toEqual(before)
  })

  it('that were removed do not come back, and others only as they are', async () => {
    const { core, id, userDataDir, keychain, documents, folder } = await openTenant()
    const [removed = '', damaged = '', kept = ''] = documents
    const names = async () => (await readdir(join(folder, 'files'))).sort()
    const all = await names()
    await core.files.remove({ connectionId: id, file: { kind: 'document', id: removed } })
    expect(await names()).toHaveLength(all.length - 2)
    const before = await contentOf(core, id, kept)
    await core.close()
    await damage(folder)
    // The label of one file is put beside another one.
    const labels = (await names()).filter((name) => name.endsWith('.key'))
    const [one = '', other = ''] = await Promise.all(
      labels.map((name) => readFile(join(folder, 'files', name), 'utf8')),
    )
    await writeFile(join(folder, 'files', labels[0] ?? ''), other)
    const again = await startCore({ userDataDir, keychain })
    const held = await heldIn(again, id, documents)
    expect(held[0]).toBeNull()
    expect([damaged, kept].filter((_, at) => held[at + 1] !== null)).toHaveLength(1)
    if (held[2] !== null) expect(await contentOf(again, id, kept)).toBe(before)
    expect(one).not.toBe(other)
    expect(await names()).toHaveLength(2)
  })

  it('have no key that opens them after the sign-out', async () => {
    const { core, id, userDataDir, keychain, documents, folder } = await openTenant()
    const files = join(folder, 'files')
    const saved = await Promise.all(
      (await readdir(files)).map(async (name) => [name, await readFile(join(files, name))] as const),
    )
    await core.connections.signOut({ connectionId: id })
    expect(existsSync(files)).toBe(false)
    await signIn(core, id)
    await synced(core, id)
    await core.close()
    // A copy of the disk that somebody puts back.
    await damage(folder)
    await mkdir(files, { recursive: true })
    for (const [name, bytes] of saved) await writeFile(join(files, name), bytes)
    const again = await startCore({ userDataDir, keychain })
    expect(await heldIn(again, id, documents)).toEqual([null, null, null])
    expect(await readdir(files)).toEqual([])
  })
})
