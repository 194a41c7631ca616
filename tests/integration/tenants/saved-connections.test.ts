import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDemoConnection } from '../../../electron/tenants/connection.ts'
import { parseConnectionInput } from '../../../electron/tenants/parse-connection-input.ts'
import { createSavedConnections } from '../../../electron/tenants/saved-connections.ts'
import { goodInput } from '../../unit/tenants/connection-input.ts'

const tenant = (user: string) => parseConnectionInput({ ...goodInput, user }).connection

describe('the connections on this computer', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-connections-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are found again after a restart, in the order they were added, and can be removed', async () => {
    const before = createSavedConnections({ folder })
    expect(await before.list()).toEqual([])
    await Promise.all([before.add(tenant('b')), before.add(tenant('a'))])
    const after = createSavedConnections({ folder })
    expect(await after.list()).toEqual([tenant('b'), tenant('a')])
    await after.remove(tenant('b').id)
    await after.remove(tenant('b').id)
    expect(await after.list()).toEqual([tenant('a')])
    await expect(after.get(tenant('b').id)).rejects.toMatchObject({ code: 'connection/not-found' })
    expect(await after.get(tenant('a').id)).toEqual(tenant('a'))
  })

  it('are kept in a file without secrets that only its owner may read', async () => {
    await createSavedConnections({ folder }).add(tenant('a'))
    expect(await readdir(folder)).toEqual(['connections.json'])
    const path = join(folder, 'connections.json')
    expect(await readFile(path, 'utf8')).not.toContain(goodInput.client_secret)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('are never there twice', async () => {
    const saved = createSavedConnections({ folder })
    await saved.add(tenant('a'))
    await expect(saved.add({ ...tenant('a'), name: 'Again' })).rejects.toMatchObject({ code: 'connection/duplicate' })
    expect(await saved.list()).toEqual([tenant('a')])
  })

  it("follow the demo firm's service to its next address", async () => {
    const saved = createSavedConnections({ folder })
    const at = (port: number) => {
      const origin = `https://127.0.0.1:${port}`
      const address = { base_url: origin, auth_url: origin, client_id: 'demo', ca_certificate: 'pem' }
      return createDemoConnection({ ...address, read_only: false })
    }
    await saved.put(at(1))
    await saved.put(at(2))
    expect(await saved.list()).toEqual([at(2)])
  })

  it('of an older Steward, which knew fewer fields, get the usual values of the others', async () => {
    const { token_auth: _a, scope: _s, resource: _r, audience: _u, read_only: _o, ...older } = tenant('a')
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ version: 1, connections: [older] }))
    const usual = { token_auth: 'post', scope: null, resource: null, audience: null, read_only: false }
    expect(await createSavedConnections({ folder }).list()).toEqual([{ ...older, ...usual }])
  })

  it.each([
    '{"version":1,"connections":[',
    '',
    '{"version":2,"connections":[]}',
    '{"version":1,"connections":[{"id":"x"}]}',
  ])('are put aside unchanged and reported when their file cannot be understood: %j', async (text) => {
    await writeFile(join(folder, 'connections.json'), text)
    const saved = createSavedConnections({ folder, now: () => 1234 })
    expect(await saved.list()).toEqual([])
    expect(saved.problems()).toHaveLength(1)
    await saved.add(tenant('a'))
    expect(await readFile(join(folder, 'connections.broken-1234.json'), 'utf8')).toBe(text)
    expect(await saved.list()).toEqual([tenant('a')])
  })

  const store = (connections: readonly object[]) =>
    writeFile(join(folder, 'connections.json'), JSON.stringify({ version: 1, connections }))

  it.each([
    ['a service address', { base_url: 'https://thief.example' }],
    ['a sign-in address', { auth_url: 'https://thief.example' }],
    ['a client ID', { client_id: 'thief' }],
    ['a user', { user: 'thief@firm.example' }],
    ['a kind that no policy restricts', { kind: 'demo' }],
    ['a redirect address on another computer', { redirect_uri: 'http://thief.example/callback' }],
    ['an address without TLS', { auth_url: 'http://auth.firm.example' }],
    ['an unknown field', { proxy: 'https://thief.example' }],
  ])('are refused by name when %s was edited in the file, and the others stay', async (_, edit) => {
    const edited = { ...tenant('a'), name: 'Harbour', ...edit }
    await store([edited, tenant('b')])
    const before = await readFile(join(folder, 'connections.json'), 'utf8')
    const saved = createSavedConnections({ folder, now: () => 1234 })
    expect(await saved.list()).toEqual([tenant('b')])
    await expect(saved.get(tenant('a').id)).rejects.toMatchObject({ code: 'connection/not-found' })
    expect(saved.problems()).toMatchObject([{ name: 'Harbour' }])
    expect(await readFile(join(folder, 'connections.broken-1234.json'), 'utf8')).toBe(before)
    await saved.add(tenant('a'))
    expect(await createSavedConnections({ folder }).list()).toEqual([tenant('b'), tenant('a')])
  })

  it('have the demo firm on this computer only', async () => {
    const origin = 'https://127.0.0.1:1'
    const there = {
      base_url: origin,
      auth_url: `${origin}/auth`,
      client_id: 'demo',
      ca_certificate: 'pem',
      read_only: false,
    }
    const demo = createDemoConnection(there)
    await store([demo])
    expect(await createSavedConnections({ folder }).list()).toEqual([demo])
    await store([createDemoConnection({ ...there, base_url: 'https://thief.example' })])
    expect(await createSavedConnections({ folder }).list()).toEqual([])
  })

  it('stay in their file when it cannot be read now, and are not replaced by a new one', async () => {
    await mkdir(join(folder, 'real'))
    await writeFile(join(folder, 'real', 'text'), JSON.stringify({ version: 1, connections: [tenant('a')] }))
    const path = join(folder, 'connections.json')
    // Opening a link to itself fails for every user.
    await symlink(path, path)
    const saved = createSavedConnections({ folder })
    expect(await saved.list()).toEqual([])
    expect(saved.problems()).toMatchObject([{ name: null, message: expect.stringContaining('cannot be read') }])
    await expect(saved.add(tenant('b'))).rejects.toMatchObject({ code: 'connection/file-unreadable' })
    await rm(path)
    await rename(join(folder, 'real', 'text'), path)
    expect(await saved.list()).toEqual([tenant('a')])
  })
})
