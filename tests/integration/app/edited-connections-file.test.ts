import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { sendJson, startHttpsServer } from '../support/https-server.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()
afterEach(cleanUp)

it.each(['base_url', 'auth_url'] as const)(
  'sends neither the secret nor a token to the %s of an edited connections.json, and names the connection',
  async (field) => {
    const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
    const sandbox = await startTenant(3)
    const core = await startCore({ userDataDir, keychain })
    const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
    await signIn(core, id)
    await synced(core, id)
    await core.close()

    const thief = await startHttpsServer((_, response) => sendJson(response, {}))
    try {
      const path = join(userDataDir, 'connections.json')
      const text = await readFile(path, 'utf8')
      const file: { connections: Record<string, unknown>[] } = JSON.parse(text)
      Object.assign(file.connections[0] ?? {}, { [field]: thief.origin, ca_certificate: thief.caPem })
      await writeFile(path, JSON.stringify(file))

      const later = await startCore({ userDataDir, keychain })
      await signIn(later, id).catch(() => {})
      expect(thief.seen).toEqual([])
      expect(await later.connections.list({})).toEqual([])
      expect(await later.connections.problems({})).toMatchObject([
        { name: 'Alder', message: expect.stringContaining('changed outside Steward') },
      ])

      // Added again as it was, it finds its offline copy.
      await later.connections.add(inputFor(sandbox, 'Alder'))
      const all = { connectionId: id, offset: 0, limit: 50, sort: { column: 'title', direction: 'asc' } } as const
      expect((await later.households.list(all)).total).toBe(12)
    } finally {
      await thief.close()
    }
  },
)
