import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ProxyDouble, type ProxyOptions, startHttpProxy, startSocksProxy } from '../../doubles/proxy.ts'
import {
  answerPage,
  authority,
  endAll,
  ends,
  failureOf,
  list,
  startClient,
  startLarch,
  token,
  write,
} from './support/larch.ts'
import { makeAuthority } from './support/made-up-certificates.ts'
import { refreshAt } from './support/refresh-at.ts'

afterEach(endAll)

async function kept(starting: Promise<ProxyDouble>): Promise<ProxyDouble> {
  const proxy = await starting
  ends.push(() => proxy.close())
  return proxy
}
const httpProxy = (options?: ProxyOptions) => kept(startHttpProxy(options))
const socksProxy = (...options: Parameters<typeof startSocksProxy>) => kept(startSocksProxy(...options))

/** Returns a port on which no server listens. */
async function deadPort(): Promise<number> {
  const proxy = await startHttpProxy()
  await proxy.close()
  return proxy.port
}

const ways = {
  'an HTTP proxy': async () => ({ proxy: await httpProxy(), word: 'PROXY' }),
  'an HTTP proxy over TLS': async () => ({
    proxy: await httpProxy({ identity: authority.issue({ names: ['127.0.0.1'] }) }),
    word: 'HTTPS',
  }),
  'a SOCKS 5 proxy': async () => ({ proxy: await socksProxy(), word: 'SOCKS5' }),
}

describe.each(Object.entries(ways))('through %s', (_, start) => {
  it('reads and writes reach the service, and the proxy learns host and port alone', async () => {
    const larch = await startLarch()
    const { proxy, word } = await start()
    const { client } = startClient(larch.origin, { says: `${word} 127.0.0.1:${proxy.port}` })
    await client.listPage(list)
    expect(await client.send(write)).toMatchObject({ kind: 'answered', status: 200 })
    expect(larch.seen.map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`, `Bearer ${token}`])
    expect(larch.seen[1]?.body).toContain(write.body.notes)
    expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`larch.test:${larch.port}`]))
    const shown = proxy.seen()
    expect(shown.length).toBeGreaterThan(500)
    for (const secret of [token, write.body.notes, 'api/public', 'uthorization']) expect(shown).not.toContain(secret)
  })

  it('a tunnel that is cut while a write waits for its answer leaves it lost, never unsent', async () => {
    const { proxy, word } = await start()
    const larch = await startLarch({ answer: () => proxy.cut() })
    const { client } = startClient(larch.origin, { says: `${word} 127.0.0.1:${proxy.port}` })
    expect(await client.send(write)).toMatchObject({ kind: 'lost' })
    expect(larch.seen).toHaveLength(1)
  })
})

it('tells an HTTP proxy nothing but the host, and no name unless one was written down', async () => {
  const larch = await startLarch()
  const proxy = await httpProxy()
  const system = { says: `PROXY 127.0.0.1:${proxy.port}` }
  await startClient(larch.origin, system).client.listPage(list)
  system.says = `PROXY j%40ne:pass@127.0.0.1:${proxy.port}`
  await startClient(larch.origin, system).client.listPage(list)
  const host = `larch.test:${larch.port}`
  const basic = `Basic ${Buffer.from('j@ne:pass').toString('base64')}`
  expect(proxy.asked.map(({ headers: { connection, ...headers } }) => headers)).toEqual([
    { host },
    { host, 'proxy-authorization': basic },
  ])
})

it('signs in to a SOCKS proxy by a name that was written down, and says so when that is not right', async () => {
  const larch = await startLarch()
  const proxy = await socksProxy({ account: { user: 'jane', password: 'right' } })
  const client = (account: string) =>
    startClient(larch.origin, { says: `SOCKS5 ${account}127.0.0.1:${proxy.port}` }).client
  await client('jane:right@').listPage(list)
  expect((await failureOf(client('jane:wrong@').listPage(list))).code).toBe('service/proxy-authentication')
  expect((await failureOf(client('').listPage(list))).code).toBe('service/proxy-authentication')
  expect(larch.seen).toHaveLength(1)
})

describe('a proxy that does not carry', () => {
  const says = (line: string, headers = '') => ({
    answer: (socket: { end(text: string): unknown }) =>
      void socket.end(`HTTP/1.1 ${line}\r\n${headers}Content-Length: 4\r\n\r\nnope`),
  })

  it.each<[string, () => Promise<ProxyDouble>, string, string]>([
    ['forbids it', () => httpProxy(says('403 Forbidden')), 'service/proxy-refused', 'HTTP 403'],
    [
      'requires a password',
      () => httpProxy(says('407 Who', 'Proxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM abc=\r\n')),
      'service/proxy-authentication',
      'Negotiate, NTLM',
    ],
    ['cannot reach the service', () => httpProxy(says('503 Down')), 'service/offline', 'HTTP 503'],
    [
      'sends Steward elsewhere',
      () => httpProxy(says('302 Found', 'Location: https://a.test\r\n')),
      'service/proxy-refused',
      '302',
    ],
    [
      'answers rubbish',
      () => httpProxy({ answer: (socket) => void socket.end('220 mail\r\n\r\n') }),
      'service/proxy-unusable',
      'The answer is not HTTP.',
    ],
    [
      'hangs up',
      () => httpProxy({ answer: (socket) => void socket.destroy() }),
      'service/proxy-unusable',
      'The connection was closed.',
    ],
    ['never answers', () => httpProxy({ answer: () => {} }), 'service/proxy-unusable', 'no answer'],
    [
      'speaks before the service does',
      () => httpProxy({ answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n') }),
      'service/proxy-unusable',
      'data before',
    ],
  ])('because it %s is named, and certainly nothing was sent', async (_, start, code, detail) => {
    const larch = await startLarch()
    const proxy = await start()
    const system = { says: `PROXY 127.0.0.1:${proxy.port}` }
    // Only the case of a time limit gets a short one; all others keep the normal limits, so that slow computers pass too.
    const { client } = startClient(larch.origin, system, detail === 'no answer' ? { connectMs: 1_000 } : {})
    const outcome = await client.send(write)
    expect(outcome).toMatchObject({ kind: 'not-sent', error: { code, detail: expect.stringContaining(detail) } })
    const failure = await failureOf(client.listPage(list))
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(`127.0.0.1:${proxy.port}`)
    expect(failure.nextStep).toMatch(/\.$/)
    expect(larch.seen).toEqual([])
  })

  it.each([
    [2, 'service/proxy-refused'],
    [4, 'service/offline'],
    [7, 'service/proxy-refused'],
  ])('and says so in SOCKS by %i is named, and certainly nothing was sent', async (reply, code) => {
    const larch = await startLarch()
    const proxy = await socksProxy({ reply })
    const { client } = startClient(larch.origin, { says: `SOCKS5 127.0.0.1:${proxy.port}` })
    expect(await client.send(write)).toMatchObject({ kind: 'not-sent', error: { code } })
  })

  it('because it speaks another language is named', async () => {
    const larch = await startLarch()
    const other = createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .resume()
          .end('SSH-2.0-OpenSSH\r\n'),
    )
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => other.close(resolve)))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { client } = startClient(larch.origin, { says: `SOCKS5 127.0.0.1:${port}` })
    expect(await client.send(write)).toMatchObject({ kind: 'not-sent', error: { code: 'service/proxy-unusable' } })
  })

  it('is told apart from being offline while signing in', async () => {
    const proxy = await httpProxy(says('407 Who'))
    const { dispatcher } = startClient('https://larch.test', { says: `PROXY 127.0.0.1:${proxy.port}` })
    expect((await failureOf(refreshAt('https://auth.larch.test', dispatcher))).code).toBe(
      'service/proxy-authentication',
    )
    expect(proxy.asked).toMatchObject([{ target: 'auth.larch.test:443' }])
  })
})

describe('several ways', () => {
  it('are tried in turn, and one that did not work stands last for a while', async () => {
    // The header makes each request use its own connection.
    const larch = await startLarch({ answer: (_, response) => answerPage(response.setHeader('connection', 'close')) })
    const [dead, slow, good] = [await deadPort(), await httpProxy({ answer: () => {} }), await httpProxy()]
    const says = `PROXY 127.0.0.1:${dead}; DIRECT; PROXY 127.0.0.1:${slow.port}; PROXY 127.0.0.1:${good.port}`
    const { client } = startClient(larch.origin, { says }, { connectMs: 2_500 })
    await client.listPage(list)
    const tried = slow.asked.length
    expect(tried).toBe(1)
    await client.listPage(list)
    expect(slow.asked).toHaveLength(tried)
  })

  it('are not tried around a proxy that forbids', async () => {
    const larch = await startLarch()
    const strict = await httpProxy({ answer: (socket) => void socket.end('HTTP/1.1 403 No\r\n\r\n') })
    const open = await httpProxy()
    const says = `PROXY 127.0.0.1:${strict.port}; PROXY 127.0.0.1:${open.port}`
    expect((await failureOf(startClient(larch.origin, { says }).client.listPage(list))).code).toBe(
      'service/proxy-refused',
    )
    expect(open.asked).toEqual([])
  })

  it('that all failed are requested again at once: another network has another proxy', async () => {
    const larch = await startLarch()
    const good = await httpProxy()
    const system = { says: `PROXY 127.0.0.1:${await deadPort()}` }
    const { client, asked } = startClient(larch.origin, system)
    const heard: string[] = []
    client.onReachability((state) => heard.push(state))
    expect((await failureOf(client.listPage(list))).code).toBe('service/proxy-unusable')
    system.says = `PROXY 127.0.0.1:${good.port}`
    await client.listPage(list)
    expect(asked).toHaveLength(2)
    expect(heard).toEqual(['offline', 'online'])
  })

  it('of kinds that Steward does not speak are named, and no straight way is taken instead', async () => {
    const { client } = startClient('https://larch.test', { says: 'SOCKS old.test:1080; QUIC q.test:443' })
    expect(await failureOf(client.listPage(list))).toMatchObject({
      code: 'service/proxy-unusable',
      detail: 'SOCKS, QUIC',
    })
  })
})

describe('no proxy', () => {
  it('reads what is meant for the service: one that answers in its place is not trusted', async () => {
    const stranger = makeAuthority('Stranger')
    const fake = await startLarch({ identity: stranger.issue() })
    const proxy = await httpProxy()
    const { client } = startClient(fake.origin, { says: `PROXY 127.0.0.1:${proxy.port}` })
    expect(await client.send(write)).toMatchObject({
      kind: 'not-sent',
      error: { code: 'service/untrusted-certificate' },
    })
    expect(fake.seen).toEqual([])
  })

  it('is spoken to over TLS unless its own certificate is good', async () => {
    const larch = await startLarch()
    const proxy = await httpProxy({ identity: makeAuthority('Stranger').issue({ names: ['127.0.0.1'] }) })
    const { client } = startClient(larch.origin, { says: `HTTPS 127.0.0.1:${proxy.port}` })
    const failure = await failureOf(client.listPage(list))
    expect(failure).toMatchObject({ code: 'service/untrusted-certificate' })
    expect(failure.message).toContain('Stranger')
    expect(proxy.asked).toEqual([])
  })

  it('is asked for anything on this computer, such as the demo firm', async () => {
    const larch = await startLarch({ identity: authority.issue({ names: ['127.0.0.1'] }) })
    const proxy = await httpProxy()
    const system = { says: `PROXY 127.0.0.1:${proxy.port}` }
    const { client, asked } = startClient(`https://127.0.0.1:${larch.port}`, system)
    await client.listPage(list)
    expect([asked, proxy.asked]).toEqual([[], []])
  })
})
