import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { MessageChannel } from 'node:worker_threads'
import { RPCLink } from '@orpc/client/message-port'
import { afterEach, expect, it } from 'vitest'
import { createIpcHandler } from '../../../electron/api/transport/handler.ts'
import { serveMessagePort } from '../../../electron/api/transport/serve-message-port.ts'
import { clientOver } from '../../doubles/client-over.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

/** Collects every token sent in a request, as reported by the HTTP client itself. */
function watchTokens() {
  const tokens = new Set<string>()
  const note = (told: unknown) => {
    const { headers } = (told as { request: { headers: string | string[] } }).request
    for (const [, token] of String(headers).matchAll(/Bearer,? ?([\w.~+/-]{16,})/gi)) if (token) tokens.add(token)
  }
  subscribe('undici:request:create', note)
  return { tokens, stop: () => unsubscribe('undici:request:create', note) }
}

it('Steward tells a page no secret, in whatever it asks and whatever fails, and writes none to the log', async () => {
  const sandbox = await startTenant(3)
  const keychain = createKeychainDouble()
  const logged: string[] = []
  const core = await startCore({
    userDataDir: await tempFolder(),
    keychain,
    log: (...words) => void logged.push(JSON.stringify(words)),
  })
  const { port1, port2 } = new MessageChannel()
  serveMessagePort(port1, createIpcHandler({ core }))
  const told: string[] = []
  const client = clientOver(
    new RPCLink({
      port: {
        on: (event: string, listener: (event?: { data: unknown }) => void) =>
          void port2.on(event, (data: unknown) => {
            told.push(String(data))
            listener({ data })
          }),
        postMessage: (data: unknown) => port2.postMessage(data),
      },
    }),
  )
  const watched = watchTokens()
  try {
    const { id: connectionId } = await client.connections.add(inputFor(sandbox, 'Alder'))
    for await (const step of await client.connections.signIn({ connectionId })) expect(step).toBeDefined()
    await expect.poll(async () => (await client.sync.status({ connectionId })).endedAt).not.toBeNull()
    const sort = { column: 'title', direction: 'asc' } as const
    const list = await client.households.list({ connectionId, offset: 0, limit: 50, sort })
    expect(list.rows.length).toBeGreaterThan(5)
    for (const status of [400, 403, 500]) {
      sandbox.control.fail({ fault: { kind: 'status', status }, path: '/users', times: 9 })
      await client.sync.start({ connectionId })
      await expect.poll(async () => (await client.sync.status({ connectionId })).state).toBe('idle')
      sandbox.control.reset()
    }
    sandbox.control.expireAccessTokens()
    await client.sync.start({ connectionId })
    await client.connections.list({})
    await client.app.info({})
    await client.connections.add({ ...inputFor(sandbox, 'Again'), base_url: 'no address' }).catch(() => {})
    await client.connections.signOut({ connectionId })
    const secrets = [sandbox.clientSecret, ...keychain.entries.values(), ...watched.tokens]
    expect(watched.tokens.size).toBeGreaterThan(0)
    expect(secrets.length).toBeGreaterThanOrEqual(3)
    expect(told.length).toBeGreaterThan(10)
    expect(logged.length).toBeGreaterThan(3)
    for (const secret of secrets) {
      expect(told.filter((text) => text.includes(secret))).toEqual([])
      expect(logged.filter((text) => text.includes(secret))).toEqual([])
    }
  } finally {
    watched.stop()
    port2.close()
  }
})
