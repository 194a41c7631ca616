import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createHttpsAgent } from '../../../electron/http/https-agent.ts'
import { createServiceClient } from '../../../electron/service/create-service-client.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { type Answer, clientOf, failureOf, serve, signal } from './arrange-client.ts'

const write = { method: 'POST', path: 'households', body: { notes: 'Ünïcode' }, signal } as const

it('the write service tells an answer of any status from none, with the clock and the wait that came along', async () => {
  const server = await serve((_, response) => {
    response.writeHead(429, { 'retry-after': '7', date: 'Thu, 01 Jan 2026 00:00:10 GMT' })
    response.end('{"message":"slow down"}')
  })
  const { client } = clientOf(server)
  const outcome = await client.send(write)
  expect(outcome).toMatchObject({
    kind: 'answered',
    status: 429,
    retryAfterMs: 7000,
    serverTime: Date.parse('2026-01-01T00:00:10Z'),
  })
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/public/v1/households' })
})

it('the write service sends the body as JSON in UTF-8, and none where there is none', async () => {
  const server = await serve((_, response) => void response.writeHead(204).end())
  const { client } = clientOf(server)
  expect(await client.send(write)).toMatchObject({ kind: 'answered', status: 204 })
  expect(await client.send({ method: 'DELETE', path: 'households/h', body: null, signal })).toMatchObject({
    status: 204,
  })
  expect(server.seen.map(({ headers, body }) => [headers['content-type'], body])).toEqual([
    ['application/json', '{"notes":"Ünïcode"}'],
    [undefined, ''],
  ])
})

it.each<[string, Answer]>([
  ['a reset before the answer', (_, __, raw) => void raw.socket.destroy()],
  [
    'a reset in the middle of the answer',
    (_, response, raw) => {
      response.writeHead(201, { 'content-length': '100' })
      response.write('{"id":', () => raw.socket.destroy())
    },
  ],
  ['silence', () => {}],
])('the write service calls it lost when bytes went out and then came %s', async (_, answer) => {
  const server = await serve(answer)
  const { client } = clientOf(server, { https: { idleMs: 300 } })
  expect(await client.send(write)).toMatchObject({ kind: 'lost', error: expect.any(AppError) })
  expect(server.seen).toHaveLength(1)
})

it('the write service knows that nothing was sent where no server listens, the name is unknown, or TLS fails', async () => {
  const deaf = createServer((socket) => void socket.end('no TLS here', () => socket.destroy()))
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const address = deaf.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const trusted = await serve((_, response) => void response.end('{}'))
  for (const origin of [
    'https://127.0.0.1:1',
    'https://nowhere.invalid',
    `https://127.0.0.1:${port}`,
    trusted.origin,
  ]) {
    const { client } = clientOf({ origin, caPem: null }, { https: { connectMs: 2000 } })
    expect(await client.send(write), origin).toMatchObject({ kind: 'not-sent', error: expect.any(AppError) })
  }
  expect(trusted.seen).toEqual([])
  await new Promise((resolve) => deaf.close(resolve))
})

it('the write service renews the token once on a 401, sends again, and gives the second answer whatever it is', async () => {
  const seen: string[] = []
  const server = await serve((request, response) => {
    seen.push(String(request.headers.authorization))
    response.writeHead(seen.length < 2 ? 401 : 201).end('{}')
  })
  const { client, tokens } = clientOf(server)
  expect(await client.send(write)).toMatchObject({ kind: 'answered', status: 201 })
  expect(seen).toEqual(['Bearer token-1', 'Bearer token-2'])
  expect(tokens.replaced).toEqual(['token-1'])

  seen.splice(0, seen.length)
  const refusing = await serve((_, response) => void response.writeHead(401).end('{}'))
  expect(await clientOf(refusing).client.send(write)).toMatchObject({ kind: 'answered', status: 401 })
  expect(refusing.seen).toHaveLength(2)
})

it('the write service is certain that nothing was done when the token cannot be renewed, and that it may be when the second sending is cut', async () => {
  const refusing = await serve((_, response) => void response.writeHead(401).end('{}'))
  const dispatcher = createHttpsAgent({ caCertificate: refusing.caPem })
  const client = createServiceClient({
    baseUrl: refusing.origin,
    dispatcher,
    tokens: {
      current: async () => 'token',
      replace: async () => {
        throw new AppError('auth/sign-in-needed', { message: 'Signed out.', nextStep: 'Sign in.' })
      },
    },
  })
  expect(await client.send(write)).toMatchObject({ kind: 'not-sent', error: { code: 'auth/sign-in-needed' } })
  await dispatcher.destroy()

  let requests = 0
  const cutting = await serve((_, response, raw) => {
    requests += 1
    if (requests === 1) response.writeHead(401).end('{}')
    else raw.socket.destroy()
  })
  expect(await clientOf(cutting).client.send(write)).toMatchObject({ kind: 'lost' })
})

it('the write service follows no redirect with a write', async () => {
  const server = await serve((_, response) => void response.writeHead(307, { location: '/elsewhere' }).end())
  expect(await clientOf(server).client.send(write)).toMatchObject({ kind: 'answered', status: 307 })
  expect(server.seen).toHaveLength(1)
})

it('the write service reads a list to its end, with its filter, and rejects one that is not whole', async () => {
  const pages = [
    { data: [{ id: 'a' }], page_info: { has_next_page: true, end_cursor: 'c&1' }, total_count: 2 },
    { data: [{ id: 'b' }], page_info: { has_next_page: false }, total_count: 2 },
  ]
  const server = await serve((request, response) => {
    response.end(JSON.stringify(pages[request.path.includes('after=') ? 1 : 0]))
  })
  const { client } = clientOf(server)
  const filter = { resource: 'individuals', query: { household_id: 'h 1' }, signal } as const
  expect((await client.listAll(filter)).records).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(server.seen.map(({ path }) => path)).toEqual([
    '/api/public/v1/individuals?limit=1000&household_id=h+1',
    '/api/public/v1/individuals?limit=1000&household_id=h+1&after=c%261',
  ])

  let walks = 0
  const short = await serve((_, response) => {
    walks += 1
    response.end(JSON.stringify({ ...pages[1], data: [{ id: `walk ${walks}` }], total_count: 5 }))
  })
  expect((await failureOf(clientOf(short).client.listAll(filter))).code).toBe('service/bad-pagination')
  const odd = await serve((_, response) => void response.end('{"data":7}'))
  expect((await failureOf(clientOf(odd).client.listAll(filter))).code).toBe('service/bad-page')
})
