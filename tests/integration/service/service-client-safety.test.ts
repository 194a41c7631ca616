import { describe, expect, it } from 'vitest'
import { type SeenRequest, sendJson } from '../support/https-server.ts'
import { clientOf, failureOf, page, request, serve, signal } from './arrange-client.ts'

describe('the bearer token', () => {
  it.each([301, 302, 303, 307, 308])('does not follow a %i to another server', async (status) => {
    const trap = await serve((_, response) => sendJson(response, page))
    const server = await serve((seen, response) =>
      response.writeHead(status, { location: `${trap.origin}${seen.path}` }).end(),
    )
    const { client } = clientOf(server)
    expect((await failureOf(client.listPage(request))).code).toBe('service/redirected')
    expect((await failureOf(client.getValuation({ entityId: 'e', signal }))).code).toBe('service/redirected')
    expect(trap.seen).toEqual([])
    expect(server.seen).toHaveLength(2)
  })

  it('is not sent to a server with a foreign certificate', async () => {
    const server = await serve((_, response) => sendJson(response, page))
    const other = await serve((_, response) => sendJson(response, page))
    for (const caPem of [null, other.caPem]) {
      const { client, time } = clientOf({ origin: server.origin, caPem })
      const failure = await failureOf(client.listPage(request))
      expect(failure.code).toBe('service/untrusted-certificate')
      expect(time.sleeps).toEqual([])
    }
    expect(server.seen).toEqual([])
  })

  it('appears in no error, even when the server repeats it', async () => {
    const echo = (seen: SeenRequest) => ({ message: `bad ${seen.headers.authorization}, or token-1` })
    const server = await serve((seen, response) => sendJson(response, echo(seen), 400))
    const failure = await failureOf(clientOf(server).client.listPage(request))
    expect(failure.detail).toBe('HTTP 400: bad Bearer …, or …')
  })
})

describe('reachability and cancelling', () => {
  it('tells listeners of changes only', async () => {
    const server = await serve((_, response) => sendJson(response, page))
    const { client } = clientOf(server)
    const heard: string[] = []
    const off = client.onReachability((state) => heard.push(state))
    await client.listPage(request)
    await client.listPage(request)
    await server.close()
    expect((await failureOf(client.listPage(request))).code).toBe('service/offline')
    expect(heard).toEqual(['online', 'offline'])
    off()
  })

  it('ends a request at once when its caller gives up or the client closes', async () => {
    const arrived = Promise.withResolvers<void>()
    const server = await serve(() => arrived.resolve())
    const { client } = clientOf(server)
    const heard: string[] = []
    client.onReachability((state) => heard.push(state))
    const caller = new AbortController()
    const pending = failureOf(client.listPage({ ...request, signal: caller.signal }))
    await arrived.promise
    caller.abort()
    expect((await pending).code).toBe('sync/cancelled')
    const other = failureOf(client.listPage(request))
    await client.close()
    expect((await other).code).toBe('sync/cancelled')
    expect(heard).toEqual([])
  })
})
