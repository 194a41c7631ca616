import { afterEach, describe, expect, it } from 'vitest'
import { createSignInServers } from '../../../electron/auth/sign-in-server.ts'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { connectionTo } from '../support/authorization-server.ts'
import { describedServer } from '../support/described-server.ts'
import { sendJson, startHttpsServer, type TestServer } from '../support/https-server.ts'
import { createSessions, signInThere } from '../support/sign-in-there.ts'
import { get } from '../support/small-browser.ts'

type Answer = NonNullable<Parameters<typeof startHttpsServer>[0]>

const { signal } = new AbortController()
const sessions = createSessions()
const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  await sessions.end()
  for (const end of ends.splice(0).reverse()) await end()
})

async function arrange(answer: Answer, trusted = true) {
  const server = await startHttpsServer(answer)
  ends.push(() => server.close())
  const dispatcher = createHttpsAgent({ caCertificate: trusted ? server.caPem : null })
  ends.push(() => dispatcher.destroy())
  return { server, servers: createSignInServers({ authUrl: server.origin, dispatcher, timeoutMs: 2_000 }) }
}

const metadataOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/a`,
  token_endpoint: `${origin}/t`,
})

describe('the endpoints of an authorization server', () => {
  it('are looked for each time, so that a server may publish, change and withdraw its metadata', async () => {
    let origin = ''
    let published: object | null = null
    const { server, servers } = await arrange((_, response) =>
      published === null ? response.writeHead(404).end() : sendJson(response, published),
    )
    origin = server.origin
    expect(await servers.find(signal)).toEqual(describedServer(origin))
    published = metadataOf(origin)
    expect(await servers.find(signal)).toMatchObject({ tokenEndpoint: `${origin}/t`, issuer: origin })
    published = { ...metadataOf(origin), token_endpoint: `${origin}/t2` }
    expect(await servers.find(signal)).toMatchObject({ tokenEndpoint: `${origin}/t2` })
    published = null
    expect(await servers.find(signal)).toEqual(describedServer(origin))
  })

  it('are those of OpenID Connect if only they are published', async () => {
    const { server, servers } = await arrange(({ path }, response) => {
      if (path === '/.well-known/openid-configuration') sendJson(response, metadataOf(server.origin))
      else response.writeHead(404).end()
    })
    expect(await servers.find(signal)).toMatchObject({ tokenEndpoint: `${server.origin}/t` })
  })

  const without: ReadonlyArray<readonly [string, Answer]> = [
    ['a web page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>')],
    ['a list', (_, response) => sendJson(response, [])],
    ['401', (_, response) => sendJson(response, { error: 'who' }, 401)],
    ['500', (_, response) => sendJson(response, {}, 500)],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'https://evil.example/' }).end()],
    ['nothing', (_, __, raw) => raw.socket.destroy()],
    ['no end', () => {}],
  ]
  it.each(without)('are those of the description if a request for metadata gets %s', async (_name, answer) => {
    const { server, servers } = await arrange(answer)
    expect(await servers.find(signal)).toEqual(describedServer(server.origin))
  })

  it('stay while the server has trouble, and only then', async () => {
    let status = 200
    const { server, servers } = await arrange((_, response) => sendJson(response, metadataOf(server.origin), status))
    const found = await servers.find(signal)
    status = 503
    expect(await servers.find(signal)).toEqual(found)
    status = 404
    expect(await servers.find(signal)).toEqual(describedServer(server.origin))
  })

  it('are not to be had from a server that is away or not trusted', async () => {
    const away = await arrange(() => {})
    await away.server.close()
    await expect(away.servers.find(signal)).rejects.toMatchObject({ code: 'auth/unreachable' })
    const foreign = await arrange(() => {}, false)
    await expect(foreign.servers.find(signal)).rejects.toMatchObject({ code: 'service/untrusted-certificate' })
    expect(foreign.server.seen).toEqual([])
  })
})

describe('metadata that name another host', () => {
  it('get neither the secret nor the refresh token there, and are said to be the reason', async () => {
    const trap = await startHttpsServer((_, response) => sendJson(response, { access_token: 'stolen' }))
    ends.push(() => trap.close())
    const server: TestServer = await startHttpsServer(({ path }, response) => {
      if (path.startsWith('/.well-known/'))
        return sendJson(response, { ...metadataOf(server.origin), token_endpoint: `${trap.origin}/t` })
      return path.startsWith('/oauth2/authorize')
        ? response.writeHead(200).end('sign in')
        : response.writeHead(404).end('<html>not found</html>')
    })
    ends.push(() => server.close())
    const { session } = sessions.start(connectionTo(server), {
      secret: 'canary-secret',
      async openInBrowser(url) {
        const { searchParams } = new URL(url)
        void get(`${searchParams.get('redirect_uri')}?code=c&state=${searchParams.get('state')}`)
      },
    })
    await expect(signInThere(session)).rejects.toMatchObject({
      code: 'auth/bad-response',
      message: expect.stringContaining('another host'),
      nextStep: expect.stringContaining('add a connection'),
    })
    expect(trap.seen).toEqual([])
  })
})

describe('a scope that is refused', () => {
  /** A server that refuses `offline_access`, at the step that the test names. */
  async function refusing(step: 'callback' | 'token' | 'always') {
    const server: TestServer = await startHttpsServer(({ path, body }, response) => {
      if (path.startsWith('/oauth2/authorize')) return response.writeHead(200).end('sign in')
      if (!path.startsWith('/oauth2/token')) return response.writeHead(404).end()
      const isOffline = new URLSearchParams(body).get('code') === 'offline'
      if (step === 'always' || (step === 'token' && isOffline))
        return sendJson(response, { error: 'invalid_scope' }, 400)
      return sendJson(response, { access_token: 'a', token_type: 'Bearer', expires_in: 300 })
    })
    ends.push(() => server.close())
    const pages: string[] = []
    const openInBrowser = async (url: string) => {
      const asked = new URL(url).searchParams
      const isOffline = asked.get('scope')?.includes('offline_access') ?? false
      const answer =
        isOffline && step === 'callback' ? 'error=invalid_scope' : `code=${isOffline ? 'offline' : 'online'}`
      void get(`${asked.get('redirect_uri')}?${answer}&state=${asked.get('state')}`).then(({ body }) =>
        pages.push(body),
      )
    }
    return { server, pages, openInBrowser }
  }

  it.each(['callback', 'token'] as const)('at the %s is asked for once more without offline_access', async (step) => {
    const { server, openInBrowser } = await refusing(step)
    const { session, opened } = sessions.start(connectionTo(server), { secret: 'secret', openInBrowser })
    await signInThere(session)
    expect(opened.map((url) => new URL(url).searchParams.get('scope'))).toEqual([
      'openid profile email offline_access',
      'openid profile email',
    ])
    const states = opened.map((url) => new URL(url).searchParams.get('state'))
    expect(new Set(states).size).toBe(2)
    expect(await session.state()).toBe('signed-in')
  })

  it('both times is said to be the reason', async () => {
    const { server, openInBrowser } = await refusing('always')
    const { session, opened } = sessions.start(connectionTo(server), { secret: 'secret', openInBrowser })
    await expect(signInThere(session)).rejects.toMatchObject({ code: 'auth/invalid-scope' })
    expect(opened).toHaveLength(2)
  })

  it('without offline_access is not changed, and none is sent if the connection says so', async () => {
    const { server, openInBrowser } = await refusing('always')
    const one = sessions.start(connectionTo(server, { scope: 'openid' }), { secret: 'secret', openInBrowser })
    await expect(signInThere(one.session)).rejects.toMatchObject({ code: 'auth/invalid-scope' })
    expect(one.opened).toHaveLength(1)
    const none = sessions.start(connectionTo(server, { scope: 'none' }), { secret: 'secret', openInBrowser })
    await expect(signInThere(none.session)).rejects.toMatchObject({ code: 'auth/invalid-scope' })
    expect(none.opened.map((url) => new URL(url).searchParams.has('scope'))).toEqual([false])
  })

  it('of an organization is asked for once more as well', async () => {
    const scopes: Array<string | null> = []
    const server: TestServer = await startHttpsServer(({ path, body }, response) => {
      if (path !== '/oauth2/token') return response.writeHead(404).end()
      const scope = new URLSearchParams(body).get('scope')
      scopes.push(scope)
      return scope?.includes('offline_access')
        ? sendJson(response, { error: 'invalid_scope' }, 400)
        : sendJson(response, { access_token: 'a', token_type: 'Bearer' })
    })
    ends.push(() => server.close())
    const change = { flow: 'client_credentials', redirect_uri: null, scope: 'clients offline_access' } as const
    const { session } = sessions.start(connectionTo(server, change), { secret: 'secret' })
    await signInThere(session)
    expect(scopes).toEqual(['clients offline_access', 'clients'])
    const usual = sessions.start(connectionTo(server, { ...change, scope: null }), { secret: 'secret' })
    await signInThere(usual.session)
    expect(scopes[2]).toBeNull()
  })
})
