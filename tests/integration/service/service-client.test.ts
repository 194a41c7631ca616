import { hash } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { AppError } from '../../../shared/domain/app-error.ts'
import { sendJson } from '../support/https-server.ts'
import { type Answer, clientOf, failureOf, page, request, serve, signal, textOf } from './arrange-client.ts'

/** Answers a list, and nothing else; returns whether it did. */
function isListed(seen: Parameters<Answer>[0], response: Parameters<Answer>[1], data: object[] = []): boolean {
  if (!/\/users\?/.test(seen.path)) return false
  sendJson(response, { data, page_info: { has_next_page: false, end_cursor: null }, total_count: data.length })
  return true
}

describe('reading the service', () => {
  it('asks for pages, records and valuations by their paths, with the bearer token', async () => {
    const server = await serve((_, response) => sendJson(response, page))
    const { client } = clientOf(server, { path: '/tenant' })
    await client.listPage(request)
    await client.listPage({ ...request, resource: 'document-summaries', after: 'a/b?c=+&', limit: 7 })
    await client.getRecord({ resource: 'households', id: 'household_1/../x', signal })
    await client.getValuation({ entityId: 'entity_1', signal })
    const root = '/tenant/api/public/v1'
    expect(server.seen.map((each) => each.path)).toEqual([
      `${root}/users?limit=1000`,
      `${root}/document-summaries?limit=7&after=a%2Fb%3Fc%3D%2B%26`,
      `${root}/households/household_1%2F..%2Fx`,
      `${root}/entities/entity_1/valuation`,
    ])
    expect(new Set(server.seen.map((each) => each.headers.authorization))).toEqual(new Set(['Bearer token-1']))
  })

  it.each(['', '.', '..'])('does not turn the id %j into another path', async (id) => {
    const server = await serve((_, response) => sendJson(response, page))
    const { client } = clientOf(server)
    expect((await failureOf(client.getRecord({ resource: 'users', id, signal }))).code).toBe('record/not-found')
    expect(server.seen).toEqual([])
  })

  it.each([10, 50_000, 3_000_000])(
    'inflates %i bytes into memory that can be transferred, with the server clock',
    async (size) => {
      const text = JSON.stringify({ data: ['x'.repeat(size)] })
      const date = 'Thu, 01 Jan 2026 10:00:00 GMT'
      const server = await serve((seen, response) => {
        const zipped = seen.path.includes('users')
        const headers = { 'content-type': 'application/json', date, ...(zipped ? { 'content-encoding': 'gzip' } : {}) }
        response.writeHead(200, headers).end(zipped ? gzipSync(text) : text)
      })
      const { client } = clientOf(server)
      for (const resource of ['users', 'entities'] as const) {
        const body = await client.listPage({ ...request, resource })
        expect(body.serverTime).toBe(Date.parse(date))
        const moved = structuredClone(body.bytes, { transfer: [body.bytes.buffer] })
        expect(body.bytes.byteLength).toBe(0)
        expect(textOf({ bytes: moved })).toBe(text)
        // The transferred buffer contains nothing else.
        expect(moved.buffer.byteLength - moved.byteLength).toBeLessThanOrEqual(64)
      }
      expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip')
    },
  )

  it('does not inflate a compressed page that is known as it came', async () => {
    const text = JSON.stringify(page)
    const server = await serve((seen, response) => {
      const zipped = seen.path.includes('users')
      const headers = { 'content-type': 'application/json', ...(zipped ? { 'content-encoding': 'gzip' } : {}) }
      response.writeHead(200, headers).end(zipped ? gzipSync(text) : text)
    })
    const { client } = clientOf(server)
    const digest = hash('sha256', gzipSync(text))
    const other = await client.listPage({ ...request, isKnown: (found) => found === '' })
    expect([textOf(other), other.compressed]).toEqual([text, { digest, isKnown: false }])
    const known = await client.listPage({ ...request, isKnown: (found) => found === digest })
    expect([textOf(known), known.compressed]).toEqual(['', { digest, isKnown: true }])
    const plain = await client.listPage({ ...request, resource: 'entities', isKnown: () => true })
    expect([textOf(plain), plain.compressed]).toEqual([text, undefined])
  })

  it('takes "none" for an answer, in every way a service may say it', async () => {
    const nones: [number, Answer][] = [
      [404, (_, response) => sendJson(response, { message: 'no such thing' }, 404)],
      [410, (_, response) => response.writeHead(410).end()],
      [204, (_, response) => response.writeHead(204).end()],
      [200, (_, response) => sendJson(response, null)],
      [200, (_, response) => response.writeHead(200).end()],
    ]
    for (const [status, none] of nones) {
      const { client } = clientOf(await serve(none))
      expect(await client.getValuation({ entityId: 'entity_1', signal })).toEqual({ bytes: null, status, ageMs: 0 })
    }
    for (const [, none] of nones.slice(0, 2)) {
      const { client } = clientOf(
        await serve((seen, response, raw) => (isListed(seen, response) ? undefined : none(seen, response, raw))),
      )
      expect(await client.getRecord({ resource: 'users', id: 'user_1', signal })).toBeNull()
    }
  })

  const codings: [string, (text: string) => Buffer][] = [
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['X-Gzip', gzipSync],
    ['br', brotliCompressSync],
    ['Br', brotliCompressSync],
    ['deflate', deflateSync],
    ['Deflate', deflateRawSync],
    ['identity', Buffer.from],
    ['Identity', Buffer.from],
    ['gzip, identity', gzipSync],
    ['deflate, br', (text) => brotliCompressSync(deflateSync(text))],
  ]
  it.each(codings)(
    'reads an answer whose content is coded as %s, which a proxy may do unasked',
    async (coding, coded) => {
      const text = JSON.stringify({ data: ['x'.repeat(3000)] })
      const server = await serve((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(coded(text)),
      )
      const { client } = clientOf(server)
      expect(textOf(await client.listPage(request))).toBe(text)
      let file = ''
      const { body } = await client.download({ kind: 'document', id: 'document_1', signal })
      for await (const piece of body) file += new TextDecoder().decode(piece)
      expect(file).toBe(text)
      expect(server.seen.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache'])
    },
  )

  it.each([404, 410])('takes %i for "none" whatever its body is', async (status) => {
    const none: Answer = (_, r) => r.writeHead(status, { 'content-type': 'text/html' }).end('<html>nginx</html>')
    const server = await serve((seen, r, raw) => (isListed(seen, r) ? undefined : none(seen, r, raw)))
    const { client } = clientOf(server)
    expect(await client.getValuation({ entityId: 'entity_1', signal })).toEqual({ bytes: null, status, ageMs: 0 })
    expect(await client.getRecord({ resource: 'users', id: 'u', signal })).toBeNull()
  })

  it('takes "not found" for nothing while its lists are not found either, or list a record that it does not return', async () => {
    const everywhere = clientOf(await serve((_, r) => r.writeHead(404).end('<html>nginx</html>')))
    const asked = { resource: 'users', id: 'u', signal } as const
    expect((await failureOf(everywhere.client.getRecord(asked))).code).toBe('service/failed')
    const records = clientOf(
      await serve((seen, r) => (isListed(seen, r, [{ id: 'user_1' }]) ? undefined : r.writeHead(404).end())),
    )
    expect((await failureOf(records.client.getRecord(asked))).code).toBe('service/failed')
  })
})

describe('a 401', () => {
  it('renews the token once and sends the request again once', async () => {
    const server = await serve((seen, response) =>
      seen.headers.authorization === 'Bearer token-2' ? sendJson(response, page) : sendJson(response, {}, 401),
    )
    const { client, tokens } = clientOf(server)
    expect(textOf(await client.listPage(request))).toBe(JSON.stringify(page))
    expect(tokens.replaced).toEqual(['token-1'])
    expect(server.seen).toHaveLength(2)
  })

  it('that comes again is final', async () => {
    const server = await serve((_, response) => sendJson(response, { error: 'no' }, 401))
    const { client, tokens } = clientOf(server)
    expect((await failureOf(client.listPage(request))).code).toBe('service/unauthorized')
    expect(tokens.replaced).toEqual(['token-1'])
    expect(server.seen).toHaveLength(2)
  })
})

describe('a 401 among other failures', () => {
  it('still renews only once a request', async () => {
    const answers = [401, 500, 401]
    const server = await serve((_, response) => sendJson(response, page, answers.shift() ?? 200))
    const { client, tokens } = clientOf(server)
    expect((await failureOf(client.listPage(request))).code).toBe('service/unauthorized')
    expect(tokens.replaced).toEqual(['token-1'])
  })
})

describe('a passing failure', () => {
  it.each([500, 502, 503, 504, 408])('of status %i is tried again, with back-off', async (status) => {
    let left = 2
    const server = await serve((_, response) => {
      left -= 1
      sendJson(response, left >= 0 ? { message: 'busy' } : page, left >= 0 ? status : 200)
    })
    const { client, time } = clientOf(server)
    expect(textOf(await client.listPage(request))).toBe(JSON.stringify(page))
    expect(time.sleeps).toEqual([200, 400])
  })

  it('of status 429 without a wait is waited out by all, a second at first', async () => {
    let left = 2
    const server = await serve((_, response) => {
      left -= 1
      sendJson(response, left >= 0 ? {} : page, left >= 0 ? 429 : 200)
    })
    const { client, time } = clientOf(server)
    expect(textOf(await client.listPage(request))).toBe(JSON.stringify(page))
    // Doubled each time, plus a jitter of one fortieth here.
    expect(time.sleeps).toEqual([1025, 2050])
  })

  it('is waited for as long as the service asks', async () => {
    const waits = ['7', 'Thu, 01 Jan 2026 00:01:00 GMT']
    const server = await serve((_, response) => {
      const wait = waits.shift()
      if (wait === undefined) sendJson(response, page)
      else response.writeHead(429, { 'retry-after': wait, date: 'Thu, 01 Jan 2026 00:00:10 GMT' }).end()
    })
    const { client, time } = clientOf(server)
    await client.listPage(request)
    // 7 s plus jitter; then the rest of the minute by the service's clock plus jitter.
    expect(time.sleeps).toEqual([7175, Math.ceil(50_000 * 1.025)])
  })

  it('is not waited for when the service asks for more than two minutes', async () => {
    const server = await serve((_, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
    const { client, time } = clientOf(server)
    expect(await failureOf(client.listPage(request))).toMatchObject({ nextStep: 'Try again in 60 minutes.' })
    expect(time.sleeps).toEqual([])
  })

  it.each([
    [503, 'service/failed'],
    [429, 'service/rate-limited'],
  ] as const)('of status %i ends after four tries', async (status, code) => {
    const server = await serve((_, response) => sendJson(response, { error: { message: 'busy now' } }, status))
    const { client } = clientOf(server)
    expect(await failureOf(client.listPage(request))).toMatchObject({ code, detail: `HTTP ${status}: busy now` })
    expect(server.seen).toHaveLength(4)
  })

  it('in the middle of an answer is tried again, and named when it stays', async () => {
    const cut: Answer = (_, response, raw) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data":[', () => raw.socket.destroy())
    }
    const healing = await serve((seen, response, raw) =>
      healing.seen.length > 2 ? sendJson(response, page) : cut(seen, response, raw),
    )
    expect(textOf(await clientOf(healing).client.listPage(request))).toBe(JSON.stringify(page))
    const { client } = clientOf(await serve(cut))
    expect((await failureOf(client.listPage(request))).code).toBe('service/truncated')
  })
})

describe('an answer that is not what it should be', () => {
  const html = '<!doctype html><title>Sign in to the network</title>'
  const whole = JSON.stringify({ data: 'x'.repeat(5000) })
  const answers: Array<[string, AppError['code'], Answer]> = [
    ['HTML', 'service/not-json', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html)],
    [
      'HTML called JSON',
      'service/not-json',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).end(html),
    ],
    ['plain text', 'service/not-json', (_, response) => response.end('OK')],
    ['nothing', 'service/not-json', (_, response) => response.end()],
    ['JSON cut short', 'service/truncated', (_, response) => response.end(whole.slice(0, -1))],
    [
      'gzip cut short',
      'service/truncated',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(whole).subarray(0, -12)),
    ],
    [
      'gzip in gzip, four times',
      'service/not-json',
      (_, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip,gzip,gzip,gzip' })
          .end(gzipSync(gzipSync(gzipSync(gzipSync(whole))))),
    ],
    [
      'garbage called gzip',
      'service/not-json',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(whole),
    ],
    ['more than accepted', 'service/failed', (_, response) => response.end(`{"data":"${'x'.repeat(200_000)}"}`)],
    [
      'a gzip bomb',
      'service/failed',
      (_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`{${' '.repeat(5_000_000)}}`)),
    ],
    ...(
      [
        [400, 'service/refused'],
        [403, 'service/forbidden'],
        [404, 'service/not-found'],
        [409, 'service/refused'],
        [429, 'service/rate-limited'],
        [500, 'service/failed'],
        // The answer of a captive portal.
        [302, 'service/redirected'],
        [304, 'service/not-modified'],
        [511, 'service/network-sign-in'],
      ] as const
    ).map(([status, code]): [string, AppError['code'], Answer] => [
      `${status} as a web page`,
      code,
      (_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(html),
    ]),
    ['403', 'service/forbidden', (_, response) => sendJson(response, {}, 403)],
    ['404', 'service/not-found', (_, response) => sendJson(response, {}, 404)],
    ['422', 'service/refused', (_, response) => sendJson(response, { errors: [{ message: 'limit is wrong' }] }, 422)],
    ['501', 'service/failed', (_, response) => sendJson(response, {}, 501)],
  ]

  it.each(answers)('is named: %s', async (_, code, answer) => {
    const { client } = clientOf(await serve(answer), { limits: { maximumBytes: 100_000 } })
    expect((await failureOf(client.listPage(request))).code).toBe(code)
  })

  it('is named when it does not begin, stalls, or drips', async () => {
    const stalls: Answer[] = [
      () => {},
      (_, response) => response.writeHead(200).write('{"data":'),
      (_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ]
    for (const stall of stalls) {
      const { client } = clientOf(await serve(stall), {
        https: { idleMs: 300 },
        limits: { stalledMs: 700, attempts: 1 },
      })
      expect((await failureOf(client.listPage(request))).code).toBe('service/timed-out')
    }
  })
})
