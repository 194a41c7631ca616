import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signInWithBrowser } from '../../../electron/auth/authorization-code.ts'
import { listenForCallback } from '../../../electron/auth/loopback-listener.ts'
import type { TokenEndpoint } from '../../../electron/auth/token-endpoint.ts'
import { vetHttpsUrl } from '../../../electron/platform/https-url.ts'
import { describedServer } from '../support/described-server.ts'
import { get } from '../support/small-browser.ts'

const state = 'S'.repeat(43)
const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Acts as another program that holds a port; resolves with the port. */
async function squat(host: string, port = 0): Promise<number> {
  const server: Server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const issued = { accessToken: 'a', refreshToken: 'r', expiresAt: null, lifetimeMs: null }

function signIn(options: {
  redirectUri: string
  openInBrowser: (url: string) => Promise<void>
  signal?: AbortSignal
  limitMs?: number
}) {
  const exchanged: Array<{ redirectUri: string; code: string | null; codeVerifier: string | null }> = []
  const tokenEndpoint: Pick<TokenEndpoint, 'exchangeCode'> = {
    async exchangeCode({ redirectUri, callback, codeVerifier }) {
      exchanged.push({ redirectUri, code: callback.get('code'), codeVerifier })
      return issued
    },
  }
  const generator = signInWithBrowser({
    connection: {
      ...{ auth_url: 'https://auth.example', client_id: 'c', redirect_uri: options.redirectUri, pkce: true },
      ...{ flow: 'authorization_code', scope: 'none', user: null, resource: null, audience: null },
    },
    server: describedServer('https://auth.example'),
    clientSecret: 's',
    tokenEndpoint: tokenEndpoint as TokenEndpoint,
    openInBrowser: async (start) => options.openInBrowser(await ledTo(start)),
    check: async () => {},
    signal: options.signal ?? new AbortController().signal,
    ...(options.limitMs === undefined ? {} : { limitMs: options.limitMs }),
  })
  const run = async () => {
    const steps: string[] = []
    for (;;) {
      const next = await generator.next()
      if (next.done) return { steps, tokens: next.value }
      steps.push(next.value.step)
    }
  }
  return { run, exchanged, generator }
}

/** Returns the address to which Steward's start address redirects the browser. */
const ledTo = async (start: string): Promise<string> => (await get(start)).location ?? ''

/** Acts as the browser of a user who authorizes at once. */
async function authorize(url: string): Promise<number> {
  const { searchParams } = new URL(url)
  return (await get(`${searchParams.get('redirect_uri')}?code=c1&state=${searchParams.get('state')}`)).status
}

describe('the port of the redirect address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
    ['127.0.0.1', '::'],
    ['localhost', '127.0.0.1'],
    ['localhost', '::1'],
    ['[::1]', '::1'],
  ])('of %s that another program holds on %s ends the sign-in before the browser opens', async (host, holder) => {
    const port = await squat(holder)
    const opened: string[] = []
    const { run } = signIn({
      redirectUri: `http://${host}:${port}/callback`,
      openInBrowser: async (url) => void opened.push(url),
    })
    await expect(run()).rejects.toMatchObject({ code: 'auth/port-taken' })
    expect(opened).toEqual([])
  })

  it.each(['http://127.0.0.1/callback', 'http://127.0.0.1:0/callback', 'http://localhost/cb', 'http://[::1]/cb'])(
    'is any free one where the registration names none: %s',
    async (redirectUri) => {
      let status: Promise<number> | undefined
      const { run, exchanged } = signIn({
        redirectUri,
        openInBrowser: async (url) => {
          status = authorize(url)
        },
      })
      expect(await run()).toEqual({ steps: ['waiting-for-browser', 'exchanging-code'], tokens: issued })
      expect(await status).toBe(200)
      expect(exchanged).toEqual([
        {
          redirectUri: expect.stringMatching(/^http:\/\/[^/]+:[1-9]\d+\/c/),
          code: 'c1',
          codeVerifier: expect.any(String),
        },
      ])
    },
  )

  it('is free again once a sign-in is over without a callback, and at no time open to other computers', async () => {
    const port = await squat('127.0.0.1')
    await ends.pop()?.()
    const redirectUri = `http://127.0.0.1:${port}/callback`
    const { run } = signIn({ redirectUri, openInBrowser: async () => {}, limitMs: 1 })
    await expect(run()).rejects.toMatchObject({ code: 'auth/timed-out' })
    expect(await squat('127.0.0.1', port)).toBe(port)
    await ends.pop()?.()
    const listener = await listenForCallback({ redirectUri, state })
    // Another loopback address can still use this port: the listener is bound to one address only.
    expect(await squat('127.0.0.2', port)).toBe(port)
    await listener.close()
    await listener.close()
  })
})

describe('a sign-in in the browser', () => {
  it('asks with exactly the parameters that are described, and PKCE', async () => {
    let asked = new URL('https://none.example')
    const { run } = signIn({
      redirectUri: 'http://127.0.0.1/callback',
      openInBrowser: async (url) => {
        asked = new URL(url)
        void authorize(url)
      },
    })
    await run()
    expect(`${asked.origin}${asked.pathname}`).toBe('https://auth.example/oauth2/authorize')
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'c',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it.each([
    ['access_denied', 'auth/denied'],
    ['server_error', 'auth/unavailable'],
    ['temporarily_unavailable', 'auth/unavailable'],
    ['invalid_scope', 'auth/invalid-scope'],
    ['<script>', 'auth/bad-response'],
  ])('that comes back with %s is %s', async (error, code) => {
    const { run } = signIn({
      redirectUri: 'http://127.0.0.1/callback',
      openInBrowser: async (url) => {
        const { searchParams } = new URL(url)
        void get(
          `${searchParams.get('redirect_uri')}?error=${encodeURIComponent(error)}&state=${searchParams.get('state')}`,
        )
      },
    })
    const failure: unknown = await run().catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code })
    expect(JSON.stringify(failure)).not.toContain('<script>')
  })

  it('that nobody finishes ends by its limit, and its listener with it', async () => {
    let redirect = ''
    const openInBrowser = async (url: string) => {
      redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
    }
    const { run } = signIn({ redirectUri: 'http://127.0.0.1/callback', openInBrowser, limitMs: 30 })
    await expect(run()).rejects.toMatchObject({ code: 'auth/timed-out' })
    await expect(get(redirect)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('that is cancelled while the user is on the page ends at once', async () => {
    const stop = new AbortController()
    const openInBrowser = async () => void setImmediate(() => stop.abort())
    const { run } = signIn({
      redirectUri: 'http://127.0.0.1/callback',
      openInBrowser,
      signal: stop.signal,
      limitMs: 5_000,
    })
    await expect(run()).rejects.toMatchObject({ code: 'auth/cancelled' })
  })

  it('that is cancelled, or left, closes its listener', async () => {
    let redirect = ''
    const stop = new AbortController()
    const openInBrowser = async (url: string) => {
      redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      stop.abort()
    }
    const cancelled = signIn({ redirectUri: 'http://127.0.0.1/callback', openInBrowser, signal: stop.signal })
    await expect(cancelled.run()).rejects.toMatchObject({ code: 'auth/cancelled' })
    await expect(get(redirect)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const port = await squat('127.0.0.1')
    await ends.pop()?.()
    const left = signIn({ redirectUri: `http://127.0.0.1:${port}/cb`, openInBrowser: async () => {} })
    await left.generator.next()
    await left.generator.return(issued)
    await expect(get(`http://127.0.0.1:${port}/cb`)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('gives an address to copy when no browser opens, and goes on with it', async () => {
    const openInBrowser = async (url: string) => {
      throw new Error(`cannot open ${url}`)
    }
    const { generator } = signIn({ redirectUri: 'http://127.0.0.1/callback', openInBrowser })
    expect((await generator.next()).value).toEqual({ step: 'waiting-for-browser' })
    const { value } = await generator.next()
    const address = 'address' in value ? String(value.address) : ''
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{43}$/)
    const exchanging = generator.next()
    await authorize(await ledTo(address))
    expect((await exchanging).value).toEqual({ step: 'exchanging-code' })
    expect((await generator.next()).value).toEqual(issued)
  })

  it.each([
    ['without a code', ''],
    ['with an empty code', '&code='],
    ['with two codes', '&code=a&code=b'],
  ])('ends by name when the browser comes back %s', async (_, query) => {
    const openInBrowser = async (url: string) => {
      const { searchParams } = new URL(url)
      void get(`${searchParams.get('redirect_uri')}?state=${searchParams.get('state')}${query}`)
    }
    await expect(signIn({ redirectUri: 'http://127.0.0.1/callback', openInBrowser }).run()).rejects.toMatchObject({
      code: 'auth/bad-response',
      message: 'The browser came back from the sign-in page without a code.',
    })
  })
})

describe('a callback that the browser requests twice', () => {
  /** A finished sign-in, and its callback's address. */
  const finish = async (query = '&code=c1', redirectUri = 'http://127.0.0.1/callback') => {
    const listener = await listenForCallback({ redirectUri, state })
    ends.push(() => listener.close())
    const address = `${listener.redirectUri}?state=${state}${query}`
    const first = await get(address)
    const result = await listener.callback.catch((thrown: unknown) => thrown)
    await listener.close()
    return { address, first, result }
  }

  it.each([
    ['with a code', '&code=c1', 200],
    ['refused', '&error=access_denied', 200],
    ['without a code', '', 400],
  ])('gets the same page: %s', async (_what, query, status) => {
    const { address, first } = await finish(query)
    const second = await get(address)
    expect([first.status, second.status]).toEqual([status, status])
    expect(second.body).toBe(first.body)
  })

  it('is no second sign-in: another code, state, method or host gets no such page', async () => {
    const { address, first, result } = await finish()
    const others = [
      await get(address.replace('c1', 'c2')),
      await get(address, { method: 'POST' }),
      await get(address, { headers: { host: 'evil.test' } }),
    ]
    for (const other of others) {
      expect(other.status).toBe(400)
      expect(other.body).not.toBe(first.body)
    }
    expect(String(result)).toBe(`state=${state}&code=c1`)
  })

  it('is refused after ten seconds, when the port is free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ends.push(() => vi.useRealTimers())
    const { address } = await finish()
    vi.advanceTimersByTime(9_999)
    expect((await get(address)).status).toBe(200)
    await vi.advanceTimersByTimeAsync(1)
    await expect(get(address)).rejects.toThrow()
  })

  it('does not keep the port from the next sign-in', async () => {
    const port = await squat('127.0.0.1')
    await ends.pop()?.()
    const redirectUri = `http://127.0.0.1:${port}/callback`
    await finish('&error=access_denied', redirectUri)
    const { run } = signIn({ redirectUri, openInBrowser: async (url) => void authorize(url) })
    expect(await run()).toMatchObject({ tokens: issued })
  })
})

describe('the address that is handed to the system', () => {
  const target = vetHttpsUrl(`https://auth.example/oauth2/authorize?state=${state}`, 'https://auth.example')
  const listen = async () => {
    const listener = await listenForCallback({ redirectUri: 'http://127.0.0.1/callback', state })
    ends.push(() => listener.close())
    return listener
  }

  it('leads to the sign-in, and holds nothing of it', async () => {
    const { leadTo } = await listen()
    const start = leadTo(target)
    expect(start).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\/[\w-]{43}$/)
    expect(start).not.toContain(state)
    expect(await get(start)).toMatchObject({ status: 302, location: target })
  })

  it('leads one browser on: a second one ends the sign-in, since one of the two was not the person’s', async () => {
    const { leadTo, callback } = await listen()
    const start = leadTo(target)
    await get(start)
    expect(await get(start)).toMatchObject({ status: 410, location: undefined })
    await expect(callback).rejects.toMatchObject({
      code: 'auth/denied',
      message: expect.stringMatching(/opened twice/),
    })
  })

  it.each([
    ['another path', (start: string) => get(`${start}x`)],
    ['another method', (start: string) => get(start, { method: 'POST' })],
    ['another host', (start: string) => get(start, { headers: { host: 'evil.test' } })],
  ])('is not spent by %s', async (_what, tries) => {
    const { leadTo } = await listen()
    const start = leadTo(target)
    expect((await tries(start)).location).toBeUndefined()
    expect(await get(start)).toMatchObject({ status: 302, location: target })
  })
})

describe('what an earlier program left in the browser for this address', () => {
  const target = vetHttpsUrl(`https://auth.example/oauth2/authorize?state=${state}`, 'https://auth.example')

  it('is removed when the sign-in starts and with every page, and no service worker is given out', async () => {
    const listener = await listenForCallback({ redirectUri: 'http://127.0.0.1/callback', state })
    ends.push(() => listener.close())
    const forgets = { 'clear-site-data': '"cache", "storage"' }
    expect((await get(listener.leadTo(target))).headers).toMatchObject(forgets)
    expect((await get(`${listener.redirectUri}?state=another`)).headers).toMatchObject(forgets)
    const worker = `${listener.redirectUri}?code=c1&state=${state}`
    expect((await get(worker, { headers: { 'service-worker': 'script' } })).status).toBe(403)
    expect((await get(worker)).headers).toMatchObject(forgets)
  })
})
