import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { logFailures } from '../../../electron/hosts/common/log-failures.ts'
import { createLog, logFolder, readLogLines } from '../../../electron/logs/create-log.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { messagePortTransport } from '../../doubles/ipc-transports.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { readZip } from '../../doubles/read-zip.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
afterEach(cleanUp)

const firm = 'Ashford & Thorne'
const note = 'Canary: the trust pays 8,765.43 in June'

/** Runs a session with everything that could leave a trace: a sync, edits, a refusal, failures, and a rejected sign-in. */
async function session() {
  const [userDataDir, downloads, keychain] = [await tempFolder(), await tempFolder(), createKeychainDouble()]
  const shell = shellDouble((name) => ({ folder: downloads, name, replace: false }))
  const { log, close: closeLog } = createLog({ folder: logFolder(userDataDir), lateMs: 0 })
  const sandbox = await startTenant(3)
  const core = await startCore({ userDataDir, keychain, shell, log })
  const { id } = await core.connections.add(inputFor(sandbox, firm))
  await signIn(core, id)
  await synced(core, id)
  return { userDataDir, downloads, keychain, sandbox, core, id, log, closeLog, shell }
}

async function firstHousehold(core: Core, id: string) {
  const list = { offset: 0, limit: 1, sort: { column: 'title', direction: 'asc' } } as const
  const [row] = (await core.households.list({ connectionId: id, ...list })).rows
  const { record } = await core.households.get({ connectionId: id, id: row?.id ?? '' })
  const base: JsonFields = JSON.parse(JSON.stringify(record))
  return { record_id: row?.id ?? '', base }
}

async function canariesOf({ core, id, sandbox, keychain }: Awaited<ReturnType<typeof session>>): Promise<string[]> {
  const list = { offset: 0, limit: 100, sort: { column: 'title', direction: 'asc' } } as const
  const people = (await core.individuals.list({ connectionId: id, ...list })).rows
  const households = (await core.households.list({ connectionId: id, ...list })).rows
  const entities = (await core.entities.list({ connectionId: id, ...list })).rows
  const names = [...people, ...households, ...entities].map(({ title }) => title)
  const emails = people.flatMap(({ email }) => email ?? [])
  const ids = households.map((row) => row.id)
  expect(names.length).toBeGreaterThan(40)
  expect(emails.length).toBeGreaterThan(5)
  const secrets = [sandbox.clientSecret, sandbox.clientId, ...keychain.entries.values()]
  const places = [new URL(sandbox.baseUrl).host, sandbox.baseUrl, sandbox.authUrl]
  return [...names, ...emails, ...ids, ...secrets, ...places, firm, note, '8,765.43']
}

describe('a whole session', () => {
  it('leaves a log and a support bundle that say what happened, and nothing of anybody', async () => {
    const all = await session()
    const { core, id, sandbox, keychain, log, userDataDir } = all
    const canaries = await canariesOf(all)
    const household = await firstHousehold(core, id)
    const edit = { action: 'update', resource: 'households', ...household, fields: { notes: note } } as const

    sandbox.control.fail({ fault: { kind: 'status', status: 422 }, method: 'PUT' })
    await core.outbox.save({ connectionId: id, write: edit })
    await expect.poll(async () => (await core.outbox.counts({ connectionId: id })).attention).toBe(1)
    // Requests a record that does not exist, by name.
    const port = await messagePortTransport.open(core, logFailures(log))
    await expect(port.client.households.get({ connectionId: id, id: 'Ashford' })).rejects.toThrow()
    await expect(port.client.exports.reveal({ handle: 'Ashford' })).rejects.toThrow()
    await port.close()
    // A sign-in that is rejected.
    const other = await core.connections.add({
      ...inputFor(sandbox, firm),
      user: 'jane@ashford.example',
      client_secret: 'canary-wrong-secret',
    })
    await expect(signIn(core, other.id)).rejects.toMatchObject({ code: 'auth/wrong-secret' })
    // A service that is offline.
    sandbox.control.goOffline()
    await core.sync.start({ connectionId: id })
    const logged = async () => (await readLogLines(logFolder(userDataDir), 10_000)).join('\n')
    await expect.poll(logged).toContain('"sync-failed"')
    await mkdir(join(userDataDir, 'crashes', 'completed'), { recursive: true })
    await writeFile(join(userDataDir, 'crashes', 'completed', '0a1b2c3d-0000-4000-8000-123456789abc.dmp'), note)

    const { files } = await core.support.preview({})
    await core.close()
    await all.closeLog()
    const lines = await readLogLines(logFolder(userDataDir), 10_000)
    const events = new Set(lines.map((line) => JSON.parse(line).event))
    expect([...events].toSorted()).toEqual(
      [
        'cache-opened',
        'outbox',
        'policy',
        'procedure-failed',
        'request-failed',
        'sign-in-failed',
        'signed-in',
        'started',
        'stopped',
        'sync-ended',
        'sync-failed',
      ].toSorted(),
    )
    expect(lines.join('\n')).not.toContain('[withheld]')
    const said = lines.map((line) => JSON.parse(line))
    expect(said).toContainEqual(
      expect.objectContaining({ event: 'outbox', step: 'refused', code: 'service/refused', status: 422, times: 1 }),
    )
    expect(said).toContainEqual(
      expect.objectContaining({ event: 'procedure-failed', procedure: 'households.get', code: 'record/not-found' }),
    )

    const texts = [lines.join('\n'), ...files.map(({ text }) => text)]
    const secrets = [
      ...canaries,
      ...keychain.entries.values(),
      'canary-wrong-secret',
      'jane@ashford.example',
      'Ashford',
    ]
    for (const text of texts) expect(secrets.filter((canary) => text.includes(canary))).toEqual([])
  })
})

describe('a support bundle', () => {
  it('tells of stores, syncs, the outbox and crashes in figures', async () => {
    const { core, id, userDataDir } = await session()
    await mkdir(join(userDataDir, 'crashes'), { recursive: true })
    await writeFile(join(userDataDir, 'crashes', '0a1b2c3d-0000-4000-8000-123456789abc.dmp'), 'memory')
    await writeFile(join(userDataDir, 'crashes', 'Ashford.txt'), 'memory')
    const { files } = await core.support.preview({})
    expect(files.map(({ name }) => name)).toEqual([
      'about.json',
      'settings.json',
      'policy.json',
      'connections.json',
      'stores.json',
      'sync.json',
      'outbox.json',
      'crash-dumps.json',
      'log.jsonl',
    ])
    const read = (name: string) => JSON.parse(files.find((file) => file.name === name)?.text ?? '')
    expect(read('about.json')).toMatchObject({
      steward: '0.0.0',
      shell: 'browser',
      keychain: 'os',
      node: process.versions.node,
    })
    expect(read('settings.json')).toMatchObject({ theme: expect.any(String) })
    expect(read('policy.json')).toEqual({ source: null, problems: [], set: [] })
    expect(read('connections.json')).toEqual({
      [id]: {
        kind: 'tenant',
        flow: 'client_credentials',
        pkce: true,
        token_auth: 'post',
        read_only: false,
        own_scope: false,
        extra_parameters: false,
        own_authority: true,
        session: 'signed-in',
        cache: 'open',
        problem: null,
      },
    })
    expect(read('stores.json')[id]).toMatchObject({
      open: true,
      files: { mirror: expect.any(Number), ledger: expect.any(Number) },
      mirror: { integrity: 'ok', schema: expect.any(Number), rows: { households: 12 } },
      ledger: { integrity: 'ok', rows: { operation: 0 } },
    })
    expect(read('sync.json')[id]).toMatchObject({ state: 'idle', problem: null })
    expect(read('outbox.json')[id]).toEqual({ open: 0, attention: 0, all_paused: false, operations: [] })
    expect(read('crash-dumps.json').dumps).toMatchObject([
      { name: '0a1b2c3d-0000-4000-8000-123456789abc.dmp', bytes: 6 },
    ])
  })

  it('is saved byte for byte as it was shown, and never as something newer', async () => {
    const { core, downloads, shell } = await session()
    const first = await core.support.preview({})
    const shown = await core.support.preview({})
    await expect(core.support.save({ handle: first.handle })).rejects.toMatchObject({ code: 'support/gone' })
    const { file: saved } = await core.support.save({ handle: shown.handle })
    expect(saved?.name).toMatch(/^Steward support \d{4}-\d\d-\d\d\.zip$/)
    expect(shell.suggested).toEqual([saved?.name])
    const zip = readZip(await readFile(join(downloads, saved?.name ?? '')))
    expect([...zip]).toEqual(shown.files.map(({ name, text }) => [name, text]))
    // Saving the same bundle again makes a second copy.
    expect((await core.support.save({ handle: shown.handle })).file?.name).not.toBe(saved?.name)
  })

  it('is made without any connection, and of one that was signed out', async () => {
    const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble() })
    expect((await core.support.preview({})).files).toHaveLength(9)
    const sandbox = await startTenant(3)
    const { id } = await core.connections.add(inputFor(sandbox, firm))
    const { files } = await core.support.preview({})
    const stores = JSON.parse(files.find(({ name }) => name === 'stores.json')?.text ?? '')
    expect(stores[id]).toMatchObject({ open: false, files: { mirror: null } })
    expect(await core.support.save({ handle: 'nothing' }).catch((problem) => problem.code)).toBe('support/gone')
  })
})
